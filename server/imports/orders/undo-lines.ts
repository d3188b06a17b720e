import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { recountOrders } from './recount.ts'

/**
 * Removes the lines of a run from the purchases of these people. A purchase with lines of other runs stays, as that of the first of
 * them; the others are left without lines for the caller to delete.
 */
export async function removeLines(db: Db, storeId: number, run: number, owners: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with gone as (
      delete from purchase_line l using activity a
      where a.store_id = ${storeId} and a.profile_id = any(${owners}::bigint[]) and l.store_id = a.store_id
        and l.activity_id = a.id and l.run_id = ${run} returning l.activity_id, l.id)
    select distinct g.activity_id as id from gone g
    where exists (select from purchase_line l where l.store_id = ${storeId} and l.activity_id = g.activity_id and l.run_id <> ${run})`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await sql`update activity a set run_id = l.run_id, row_no = l.row_no
    from unnest(${ids}::bigint[]) o (id)
    cross join lateral (select run_id, row_no from purchase_line
      where store_id = ${storeId} and activity_id = o.id order by id limit 1) l
    where a.store_id = ${storeId} and a.id = o.id and a.run_id = ${run}`.execute(db)
  await recountOrders(db, storeId, ids)
}
