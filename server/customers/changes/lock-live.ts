import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isFree, isLive } from '../fields/live.ts'

/** Locks the live profiles among these until the caller's transaction ends, and returns their ids in order. */
export const lockLiveProfiles = (db: Db, storeId: number, ids: readonly number[]): Promise<number[]> =>
  lockProfilesThat(db, storeId, ids, isLive())

/** The same without restricted profiles, for callers outside of the store. */
export const lockFreeProfiles = (db: Db, storeId: number, ids: readonly number[]): Promise<number[]> =>
  lockProfilesThat(db, storeId, ids, isFree())

async function lockProfilesThat(db: Db, storeId: number, ids: readonly number[], condition: RawBuilder<boolean>) {
  const { rows } = await sql<{ id: number }>`select id from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${condition}
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}
