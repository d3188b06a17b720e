import type { Core } from '../../platform/core/core.ts'
import { isHere } from '../../platform/core/core-servers.ts'
import { inStore } from '../../platform/core/db.ts'
import { startJob } from '../../platform/jobs/start.ts'
import { readErasures } from './erasure-list.ts'
import { erasedProfiles } from './queries.ts'

/**
 * Starts every erasure of the list that is missing in the database, because an older backup was restored. Called before the server
 * accepts requests, so that no new profile is assigned the number of an erased one.
 */
export async function applyErasuresAgain(
  core: Pick<Core, 'lists' | 'pool' | 'jobs' | 'server' | 'servers'>,
): Promise<void> {
  const byStore = Map.groupBy(await readErasures(core.lists), (entry) => entry.store_id)
  for (const [storeId, entries] of byStore) {
    if (!isHere(core, storeId)) continue
    await inStore(core.pool, storeId, async (db) => {
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
      for (const { request } of begun) known.add((request as { profile_id: number }).profile_id)
      for (const entry of entries) {
        if (known.has(entry.profile_id)) continue
        known.add(entry.profile_id)
        const request = { profile_id: entry.profile_id, again: entry }
        await startJob(core, db, storeId, null, { kind: 'profile_erase', request })
      }
    })
  }
}
