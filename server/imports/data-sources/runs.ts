import { randomInt } from 'node:crypto'
import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { RunStatus } from '@ruam/contract/imports/status.ts'
import { importUndoJobs } from '@ruam/contract/imports/undo.ts'
import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../platform/core/db.ts'
import { claim, claimed, stop } from '../../platform/core/fence.ts'

/** Records needed by an undo are purged then (auth.purge). */
const undoTime = sql`make_interval(days => ${sql.lit(UNDO_DAYS)})`

const columns = [
  'run.id',
  'run.run_id',
  'run.data_source_id',
  'run.kind',
  'run.status',
  'run.version',
  'run.mapping',
  'run.file_id',
  'run.dry_run_id',
  'run.total',
  'run.done',
  'run.added',
  'run.updated',
  'run.duplicated',
  'run.failed',
  'run.conflict',
  'run.held',
  'run.activities',
  'run.erased',
  'run.unread_rows',
  'run.unread_cells',
  'run.keyless',
  'run.error',
  'run.fence',
  'run.cancel_requested',
  'run.created_by',
  'run.created_at',
  'run.started_at',
  'run.finished_at',
  'run.undone_at',
  'run.undone_to',
  'run.row_labels',
  'run.distrusted_keys',
  'run.new_labels',
  'run.follow',
  sql<string | null>`case when run.kind <> 'dry' and run.done > 0 and run.undone_at is null
    and (run.kind = 'stream' or run.status in ('completed', 'cancel', 'failed'))
    and coalesce(run.finished_at, now()) > now() - ${undoTime}
    then coalesce(run.finished_at, now()) + ${undoTime} end`.as('undoable_until'),
  sql<
    number | null
  >`(select j.id from job j where j.store_id = run.store_id and j.kind = ${sql.lit(importUndoJobs.run_undo.kind)}
    and j.status in ('pending', 'processing') and j.request ->> 'run' = run.id::text)`.as('undo_job_id'),
  sql<string | null>`case when run.undone_at is not null then (select btrim(u.first_name || ' ' || u.last_name)
    from job j join users u on u.id = j.created_by where j.store_id = run.store_id
      and j.kind = ${sql.lit(importUndoJobs.run_undo.kind)} and j.request ->> 'run' = run.id::text
    order by j.id desc limit 1) end`.as('undone_by'),
  sql<string | null>`(select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = run.created_by)`.as(
    'author_name',
  ),
] as const

interface NewRun {
  run_id: string
  data_source_id: number
  kind: 'dry' | 'real'
  version: number
  mapping: MappingBody
  file_id: number
  total: number
  dry_run_id?: number
  follow?: Follow | undefined
}

/** Condition for the real run to follow a dry run by itself. */
export type Follow = 'always' | 'unless_failed'

/** run_{store}_{datasource}_{unix_ms}_{8 base36} (spec section 4). */
export function newRunId(storeId: number, dataSourceId: number): string {
  const random = randomInt(0, 36 ** 8)
    .toString(36)
    .padStart(8, '0')
  return `run_${storeId}_${dataSourceId}_${Date.now()}_${random}`
}

