import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { insertStream, openStreamOf } from './open-streams.ts'
import type { RunRow } from './runs.ts'

/** Name of the connector that takes items in our own field names. */
const BUILT_IN_NAME = 'Open API'

/** Items name their fields themselves. */
const streamMapping: MappingBody = {
  activity_id: null,
  activity_key: null,
  equal_activities: 'once',
  lines: null,
  labels: [],
  row_labels: { columns: [], unknown: 'skip' },
  consents: [],
  number_column: null,
  line_account_id: null,
  mapping: [],
  match: { keys: [], mode: 'both', keyless: 'fail' },
  every_row_is_new: false,
  unreadable_cells: 'empty',
  mended: [],
}

/** Returns the store's built-in connector, which is made with its first request. */
export async function builtInConnector(db: Db, storeId: number): Promise<number> {
  const found = () =>
    db
      .selectFrom('data_source')
      .select('id')
      .where('store_id', '=', storeId)
      .where('built_in', '=', true)
      .executeTakeFirst()
  const known = await found()
  if (known) return known.id
  await db
    .insertInto('data_source')
    .values({ store_id: storeId, name: BUILT_IN_NAME, type: 'openapi', status: 'success', built_in: true })
    .onConflict((conflict) => conflict.column('store_id').where('built_in', '=', true).doNothing())
    .execute()
  return (await found())!.id
}

/** Returns the stream of today (UTC), held for the transaction of the caller; `end` ends one of an earlier day. */
export async function streamOfToday(
  db: Db,
  storeId: number,
  dataSourceId: number,
  end: (stream: RunRow) => Promise<unknown>,
): Promise<RunRow> {
  const open = await openStreamOf(db, storeId, dataSourceId)
  if (open && !(await isOld(db, open))) return open
  if (open) await end(open)
  return insertStream(db, storeId, dataSourceId, streamMapping)
}

/** Gives an open stream the mapping of now. Labels of earlier ones stay, so that an undo finds them. */
export async function mapStream(
  db: Db,
  storeId: number,
  run: RunRow,
  mapping: MappingBody,
  version: number,
): Promise<RunRow> {
  const labels = [...new Set([...run.mapping.labels, ...mapping.labels])]
  await db
    .updateTable('run')
    .set({ mapping: JSON.stringify({ ...mapping, labels }), version })
    .where('store_id', '=', storeId)
    .where('id', '=', run.id)
    .execute()
  return { ...run, mapping: { ...mapping, labels }, version }
}

async function isOld(db: Db, { started_at }: RunRow): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select ${started_at}::timestamptz < date_trunc('day', clock_timestamp(), 'UTC') as old`.execute(db)
  return rows[0]!.old
}

/** Adds a stream's figures to its data source, which has those of all its life. */
export async function addStats(db: Db, storeId: number, run: RunRow): Promise<void> {
  const sum = (name: string, more: number) =>
    sql`${sql.lit(name)}, coalesce((stats ->> ${sql.lit(name)})::bigint, 0) + ${more}::bigint`
  await db
    .updateTable('data_source')
    .set({
      stats: sql`jsonb_build_object(${sum('total', run.total)}, 'pending', 0, ${sum('success', run.added)},
        ${sum('update', run.updated)}, ${sum('duplicate', run.duplicated)}, ${sum('failed', run.failed)}, ${sum('held', run.held)})`,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', run.data_source_id)
    .execute()
}
