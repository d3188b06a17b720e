import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { insertStream, openStreamsOf } from './open-streams.ts'
import type { RunRow } from './runs.ts'

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

/** Returns the streams of today of these sources, held for the transaction of the caller; `end` ends those of earlier days. */
export async function streamsOfToday(
  db: Db,
  storeId: number,
  sources: readonly number[],
  end: (stream: RunRow) => Promise<unknown>,
): Promise<Map<number, RunRow>> {
  const streams = new Map<number, RunRow>()
  for (const { is_old, ...stream } of await openStreamsOf(db, storeId, sources))
    if (is_old) await end(stream)
    else streams.set(stream.data_source_id, stream)
  for (const source of sources)
    if (!streams.has(source)) streams.set(source, await insertStream(db, storeId, source, streamMapping))
  return streams
}

/** Returns the stream of today of one source. */
export async function streamOfToday(
  db: Db,
  storeId: number,
  source: number,
  end: (stream: RunRow) => Promise<unknown>,
): Promise<RunRow> {
  return (await streamsOfToday(db, storeId, [source], end)).get(source)!
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
