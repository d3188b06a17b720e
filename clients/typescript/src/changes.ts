import type { Ruam } from './client.ts'
import type { ChangeEvent } from './events.ts'
import { type Following, pagesFrom } from './pages.ts'

/**
 * Yields what changes in the store, in order, page by page and without end. Keep `cursor` once the events of its page are worked: after a
 * crash a page may come again, with the same ids. The first page of all has a cursor and no event. Pages without events move the cursor on.
 */
export async function* changes<Values>(ruam: Ruam<Values>, following: Following = {}) {
  const { signal } = following
  const pages = pagesFrom(
    (after) =>
      ruam.get('/open-api/v1/changes', {
        params: { query: after === undefined ? {} : { after } },
        ...(signal && { signal }),
      }),
    following,
  )
  for await (const { data, next_cursor: cursor } of pages) yield { events: data as ChangeEvent[], cursor }
}

/**
 * Yields each customer as it is now, by its last change, deleted and merged ones too, and then every later change without end. Several
 * changes of a customer may be one. Keep `cursor` once a customer is worked: after a crash the feed goes on there.
 */
export async function* changedProfiles<Values>(ruam: Ruam<Values>, following: Following & { since?: string } = {}) {
  const { since = '1970-01-01T00:00:00Z', signal } = following
  let { cursor } = following
  const pages = pagesFrom((after) => {
    const query = after === undefined ? { updated_since: since } : { cursor: after }
    return ruam.get('/open-api/v1/profiles', { params: { query }, ...(signal && { signal }) })
  }, following)
  for await (const { data, next_cursor } of pages) {
    // The cursor of a page is behind its last row: until then, the place before the page counts.
    for (const [place, profile] of data.entries())
      yield { profile, cursor: place === data.length - 1 ? next_cursor : cursor }
    cursor = next_cursor
  }
}
