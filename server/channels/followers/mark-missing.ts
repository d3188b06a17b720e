import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { AccountRow } from '../accounts/queries.ts'
import { afterStates } from '../friends/apply-states.ts'
import { changeListed, countListed, listedFriends } from '../friends/listed.ts'
import { fetchPage } from './fetch-page.ts'

// Friends who left while no event came. LINE's list takes back only its own states: a friend by an event stays one.

/** Share of the friends that LINE counted yesterday that a list must have: a shorter one may be cut off. */
const WHOLE = 0.95
/** Ids that are held in memory, 100 bytes each. Friends of a larger list are not marked. */
const MAX_IDS = 300_000
/** Friends per block. */
const BLOCK = 1000

/** Returns true if friends that LINE's list once had are not in the list of `seen` ids, `met` of them known before. */
export async function hasMissing(
  db: Db,
  storeId: number,
  account: AccountRow,
  { seen, met }: { seen: number; met: number },
) {
  const { friends_at_line } = account
  if (friends_at_line === null || seen < friends_at_line * WHOLE || seen > MAX_IDS) return false
  return (await countListed(db, storeId, account.id)) > met
}

/**
 * Reads the list a second time and marks friends who are missing again as blocked. One who comes back is a friend again by the next list
 * or event.
 */
export async function markMissing(
  { core, storeId, signal, block }: JobContext<{ account: number }>,
  account: AccountRow,
): Promise<void> {
  const there = new Set<string>()
  for (let next: string | null | undefined; next !== null; ) {
    const page = await fetchPage({ core, storeId, account, signal }, next ?? null)
    // The next list decides.
    if (!page || there.size + page.ids.length > MAX_IDS || (page.next !== null && page.next === next)) return
    for (const id of page.ids) there.add(id)
    next = page.next
  }
  if (there.size < (account.friends_at_line ?? Number.POSITIVE_INFINITY) * WHOLE) return
  for (let after = ''; ; ) {
    const ids = await inStore(core.pool, storeId, (db) => listedFriends(db, storeId, account.id, after, BLOCK))
    if (ids.length === 0) return
    const missing = ids.filter((id) => !there.has(id))
    if (missing.length > 0)
      await block(async (db) => {
        await byIndexes(db)
        const customers = await changeListed(db, storeId, account, missing, 'blocked')
        await afterStates(
          db,
          storeId,
          customers.map((profile_id) => ({ channel_id: account.id, profile_id })),
        )
        return { changed: missing.length }
      })
    after = ids.at(-1)!
  }
}
