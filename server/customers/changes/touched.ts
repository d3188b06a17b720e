import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/**
 * Notes profiles whose change shows in no later `updated_at`, for the change feed of the open API. Called by writers that remove profiles
 * or set their time back, in the transaction that does it.
 */
export async function noteTouched(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into profile_touch as t (store_id, profile_id)
    select ${storeId}::int, id from unnest(${ids}::bigint[]) id order by id
    on conflict (store_id, profile_id) do update set at = clock_timestamp()`.execute(db)
}
