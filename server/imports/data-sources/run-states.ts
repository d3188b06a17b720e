import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { OrderCounts } from '@ruam/contract/imports/order-lines.ts'
import type { ContactsAlone } from '@ruam/contract/imports/run-state.ts'
import type { RunStatus } from '@ruam/contract/imports/status.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { claim, claimed, stop } from '../../work/fence.ts'
import { insertRun, newRunId, type RunRow, runColumns } from './runs.ts'

/** A new dry run takes the place of an older one: that is cancelled, no run can start from it, and what all older ones recorded goes. */
export async function dropDryRuns(db: Db, storeId: number, dataSourceId: number): Promise<void> {
  const older = await db
    .updateTable('run')
    .set({
      status: sql<RunStatus>`case when status in ('pending', 'processing') then 'cancel' else status end`,
      finished_at: sql`coalesce(finished_at, clock_timestamp())`,
      fence: sql`fence + 1`,
      // It answers for no version of the mapping any more.
      version: -1,
    })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .where('kind', '=', 'dry')
    .returning('id')
    .execute()
  if (older.length === 0) return
  await db
    .deleteFrom('run_record')
    .where('store_id', '=', storeId)
    .where(
      'run',
      'in',
      older.map((run) => run.id),
    )
    .execute()
}

/**
 * Puts a new dry run, of the version that a data source has now, in the place of one before. It has the same run_id unless an import
 * began with that one. A worker of the one before loses it. Returns the id of the new row.
 */
export async function repeatDryRun(
  db: Db,
  storeId: number,
  { id, run_id, data_source_id, file_id, total }: RunRow,
  now: { version: number; mapping: MappingBody },
  userId: number,
): Promise<number> {
  await db.deleteFrom('run_record').where('store_id', '=', storeId).where('run', '=', id).execute()
  const { numDeletedRows } = await db
    .deleteFrom('run')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('kind', '=', 'dry')
    .where(sql<boolean>`not exists (select from run r where r.store_id = ${storeId} and r.dry_run_id = ${id})`)
    .executeTakeFirst()
  const kept = numDeletedRows > 0n ? run_id : newRunId(storeId, data_source_id)
  const values = { run_id: kept, data_source_id, kind: 'dry' as const, file_id: file_id!, total, ...now }
  return (await insertRun(db, storeId, userId, values)).id
}

/** Claims a run for a worker by raising its fence; nothing comes back when it is over. */
export function claimRun(db: Db, storeId: number, id: number) {
  return db
    .updateTable('run')
    .set({ ...claim, error: null })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returning(runColumns)
    .executeTakeFirst()
}

/** Forgets what a dry run has counted, so that it starts over. */
export function resetRun(db: Db, storeId: number, run: Pick<RunRow, 'id' | 'fence'>) {
  const zero = { added: 0, updated: 0, duplicated: 0, failed: 0, conflict: 0, held: 0, activities: 0, erased: 0 }
  return db
    .updateTable('run')
    .set({ ...zero, done: 0, unread_rows: 0, unread_cells: 0, keyless: 0, consents: '{}', new_labels: '[]' })
    .where(claimed(storeId, run))
    .returning(runColumns)
    .executeTakeFirstOrThrow()
}

/** Keeps others from claiming a run until the transaction ends; false for a worker that lost it. */
export async function lockRun(db: Db, storeId: number, run: Pick<RunRow, 'id' | 'fence'>): Promise<boolean> {
  return (
    (await db.selectFrom('run').select('id').where(claimed(storeId, run)).forUpdate().executeTakeFirst()) !== undefined
  )
}

/** Notes that a run waits for room on the disk. Returns undefined if it was cancelled, or is over. */
export function pauseRun(db: Db, storeId: number, id: number) {
  return db
    .updateTable('run')
    .set({ error: JSON.stringify({ name: 'waits_for_room' }) })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .where('cancel_requested', '=', false)
    .returning(runColumns)
    .executeTakeFirst()
}

/** Ends a run; nothing comes back for a worker that lost it. */
export function endRun(
  db: Db,
  storeId: number,
  id: number,
  fence: number,
  status: 'completed' | 'cancel' | 'failed',
  error?: { name: ErrorName; details?: Record<string, unknown> },
) {
  return db
    .updateTable('run')
    .set({ status, finished_at: sql`clock_timestamp()`, ...(error && { error: JSON.stringify(error) }) })
    .where(claimed(storeId, { id, fence }))
    .returning(runColumns)
    .executeTakeFirst()
}

/** Asks a run to stop. Nothing comes back when it is over. */
export function cancelRun(db: Db, storeId: number, dataSourceId: number, runId: string) {
  return db
    .updateTable('run')
    .set(stop)
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .where('run_id', '=', runId)
    .where('status', 'in', ['pending', 'processing'])
    .returning(runColumns)
    .executeTakeFirst()
}

/** Stores how many rows of a run are taken back; false when it was not `from` before. */
export async function undoneTo(db: Db, storeId: number, id: number, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ undone_to: to })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('undone_to', '=', from)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that a run is taken back; its data source says so as well when nothing was run since. */
export async function markUndone(db: Db, storeId: number, id: number): Promise<RunRow> {
  const run = await db
    .updateTable('run')
    .set({ undone_at: sql`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning(runColumns)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('data_source')
    .set({ undone_at: run.undone_at, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', run.data_source_id)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('run')
            .select('run.id')
            .where('run.store_id', '=', storeId)
            .where('run.data_source_id', '=', run.data_source_id)
            .where('run.kind', '<>', 'dry')
            .where('run.done', '>', 0)
            .where('run.id', '>', id),
        ),
      ),
    )
    .execute()
  return run
}

/** Stores which keys (ids of fields) the run distrusts, unless another worker has claimed it. */
export async function storeDistrusted(db: Db, storeId: number, { id, fence }: RunRow, fields: number[]): Promise<void> {
  await db
    .updateTable('run')
    .set({ distrusted_keys: fields })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute()
}

/** Stores how many people shared contacts alone tell apart, unless another worker has claimed the run. */
export async function storeContactsAlone(
  db: Db,
  storeId: number,
  { id, fence }: RunRow,
  alone: ContactsAlone,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ contacts_alone: JSON.stringify(alone) })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute()
}

/** Stores what a run found of orders. */
export async function storeOrders(db: Db, storeId: number, { id }: Pick<RunRow, 'id'>, orders: OrderCounts) {
  await db
    .updateTable('run')
    .set({ orders: JSON.stringify(orders) })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
