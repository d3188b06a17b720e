import { importUndoJobs } from '@ruam/contract/imports/undo.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Sources } from '../changes/source.ts'
import type { MaskedValue } from '../profiles/masking.ts'

/** A change of a profile: one that was made outside a run, or a row of a file. */
export interface Entry {
  /** `c{id}`, `r{run}-{row}` or `m{id}`. */
  id: string
  profile_id: number
  at: string
  source: Sources[string][0]
  source_id: number | null
  /** The run that did it, or was undone by it. */
  run: number | null
  row_no: number | null
  /** True if this entry created the profile. */
  made: boolean
  /** Takes the first row of a run about the profile: labels of the run are shown with it. */
  first: boolean
  changes: Record<string, [before: unknown, after: unknown]>
}

/** Filter of a history. */
interface HistoryFilter {
  /** Changes of this field. */
  field?: number | undefined
  /** With them the file's row that made the profile, of which the journal keeps no values: it brought one for the field. */
  brought?: boolean
  /** Changes of this person. */
  user?: number | undefined
}

/**
 * Full history of these profiles, without menus that closed segments could give: they would tell who is in one. A row of a run has the time at which the run ended, because nothing else is written meanwhile. Rows
 * without a change are omitted, because no index finds them. If a run only gave labels, its first row about the profile is included.
 */
const journalOf = (storeId: number, ids: readonly number[], closed: ReadonlySet<number> = new Set()) => sql<Entry>`(
  select 'c' || c.id as id, c.profile_id, c.at, c.source, c.source_id,
    case when j.kind = ${importUndoJobs.run_undo.kind} then c.source_id end as run, null::int as row_no,
    c.source in ('user', 'api_key', 'line', 'facebook') and c.at = p.created_at as made, false as first, c.changes, c.id as place
  from profile_change c
    join profile p on p.store_id = c.store_id and p.id = c.profile_id
    left join job j on j.store_id = c.store_id and j.id = c.job
  where c.store_id = ${storeId} and c.profile_id = any(${ids}::bigint[])
  union all
  select 'r' || r.run || '-' || r.record_no, r.profile_id, coalesce(r.at, run.finished_at, run.started_at, run.created_at), 'run', null,
    r.run, r.record_no, false, r.first, r.changes, r.record_no
  from (
    select x.store_id, x.profile_id, x.run, x.record_no, x.changes, x.at, p.origin_run is distinct from x.run
      and x.record_no = min(x.record_no) over (partition by x.run, x.profile_id) as first
    from run_record x join profile p on p.store_id = x.store_id and p.id = x.profile_id
    where x.store_id = ${storeId} and x.profile_id = any(${ids}::bigint[]) and x.changes is not null
  ) r join run on run.store_id = r.store_id and run.id = r.run
  where run.kind <> 'dry'
    and (r.changes <> '{}' or r.first and exists (select from profile_label l where l.store_id = r.store_id
      and l.profile_id = r.profile_id and l.run_id = r.run and l.source in ('import', 'manual_remove')))
  union all
  select 'r' || p.origin_run || '-' || p.origin_row, p.id, p.created_at, 'run', null, p.origin_run, p.origin_row, true, true, '{}', 0
  from profile p join run on run.store_id = p.store_id and run.id = p.origin_run
  where p.store_id = ${storeId} and p.id = any(${ids}::bigint[])
  union all
  select 'm' || v.id, v.profile_id, v.at, 'system', null, null, null, false, false,
    jsonb_build_object('menu', jsonb_build_array(v.from_menu_id, v.to_menu_id), 'menu_label', jsonb_build_array(null, v.label_id)), v.id
  from rich_menu_move v
  where v.store_id = ${storeId} and v.profile_id = any(${ids}::bigint[]) and coalesce(v.label_id <> all(${[...closed]}::int[]), true)
    and not exists (select from rich_menu m where m.store_id = v.store_id and m.id in (v.from_menu_id, v.to_menu_id)
      and m.label_ids && ${[...closed]}::int[])
)`

/** Returns a page of the history of these profiles, newest first, and its total. */
export async function historyPage(
  db: Db,
  storeId: number,
  ids: readonly number[],
  { offset, limit, closed, ...filter }: HistoryFilter & { offset: number; limit: number; closed?: ReadonlySet<number> },
) {
  const journal = journalOf(storeId, ids, closed)
  const meant = meantBy(filter)
  const { rows } = await sql<Entry>`
    select id, profile_id, at, source, source_id, run, row_no, made, first, changes from ${journal} j where ${meant}
    order by at desc, made, run desc nulls first, place desc offset ${offset} limit ${limit}`.execute(db)
  const counted = await sql<HistoryFacts>`
    with j as materialized (select source, source_id, made, changes from ${journal} all_of_it)
    select (select count(*) from j where ${meant}) as total,
      array(select distinct source_id::int from j where source = 'user' and source_id is not null order by 1) as people,
      array(select distinct key::int from j cross join lateral jsonb_object_keys(changes) key where key ~ '^[0-9]+$' order by 1)
        as fields`.execute(db)
  return { entries: rows, ...counted.rows[0]! }
}

