import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../core/api-error.ts'

/** Above so many rows a page is large: it is made in its turn. */
const LARGE = 100
/** Maximum waiting large responses per person; more are rejected. */
const WAITING = 50
const WAIT_SECONDS = 5
/** Rows that are checked and written down before others get their turn. */
const SLICE = 50

/** True if the parsed query or body asks for a page that may be large. */
export const isLargeRequest = ({ query, body }: { query: unknown; body: unknown }) => isMuch(query) || isMuch(body)

function isMuch(part: unknown): boolean {
  const { limit } = (part ?? {}) as { limit?: unknown }
  return typeof limit === 'number' && (limit <= 0 || limit > LARGE)
}

/**
 * Makes large answers one after the other: each holds its rows, and takes the server's one thread from others. People who wait take turns,
 * one person who asks for many; they wait without a connection to the database.
 */
export function newTurns(): <T>(who: string, work: () => Promise<T>) => Promise<T> {
  let busy = false
  const waiting = new Map<string, (() => void)[]>()

  function wait(who: string): Promise<void> {
    const own = waiting.get(who) ?? []
    if (own.length >= WAITING) throw new ApiError('too_many_requests', { seconds: WAIT_SECONDS })
    return new Promise((resolve) => waiting.set(who, [...own, resolve]))
  }

  function next() {
    const [first] = waiting
    if (!first) {
      busy = false
      return
    }
    const [who, [begin, ...others]] = first
    waiting.delete(who)
    // Behind everybody else.
    if (others.length > 0) waiting.set(who, others)
    begin!()
  }

  return async (who, work) => {
    if (busy) await wait(who)
    busy = true
    try {
      return await work()
    } finally {
      next()
    }
  }
}

/** An answer of many rows as it travels: checked and written down slice by slice, others having their turn between. Null where rows are few. */
export async function writtenInSlices(result: unknown, check: (part: unknown) => unknown): Promise<Buffer | null> {
  const { data } = (result ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length <= SLICE) return null
  const rows: Buffer[] = []
  let around = ''
  for (let from = 0; from < data.length; from += SLICE) {
    const part = check({ ...(result as object), data: data.slice(from, from + SLICE) }) as { data: unknown[] }
    if (from === 0) around = JSON.stringify({ ...part, data: [] })
    else rows.push(Buffer.from(','))
    rows.push(Buffer.from(JSON.stringify(part.data).slice(1, -1)))
    await setImmediate()
  }
  // Inside of a text its quotes would be escaped: this is the key.
  const at = around.indexOf(ROWS) + ROWS.length - 1
  return Buffer.concat([Buffer.from(around.slice(0, at)), ...rows, Buffer.from(around.slice(at))])
}

const ROWS = '"data":[]'
