import type { MendingRule } from '@ruam/contract/imports/mending.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { RunRow } from './runs.ts'

/** Counts of a preview when its unreadable cells were listed. */
export type CountsBefore = Pick<
  RunRow,
  | 'added'
  | 'updated'
  | 'duplicated'
  | 'failed'
  | 'conflict'
  | 'held'
  | 'activities'
  | 'erased'
  | 'unread_rows'
  | 'unread_cells'
  | 'keyless'
  | 'total'
>

/** State of a data source's mending. */
export interface MendingState {
  file_id: number
  /** Hash of the mapping without its rules: another one reads other cells. */
  mapping: string
  /** Null until the unreadable cells are listed. */
  before: CountsBefore | null
  /** Number of the last change. */
  last: number
  /** True if there are more cells than are listed. */
  capped: boolean
}

const hashOf = (mapping: string) => sql`md5((${sql.ref(mapping)} - 'mended' - 'unanswered')::text)`

/** True if the cells of a run's file are prepared for its mapping; `before`: and listed. */
export async function isListed(
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id' | 'data_source_id'>,
  before = false,
): Promise<boolean> {
  const { rows } = await sql<{ listed: boolean }>`
    select coalesce(d.mending ->> 'file_id' = r.file_id::text and d.mending ->> 'mapping' = ${hashOf('r.mapping')}
      and (not ${before}::boolean or d.mending ->> 'before' is not null), false) as listed
    from data_source d join run r on r.store_id = d.store_id and r.id = ${run.id}
    where d.store_id = ${storeId} and d.id = ${run.data_source_id}`.execute(db)
  return rows[0]?.listed ?? false
}

/** Notes that the cells of a run's file are prepared for its mapping, or listed: `before` are the counts then. */
export async function storeMending(
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id' | 'data_source_id'>,
  before: CountsBefore | null,
  capped = false,
): Promise<void> {
  await sql`update data_source d set mending = jsonb_build_object(
      'file_id', r.file_id, 'mapping', ${hashOf('r.mapping')}, 'before', ${before && JSON.stringify(before)}::jsonb,
      'last', coalesce((d.mending ->> 'last')::int, 0), 'capped', ${capped}::boolean)
    from run r
    where d.store_id = ${storeId} and d.id = ${run.data_source_id} and r.store_id = d.store_id and r.id = ${run.id}`.execute(
    db,
  )
}

/**
 * Notes a change of mended cells: rules as they are now, and the number of the change. Previews of before count no more. Returns the
 * version, or undefined if the status of the data source forbids a change.
 */
export async function changeMending(
  db: Db,
  storeId: number,
  id: number,
  { rules, last }: { rules: readonly MendingRule[]; last: number },
): Promise<number | undefined> {
  const row = await db
    .updateTable('data_source')
    .set({
      mapping: sql`jsonb_set(mapping, '{mended}', ${JSON.stringify(rules)}::jsonb)`,
      mending: sql`jsonb_set(mending, '{last}', to_jsonb(${last}::int))`,
      version: sql`version + 1`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('mending', 'is not', null)
    .where('status', 'in', ['ready', 'ready_to_update'])
    .returning('version')
    .executeTakeFirst()
  return row?.version
}
