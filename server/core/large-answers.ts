import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Above so many rows a page is large: it is made in its turn. */
const LARGE = 100
/** Large answers that are made at the same time, and those that may wait. Each holds its rows, and takes the server's one thread from others. */
const AT_ONCE = 2
const WAITING = 50
const WAIT_SECONDS = 5
/** Rows that are checked and written down before others get their turn. */
const SLICE = 100

/** Whether a query asks for a page that may be large. */
export function asksForMuch(query: unknown): boolean {
  const { limit } = query as { limit?: unknown }
  return limit !== undefined && (Number(limit) <= 0 || Number(limit) > LARGE)
}

/** Lets so many large answers be made at once, whoever asks for them; the others wait, without a connection to the database. */
export function newTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working < AT_ONCE) working++
    else {
      if (waiting.length >= WAITING) throw new Refusal('too_many_requests', { seconds: WAIT_SECONDS })
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever is next takes this place.
      if (next) next()
      else working--
    }
  }
}

/** A large answer as it is sent. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An answer whose rows are many: checked and written down slice by slice, others having their turn between. Undefined where they are few. */
export async function checkedInSlices(
  result: unknown,
  check: (part: unknown) => unknown,
): Promise<JsonText | undefined> {
  const { data } = (result ?? {}) as { data?: unknown }
  if (!Array.isArray(data) || data.length <= SLICE) return undefined
  const texts: string[] = []
  let around: unknown
  for (let from = 0; from < data.length; from += SLICE) {
    const part = check({ ...(result as object), data: data.slice(from, from + SLICE) }) as {
      data: z.core.util.JSONType[]
    }
    texts.push(JSON.stringify(part.data).slice(1, -1))
    around ??= { ...part, data: [] }
    await setImmediate()
  }
  // Inside of a text its quotes would be escaped: this is the key.
  return new JsonText(JSON.stringify(around).replace('"data":[]', () => `"data":[${texts.join(',')}]`))
}
