import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { claimed } from '../../work/fence.ts'
import { type Counts, countsGained } from '../consents/count-consents.ts'
import { type RunRow, runColumns } from './runs.ts'

/** Labels that the rows of a batch named, and names of those that were made for it. */
interface BatchLabels {
  named: readonly number[]
  made: readonly string[]
}

export interface BatchCounts {
  added: number
  updated: number
  duplicated: number
  failed: number
  conflict: number
  held: number
  activities: number
  erased: number
  unread_rows: number
  unread_cells: number
  keyless: number
}

/** Counts of a batch, with the labels of its rows and their answers to purposes. */
export type CountedBatch = BatchCounts & BatchLabels & { consents: Counts }

const labelsGained = (named: readonly number[], made: readonly string[]) => ({
  ...(named.length > 0 && {
    row_labels: sql<number[]>`array(select unnest(row_labels) union select unnest(${[...named]}::int[]) order by 1)`,
  }),
  ...(made.length > 0 && { new_labels: sql<string>`new_labels || ${JSON.stringify(made)}::jsonb` }),
})

/** Counts a batch in its own transaction. Nothing comes back for a worker that lost the run, or that counts a batch twice. */
export function countBatch(
  db: Db,
  storeId: number,
  { id, fence, kind }: Pick<RunRow, 'id' | 'fence' | 'kind'>,
  done: number,
  rows: number,
  { named, made, consents, ...counts }: CountedBatch,
) {
  return db
    .updateTable('run')
    .set({
      done: sql`done + ${rows}`,
      // A stream grows by what was sent.
      ...(kind === 'stream' && { total: sql`total + ${rows}` }),
      added: sql`added + ${counts.added}`,
      updated: sql`updated + ${counts.updated}`,
      duplicated: sql`duplicated + ${counts.duplicated}`,
      failed: sql`failed + ${counts.failed}`,
      conflict: sql`conflict + ${counts.conflict}`,
      held: sql`held + ${counts.held}`,
      activities: sql`activities + ${counts.activities}`,
      erased: sql`erased + ${counts.erased}`,
      unread_rows: sql`unread_rows + ${counts.unread_rows}`,
      unread_cells: sql`unread_cells + ${counts.unread_cells}`,
      keyless: sql`keyless + ${counts.keyless}`,
      ...(Object.keys(consents).length > 0 && { consents: countsGained(consents) }),
      ...labelsGained(named, made),
    })
    .where(claimed(storeId, { id, fence }))
    .where('done', '=', done)
    .returning(runColumns)
    .executeTakeFirst()
}

/** Counts of one of the runs that share a batch. */
export interface SharedCounts extends BatchCounts {
  id: number
  rows: number
}

/** Counts a batch of streams that the caller's transaction holds. */
export async function countShared(db: Db, storeId: number, counts: readonly SharedCounts[]): Promise<void> {
  await sql`
    update run r set done = done + c.rows, total = total + c.rows, added = r.added + c.added, updated = r.updated + c.updated,
      duplicated = r.duplicated + c.duplicated, failed = r.failed + c.failed, conflict = r.conflict + c.conflict,
      held = r.held + c.held, activities = r.activities + c.activities, erased = r.erased + c.erased,
      unread_rows = r.unread_rows + c.unread_rows, unread_cells = r.unread_cells + c.unread_cells, keyless = r.keyless + c.keyless
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) c (id bigint, rows int, added int, updated int, duplicated int, failed int,
      conflict int, held int, activities int, erased int, unread_rows int, unread_cells int, keyless int)
    where r.store_id = ${storeId} and r.id = c.id`.execute(db)
}

/**
 * Counts rows of an ended import that were taken with corrected cells; `conflict`: those among them that were conflicts before. Nothing
 * comes back for an import that is being undone.
 */
export function countCorrected(
  db: Db,
  storeId: number,
  { id }: Pick<RunRow, 'id'>,
  rows: number,
  conflict: number,
  { named, made, consents, ...counts }: CountedBatch,
) {
  return db
    .updateTable('run')
    .set({
      added: sql`added + ${counts.added}`,
      updated: sql`updated + ${counts.updated}`,
      duplicated: sql`duplicated + ${counts.duplicated}`,
      failed: sql`failed - ${rows}::int`,
      conflict: sql`conflict - ${conflict}::int`,
      activities: sql`activities + ${counts.activities}`,
      keyless: sql`keyless + ${counts.keyless}`,
      ...(Object.keys(consents).length > 0 && { consents: countsGained(consents) }),
      ...labelsGained(named, made),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('undone_to', '=', 0)
    .returning(runColumns)
    .executeTakeFirst()
}

/** Copies a run's figures to its data source (spec section 3: stats), whose run before may have been taken back. */
export async function copyStats(db: Db, storeId: number, id: number): Promise<void> {
  await db
    .updateTable('data_source')
    .from('run')
    .set({
      stats: sql`jsonb_build_object('total', run.total, 'pending', run.total - run.done, 'success', run.added, 'update', run.updated,
        'duplicate', run.duplicated, 'failed', run.failed, 'held', run.held)`,
      undone_at: null,
      updated_at: sql`greatest(clock_timestamp(), data_source.updated_at + interval '1 microsecond')`,
    })
    .where('run.store_id', '=', storeId)
    .where('run.id', '=', id)
    .whereRef('data_source.store_id', '=', 'run.store_id')
    .whereRef('data_source.id', '=', 'run.data_source_id')
    .execute()
}
