import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** How far the stream of a store reaches. */
export interface Reach {
  epoch: string
  /** Position of the newest change, and of the newest that was deleted. */
  position: number
  deleted_to: number
}

/**
 * Gives positions to the changes that are committed, in the order of their ids, and returns how far the stream reaches; undefined without a
 * reader. The row of the reader is locked until the commit: no position appears behind one that was read, however long a transaction was open.
 * Changes of one profile keep their order, for each id is drawn after the lock of the changed row.
 */
export async function givePositions(db: Db, storeId: number): Promise<Reach | undefined> {
  const reach = db
    .selectFrom('change_reader')
    .select(['epoch', 'position', 'deleted_to'])
    .where('store_id', '=', storeId)
  const waiting = await db
    .selectFrom('change')
    .select('id')
    .where('store_id', '=', storeId)
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) return reach.executeTakeFirst()
  const locked = await reach.forUpdate().executeTakeFirst()
  if (!locked) return undefined
  // A statement of its own: its snapshot is taken under the lock.
  const { rows } = await sql<{ position: number }>`
    with waiting as (
      select id, row_number() over (order by id) as nth from change where store_id = ${storeId} and position is null
    ), given as (
      update change c set position = ${locked.position}::bigint + w.nth from waiting w
      where c.store_id = ${storeId} and c.id = w.id returning c.position
    )
    update change_reader set position = greatest(position, (select max(position) from given))
    where store_id = ${storeId} returning position`.execute(db)
  return { ...locked, position: rows[0]!.position }
}
