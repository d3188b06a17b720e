import type { DataSource, DataSourceQuery, SourceOrigin } from '@ruam/contract/imports/data-sources.ts'
import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import { resumable } from '@ruam/contract/imports/status.ts'
import { sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'

/** A figure of a source of items with that of its open day. */
const figure = (stat: string, column: string) =>
  sql`${sql.lit(stat)}, coalesce((data_source.stats ->> ${sql.lit(stat)})::bigint, 0) + coalesce(sum(r.${sql.ref(column)}), 0)`

/** Counts of the last run of a file; of what programs sent, those of all days. */
const stats = sql<DataSource['stats']>`case when data_source.type = 'local_file' then data_source.stats else (
  select jsonb_build_object('pending', 0, ${sql.join([
    figure('total', 'total'),
    figure('success', 'added'),
    figure('update', 'updated'),
    figure('duplicate', 'duplicated'),
    figure('failed', 'failed'),
    figure('held', 'held'),
  ])}) from run r where r.store_id = data_source.store_id and r.data_source_id = data_source.id and r.kind = 'stream'
    and r.status = 'processing') end`.as('stats')

const columns = [
  'data_source.id',
  'data_source.name',
  'data_source.description',
  'data_source.status',
  'data_source.type',
  'data_source.enabled',
  stats,
  'data_source.undone_at',
  'data_source.created_at',
  'data_source.updated_at',
  sql<SourceOrigin>`case when data_source.credential_id is not null or data_source.built_in then 'program'
    when data_source.type = 'openapi' then 'connector' else 'file' end`.as('origin'),
  'data_source.credential_id as program_id',
] as const

const live = (db: Db, storeId: number) =>
  db
    .selectFrom('data_source')
    .leftJoin('users', 'users.id', 'data_source.created_by')
    .where('data_source.store_id', '=', storeId)
    .where('data_source.deleted_at', 'is', null)

/** Condition of the source of items from before programs were sources: listed while items are left there. */
const isShown = sql<boolean>`(not data_source.built_in or exists (select from run
  where run.store_id = data_source.store_id and run.data_source_id = data_source.id))`

const author = [
  'users.id as author_id',
  sql<string | null>`btrim(users.first_name || ' ' || users.last_name)`.as('author_name'),
] as const

/** Further filters of a list: any of these statuses, only these ids. */
interface Among {
  statuses?: readonly DataSourceStatus[] | undefined
  ids?: readonly number[]
}

export async function listDataSources(db: Db, storeId: number, q: DataSourceQuery, { statuses, ids }: Among = {}) {
  let rows = live(db, storeId).where(isShown)
  if (statuses) rows = rows.where('data_source.status', 'in', statuses)
  if (ids) rows = rows.where(sql<boolean>`data_source.id = any(${ids}::int[])`)
  if (q.keyword)
    rows = rows.where(
      sql<boolean>`name_key(data_source.name) like '%' || name_key(${escapeLike(canonicalText(q.keyword))}) || '%'`,
    )
  if (q.status) rows = rows.where('data_source.status', '=', q.status)
  if (q.type) rows = rows.where('data_source.type', '=', q.type)
  const from = q.created_from ?? q.start_datetime
  const to = q.created_to ?? q.end_datetime
  if (from) rows = rows.where('data_source.created_at', '>=', from)
  if (to) rows = rows.where('data_source.created_at', '<=', to)
  return pageRows(rows, q, (page) =>
    page
      .select([...columns, ...author])
      .orderBy(q.sort_by === 'name' ? sql`data_source.name collate "th-x-icu"` : `data_source.${q.sort_by}`, q.sort_dir)
      .orderBy('data_source.id', q.sort_dir),
  )
}

const withFile = (db: Db, storeId: number) =>
  live(db, storeId)
    .leftJoin('file', (join) =>
      join.onRef('file.store_id', '=', 'data_source.store_id').onRef('file.id', '=', 'data_source.file_id'),
    )
    .select([
      ...columns,
      ...author,
      'data_source.mapping',
      'data_source.mending',
      'data_source.version',
      'data_source.file_id',
      'file.name as file_name',
      'file.size as file_size',
      'file.type as file_type',
      'file.kind as file_kind',
      'file.row_count',
      'file.columns',
      'file.facts',
      'file.settings',
      'file.warnings',
      'file.load_status',
      'file.load_progress',
      'file.load_error',
      'file.header_signature',
    ])

export function findDataSource(db: Db, storeId: number, id: number) {
  return withFile(db, storeId).where('data_source.id', '=', id).executeTakeFirst()
}

/** States in which the wizard continues, or the file must be read again. */
const unfinished: DataSourceStatus[] = [...resumable, 'load_failed']

/** The newest data source that a person has begun and not brought to an end. */
export function findLatest(db: Db, storeId: number, userId: number) {
  return withFile(db, storeId)
    .where('data_source.created_by', '=', userId)
    .where('data_source.status', 'in', unfinished)
    .orderBy('data_source.updated_at', 'desc')
    .orderBy('data_source.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Mapping of the latest other data source with the same columns, deleted ones included. */
export async function findRemembered(db: Db, storeId: number, id: number, signature: string | null) {
  if (signature === null) return undefined
  const row = await db
    .selectFrom('data_source')
    .innerJoin('file', (join) =>
      join.onRef('file.store_id', '=', 'data_source.store_id').onRef('file.id', '=', 'data_source.file_id'),
    )
    .select(['data_source.id', 'data_source.name', 'data_source.mapping'])
    .where('data_source.store_id', '=', storeId)
    .where('data_source.id', '<>', id)
    .where('data_source.mapping', 'is not', null)
    .where('file.header_signature', '=', signature)
    .orderBy('data_source.updated_at', 'desc')
    .orderBy('data_source.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, name: row.name, mapping: row.mapping! }
}

/** What data sources have mapped, with the columns and rows of their files, by id. */
export async function mappedColumns(db: Db, storeId: number, ids: readonly number[]) {
  const rows = await db
    .selectFrom('data_source')
    .leftJoin('file', (join) =>
      join.onRef('file.store_id', '=', 'data_source.store_id').onRef('file.id', '=', 'data_source.file_id'),
    )
    .select(['data_source.id', 'data_source.mapping', 'data_source.file_id', 'file.columns', 'file.row_count'])
    .where('data_source.store_id', '=', storeId)
    .where(sql<boolean>`data_source.id = any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the id of the live data source whose file this is. */
export async function sourceOfFile(db: Db, storeId: number, fileId: number): Promise<number | undefined> {
  const row = await live(db, storeId).select('data_source.id').where('file_id', '=', fileId).executeTakeFirst()
  return row?.id
}

/** Ids of data sources whose real runs made or changed a profile and were not undone. */
export async function sourcesOfProfile(db: Db, storeId: number, profileId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct data_source_id as id from run
    where store_id = ${storeId} and kind = 'real' and undone_at is null and id = any(array(
      select origin_run from profile where store_id = ${storeId} and id = ${profileId} and origin_run is not null
      union select run from run_record
      where store_id = ${storeId} and profile_id = ${profileId} and changes is not null))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts data sources by type. */
export function countActivityTypes(db: Db, storeId: number) {
  return db
    .selectFrom('data_source')
    .select(['type', sql<number>`count(*)`.as('total')])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where(isShown)
    .groupBy('type')
    .orderBy('type')
    .execute()
}

/** True if a file belongs to a data source, or did before it was replaced. */
export async function isOwnedFile(db: Db, storeId: number, fileId: number): Promise<boolean> {
  const row = await live(db, storeId)
    .select('data_source.id')
    .where((e) =>
      e.or([
        e('data_source.file_id', '=', fileId),
        e.exists(
          e
            .selectFrom('run')
            .select('run.id')
            .where('run.store_id', '=', storeId)
            .where('run.file_id', '=', fileId)
            .whereRef('run.data_source_id', '=', 'data_source.id'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function nameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const row = await live(db, storeId)
    .select('data_source.id')
    .where(sql<boolean>`name_key(data_source.name) = name_key(${name})`)
    .executeTakeFirst()
  return row !== undefined
}
