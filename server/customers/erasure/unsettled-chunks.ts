import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Dissolves chunks of broadcasts that hold a person and were never called: their people are put into new ones, without the person. */
export async function leaveUntriedChunks(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with mine as materialized (
      select distinct broadcast_id, chunk from broadcast_recipient
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and status = 'queued' and chunk is not null
    ),
    gone as (
      delete from broadcast_chunk c using mine
      where c.store_id = ${storeId} and c.broadcast_id = mine.broadcast_id and c.id = mine.chunk and c.status = 'waiting' and c.tries = 0
      returning c.broadcast_id, c.id
    )
    update broadcast_recipient r set chunk = null from gone
    where r.store_id = ${storeId} and r.broadcast_id = gone.broadcast_id and r.chunk = gone.id and r.status = 'queued'`.execute(
    db,
  )
}

/** Returns whether the bytes of an unsettled chunk hold a person. A chunk that is being built is waited for. */
export async function isBeingSent(db: Db, storeId: number, ids: readonly number[]): Promise<boolean> {
  await sql`select from broadcast_recipient
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and status = 'queued'
    order by broadcast_id, position for update`.execute(db)
  const { rows } = await sql`
    select from broadcast_recipient r
    join broadcast_chunk c on c.store_id = ${storeId} and c.broadcast_id = r.broadcast_id and c.id = r.chunk and c.body is not null
    where r.store_id = ${storeId} and r.profile_id = any(${ids}::bigint[]) limit 1`.execute(db)
  return rows.length > 0
}
