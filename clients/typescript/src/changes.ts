import { setTimeout as sleep } from 'node:timers/promises'
import type { Ruam } from './client.ts'

interface Following {
  /** Cursor of the last change that was worked; the feed goes on after it. */
  cursor?: string
  /** First time of interest, for the first run. */
  since?: string
  /** Milliseconds between two looks at a feed without news; 5,000 when left out. */
  everyMs?: number
  signal?: AbortSignal
}

/**
 * Yields customers by their last change, deleted and merged ones too, and waits for more without end. Keep `cursor` once a change is worked:
 * after a crash the feed goes on there, and no change is missed.
 */
export async function* changedProfiles<Values>(ruam: Ruam<Values>, following: Following = {}) {
  const { since = '1970-01-01T00:00:00Z', everyMs = 5000, signal } = following
  let { cursor } = following
  while (!signal?.aborted) {
    const query = cursor === undefined ? { updated_since: since } : { cursor }
    const page = await ruam.get('/open-api/v1/profiles', { params: { query }, signal })
    // The cursor of a page is behind its last row: until then, the place before the page counts.
    for (const [place, profile] of page.data.entries())
      yield { profile, cursor: place === page.data.length - 1 ? page.next_cursor : cursor }
    cursor = page.next_cursor
    if (!page.has_more) await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}
