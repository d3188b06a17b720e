import { randomInt } from 'node:crypto'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import { importUndoJobs } from '@ruam/contract/imports/undo.ts'
import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { refuseWithoutKeys } from './mapping-problem.ts'

/** Records needed by an undo are purged then (auth.purge). */
const undoTime = sql`make_interval(days => ${sql.lit(UNDO_DAYS)})`

/** Columns of every query that returns runs. */
export const runColumns = [
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
  'run.contacts_alone',
  'run.new_labels',
  'run.consents',
  'run.orders',
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
  return `run_${storeId}_${dataSourceId}_${databaseNow()}_${random}`
}

/** Throws `match_keys_missing`, and when the store runs one already (index run_one_per_store). */
export function insertRun(db: Db, storeId: number, userId: number, run: NewRun) {
  refuseWithoutKeys(run.mapping)
  return db
    .insertInto('run')
    .values({ ...run, mapping: JSON.stringify(run.mapping), store_id: storeId, created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

export function findRun(db: Db, storeId: number, dataSourceId: number, runId: string) {
  return db
    .selectFrom('run')
    .select(runColumns)
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', dataSourceId)
    .where('run_id', '=', runId)
    .executeTakeFirst()
}

/**
 * The run that an id stands for. A dry run and the real one that began with it are one thing to a caller with either's id: that is the
 * real one once there is one, with `kind` the preview.
 */
export async function findRequestedRun(db: Db, storeId: number, dataSourceId: number, runId: string, kind?: 'dry') {
  const named = await findRun(db, storeId, dataSourceId, runId)
  if (!named || named.kind === (kind ?? 'real')) return named
  const others = db.selectFrom('run').select(runColumns).where('store_id', '=', storeId)
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
    .select([...runColumns, 'data_source.version as source_version'])
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
  const run = db.selectFrom('run').select(runColumns).where('store_id', '=', storeId).where('id', '=', id)
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
  const data = await rows.select(runColumns).orderBy('id', order).offset(offset).limit(limit).execute()
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
export async function runSourceNames(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
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

/** Number of rows of a run with a status. */
export function totalOf(run: RunRow, status: RecordFilter): number {
  const { added, updated, duplicated, failed, conflict, held, done, unread_rows } = run
  return {
    all: done,
    added,
    updated,
    duplicated,
    failed,
    conflict,
    held,
    faulty: failed - conflict - held,
    to_mend: failed - held,
    unread: unread_rows,
  }[status]
}