interface HistoryFacts {
  total: number
  /** Available authors and kinds, ignoring the filter. */
  people: number[]
  fields: number[]
}

function meantBy({ field, brought = false, user }: HistoryFilter) {
  const ofField =
    field === undefined
      ? sql`true`
      : sql`(changes ? ${String(field)} or (${brought}::boolean and made and source = 'run'))`
  return user === undefined ? ofField : sql`${ofField} and source = 'user' and source_id = ${user}`
}

/** One change of a profile; undefined when it has none of this id. */
export async function findEntry(db: Db, storeId: number, profileId: number, id: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select id, profile_id, at, source, source_id, run, row_no, made, first, changes
    from ${journalOf(storeId, [profileId])} j where id = ${id}`.execute(db)
  return rows[0]
}

export interface HistoryChange {
  field: number
  id: string
  at: string
  made: boolean
  before: MaskedValue
  after: MaskedValue
}

/** The first or the last change of each field of a profile. */
export async function fieldChanges(db: Db, storeId: number, profileId: number, which: 'first' | 'last') {
  const direction = sql.raw(which === 'first' ? 'asc' : 'desc')
  const { rows } = await sql<HistoryChange>`
    select distinct on (field) v.key::int as field, j.id, j.at, j.made, v.value -> 0 as before, v.value -> 1 as after
    from ${journalOf(storeId, [profileId])} j cross join lateral jsonb_each(j.changes) v
    where v.key ~ '^[0-9]+$'
    order by field, j.at ${direction}, j.run ${direction}, j.place ${direction}`.execute(db)
  return new Map(rows.map((row) => [row.field, row]))
}

/** The profiles whose history is this one's: itself, and those that are merged into it. */
export async function withMerged(db: Db, storeId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive merged as (
      select ${id}::bigint as id
      union
      select p.id from merged
        cross join lateral (select (changes -> 'merged' ->> 1)::bigint as other from profile_change
          where store_id = ${storeId} and profile_id = merged.id and changes ? 'merged' offset 0) c
        cross join lateral (select id, merged_into from profile where store_id = ${storeId} and id = c.other offset 0) p
      where p.merged_into = merged.id
    )
    select id from merged`.execute(db)
  return rows.map((row) => row.id)
}

/** The labels that runs gave to profiles who lacked them; one that was taken away by hand since is still among them. */
export async function labelsOfRuns(db: Db, storeId: number, profileIds: readonly number[], runs: readonly number[]) {
  if (runs.length === 0) return []
  return db
    .selectFrom('profile_label')
    .select(['profile_id', 'label_id', 'run_id'])
    .where('store_id', '=', storeId)
    .where('profile_id', 'in', profileIds)
    .where('run_id', 'in', runs)
    .where('source', 'in', ['import', 'manual_remove'])
    .orderBy('label_id')
    .execute()
}

/** The rows of files that made or changed these profiles, by run. Rows that only repeated what was known are left out. */
export async function rowsByRun(db: Db, storeId: number, ids: readonly number[], most: number) {
  const { rows } = await sql<{
    datasource_id: number
    name: string
    deleted: boolean
    run_id: string
    file_name: string
    rows: number[]
    row_total: number
    created: boolean
    at: string
    undone_at: string | null
  }>`
    with mentioned as (
      select origin_run as run, origin_row as row_no, true as made from profile
      where store_id = ${storeId} and id = any(${ids}::bigint[]) and origin_run is not null
      union all
      select run, record_no, false from run_record
      where store_id = ${storeId} and profile_id = any(${ids}::bigint[]) and changes is not null
    )
    select d.id as datasource_id, d.name, d.deleted_at is not null as deleted, run.run_id, coalesce(file.name, d.name) as file_name,
      (array_agg(m.row_no order by m.row_no))[1:${most}::int] as rows, count(*) as row_total, bool_or(m.made) as created,
      coalesce(run.finished_at, run.started_at, run.created_at) as at, run.undone_at
    from mentioned m
      join run on run.store_id = ${storeId} and run.id = m.run and run.kind <> 'dry'
      join data_source d on d.store_id = run.store_id and d.id = run.data_source_id
      left join file on file.store_id = run.store_id and file.id = run.file_id
    group by d.store_id, d.id, run.store_id, run.id, file.store_id, file.id
    order by at desc, run.id desc`.execute(db)
  return rows
}

/** Names of rich menus, by id. */
export async function menuNames(db: Db, storeId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('rich_menu')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
