import { MAX_ERASED_AT_ONCE } from '@ruam/contract/customers/erasure.ts'
import { type Db, inStore } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { type EraseRequest, eraseRequest } from './cursor.ts'
import { findErasedMatches } from './erased-match.ts'
import { type ErasureEntry, readErasures } from './erasure-list.ts'
import { hide } from './forget.ts'
import { peopleOf } from './person.ts'
import { erasedProfiles } from './queries.ts'

type Services = Pick<Core, 'lists' | 'pool' | 'jobs' | 'server' | 'servers' | 'config'>

/** Returns the erasures of the list, by store. */
export const erasuresByStore = async (core: Pick<Core, 'lists'>): Promise<Map<number, ErasureEntry[]>> =>
  Map.groupBy(await readErasures(core.lists), (entry) => entry.store_id)

/**
 * Hides all people whose erasure is missing in the database, because it is older, and starts the erasures again. Called before the server
 * accepts requests: nobody finds them, and no new profile is assigned the number of one of them.
 */
export async function eraseAgain(
  core: Services,
  db: Db,
  storeId: number,
  entries: readonly ErasureEntry[],
): Promise<void> {
  const store = await db.selectFrom('store').select('store_id').where('store_id', '=', storeId).executeTakeFirst()
  // The backup is older than the store.
  if (!store) return
  const known = await erasedProfiles(db, storeId)
  const begun = await db
    .selectFrom('job')
    .select('request')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'profile_erase')
    .where('status', 'in', ['pending', 'processing'])
    .execute()
  for (const { request } of begun) for (const id of eraseRequest(request as EraseRequest).profile_ids) known.add(id)
  const missing: ErasureEntry[] = []
  for (const entry of entries) {
    if (known.has(entry.profile_id)) continue
    known.add(entry.profile_id)
    missing.push(entry)
  }
  if (missing.length === 0) return
  const { ids } = await peopleOf(db, storeId, await findErasedMatches(core, db, storeId, missing))
  if (ids.length > 0) await hide(db, storeId, null, ids)
  for (let at = 0; at < missing.length; at += MAX_ERASED_AT_ONCE) {
    const again = missing.slice(at, at + MAX_ERASED_AT_ONCE)
    const request = { profile_ids: again.map(({ profile_id }) => profile_id), again }
    await startJob(core, db, storeId, null, { kind: 'profile_erase', request })
  }
}

/** Does so in each store of this server, in a transaction of its own. */
export async function applyErasuresAgain(core: Core): Promise<void> {
  const { isHere } = routerOf(core)
  for (const [storeId, entries] of await erasuresByStore(core))
    if (isHere(storeId)) await inStore(core.pool, storeId, (db) => eraseAgain(core, db, storeId, entries))
}