/** Throws when the store runs one already (index run_one_per_store). */
export function insertRun(db: Db, storeId: number, userId: number, run: NewRun) {
  return db
    .insertInto('run')
    .values({ ...run, mapping: JSON.stringify(run.mapping), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Returns the open stream of a connector, held for the caller's transaction. */
export function openStreamOf(db: Db, storeId: number, dataSourceId: number) {
  return openStreams(db, storeId).where('data_source_id', '=', dataSourceId).forUpdate().executeTakeFirst()
}

const openStreams = (db: Db, storeId: number) =>
  db
    .selectFrom('run')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('kind', '=', 'stream')
    .where('status', '=', 'processing')

/** Open streams of earlier days (UTC), held for the caller's transaction. */
export function oldStreams(db: Db, storeId: number) {
  return openStreams(db, storeId)
    .where('started_at', '<', sql<string>`date_trunc('day', now(), 'UTC')`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Open streams of deleted data sources, held for the caller's transaction. */
export function streamsOfDeleted(db: Db, storeId: number) {
  return openStreams(db, storeId)
    .where(sql<boolean>`exists (select from data_source d
      where d.store_id = run.store_id and d.id = run.data_source_id and d.deleted_at is not null)`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Begins a stream of a connector. Throws when one is open (index run_one_stream). */
export function insertStream(db: Db, storeId: number, dataSourceId: number, mapping: MappingBody) {
  return db
    .insertInto('run')
    .values({
      store_id: storeId,
      run_id: newRunId(storeId, dataSourceId),
      data_source_id: dataSourceId,
      kind: 'stream',
      status: 'processing',
      version: 0,
      mapping: JSON.stringify(mapping),
      total: 0,
      started_at: sql`clock_timestamp()`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

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

export function findRun(db: Db, storeId: number, dataSourceId: number, runId: string) {
  return db
    .selectFrom('run')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

/**
 * The run that an id stands for. A dry run and the real one that began with it are one thing to a caller with either's id: that is the
 * real one once there is one, with `kind` the preview.
 */
export async function findRunAsked(db: Db, storeId: number, dataSourceId: number, runId: string, kind?: 'dry') {
  const named = await findRun(db, storeId, dataSourceId, runId)
  if (!named || named.kind === (kind ?? 'real')) return named
  const others = db.selectFrom('run').select(columns).where('store_id', '=', storeId)
  if (named.kind === 'real') return others.where('id', '=', named.dry_run_id).executeTakeFirst()
  const real = await others.where('dry_run_id', '=', named.id).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return real ?? named
}

/** A run of a live data source by its number. */
export function findRunByNumber(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('run')
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'run.store_id').onRef('data_source.id', '=', 'run.data_source_id'),
    )
    .select([...columns, 'data_source.version as source_version'])
    .where('run.store_id', '=', storeId)
    .where('run.id', '=', id)
    .where('data_source.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The run of a data source that waits or is at work, a real one first. */
export function activeRun(db: Db, storeId: number, dataSourceId: number) {
  return db
    .selectFrom('run')
    .select('run_id')
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .where('status', 'in', ['pending', 'processing'])
    .orderBy('kind', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function runById(db: Db, storeId: number, id: number) {
  const run = db.selectFrom('run').select(columns).where('store_id', '=', storeId).where('id', '=', id)
  return run.executeTakeFirstOrThrow()
}

export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>

interface RunPage {
  offset: number
  limit: number
  order?: 'asc' | 'desc'
  number?: number | undefined
}

/** A page of the runs of a data source, the newest first unless sorted otherwise; `number`: this one alone. */
export async function listRuns(
  db: Db,
  storeId: number,
  dataSourceId: number,
  { offset, limit, order = 'desc', number }: RunPage,
) {
  let rows = db.selectFrom('run').where('store_id', '=', storeId).where('data_source_id', '=', dataSourceId)
  if (number !== undefined) rows = rows.where('id', '=', number)
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const data = await rows.select(columns).orderBy('id', order).offset(offset).limit(limit).execute()
  return { data, total }
}

export async function latestRuns(db: Db, storeId: number, dataSourceId: number) {
  const rows = await db
    .selectFrom('run')
    .select(['kind', 'run_id'])
    .distinctOn('kind')
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.kind, row.run_id]))
}

/** The name of the data source of each of these runs. */
export async function sourceNames(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('run')
    .innerJoin('data_source', (join) =>
      join.onRef('data_source.store_id', '=', 'run.store_id').onRef('data_source.id', '=', 'run.data_source_id'),
    )
    .select(['run.id', 'data_source.name'])
    .where('run.store_id', '=', storeId)
    .where('run.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Claims a run for a worker by raising its fence; nothing comes back when it is over. A dry run starts over, a real one goes on. */
export function claimRun(db: Db, storeId: number, id: number) {
  const fromStart = sql<number>`case when kind = 'dry' then 0 else`
  return db
    .updateTable('run')
    .set({
      ...claim,
      done: sql`${fromStart} done end`,
      added: sql`${fromStart} added end`,
      updated: sql`${fromStart} updated end`,
      duplicated: sql`${fromStart} duplicated end`,
      failed: sql`${fromStart} failed end`,
      conflict: sql`${fromStart} conflict end`,
      held: sql`${fromStart} held end`,
      activities: sql`${fromStart} activities end`,
      erased: sql`${fromStart} erased end`,
      unread_rows: sql`${fromStart} unread_rows end`,
      unread_cells: sql`${fromStart} unread_cells end`,
      keyless: sql`${fromStart} keyless end`,
      new_labels: sql`case when kind = 'dry' then '[]' else new_labels end`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returning(columns)
    .executeTakeFirst()
}

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
  { named, made, ...counts }: BatchCounts & BatchLabels,
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
      ...labelsGained(named, made),
    })
    .where(claimed(storeId, { id, fence }))
    .where('done', '=', done)
    .returning(columns)
    .executeTakeFirst()
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
  { named, made, ...counts }: BatchCounts & BatchLabels,
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
      ...labelsGained(named, made),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('undone_to', '=', 0)
    .returning(columns)
    .executeTakeFirst()
}

/** Keeps others from claiming a run until the transaction ends; false for a worker that lost it. */
export async function holdRun(db: Db, storeId: number, run: Pick<RunRow, 'id' | 'fence'>): Promise<boolean> {
  return (
    (await db.selectFrom('run').select('id').where(claimed(storeId, run)).forUpdate().executeTakeFirst()) !== undefined
  )
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
    .returning(columns)
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
    .returning(columns)
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
    .returning(columns)
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
export async function keepDistrusted(db: Db, storeId: number, { id, fence }: RunRow, fields: number[]): Promise<void> {
  await db
    .updateTable('run')
    .set({ distrusted_keys: fields })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute()
}
