import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'

/** Locks the live profiles among these until the caller's transaction ends, and returns their ids in order. */
export async function lockLiveProfiles(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${isLive()}
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}
