import { setTimeout as sleep } from 'node:timers/promises'
import { RuamError } from './errors.ts'

export interface Following {
  /** Place to go on from: the cursor that was kept last. */
  cursor?: string | undefined
  /** Milliseconds between two looks without news; 5,000 when left out. */
  everyMs?: number | undefined
  /** Ends once everything up to now was read. */
  once?: boolean | undefined
  signal?: AbortSignal | undefined
}

interface Page {
  next_cursor: string
  has_more: boolean
}

/** Errors that go away by themselves. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof RuamError) || error.status === 429 || error.status >= 500

/**
 * Yields page after page, each read at the cursor of the one before. Once a page has come, a server that is away is waited for without end:
 * before that, the address may be wrong.
 */
export async function* pagesFrom<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
  { cursor, everyMs = 5000, once, signal }: Following,
): AsyncGenerator<P, void, undefined> {
  for (let hasCome = false; !signal?.aborted; ) {
    let page: P | undefined
    try {
      page = await read(cursor)
    } catch (error) {
      if (signal?.aborted) return
      if (!hasCome || !isPassing(error)) throw error
    }
    if (page) {
      hasCome = true
      yield page
      cursor = page.next_cursor
    }
    if (page?.has_more) continue
    if (page && once) return
    await sleep(everyMs, undefined, signal && { signal }).catch(() => {})
  }
}
