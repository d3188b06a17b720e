import { type RawBuilder, sql } from 'kysely'
import { isLive } from '../../customers/fields/live.ts'
import { fieldColumns } from '../../customers/fields/sql-types.ts'
import type { Db } from '../../database/db.ts'
import type { Entry, History } from './ownership.ts'

/** A customer whom an automation reached, or the one into whom such a customer was merged. */
export interface Reached extends History {
  live: boolean
  updated_at: string
  /** Rows of labels in question, by label. */
  labels: ReadonlyMap<number, LabelRow>
}

interface LabelRow {
  source: 'manual_add' | 'manual_remove' | 'import' | 'rule'
  run_id: number | null
  /** The run that gave it was undone. */
  run_undone: boolean
}

type Row = Pick<Reached, 'id' | 'live' | 'updated_at' | 'sources' | 'now'> & {
  labels: Record<string, LabelRow>
  entries: Entry[]
  undone: Record<string, { sources: History['sources']; befores: Record<string, unknown> }>
  givers: number[]
  /** Customer by merge. */
  merged: Record<string, number>
}

/** Keys of the journals: fields and labels. */
export interface Keys {
  fields: readonly number[]
  labels: readonly number[]
}

export const labelKey = (id: number) => `label:${id}`

/**
 * Reads customers and those into whom they were merged, with the journals of these keys. `locked`: locks them in order, until the transaction
 * ends.
 */
export async function readHistories(
  db: Db,
  storeId: number,
  ids: readonly number[],
  keys: Keys,
  { locked = false } = {},
): Promise<Reached[]> {
  if (ids.length === 0) return []
  const owners = await withHeirs(db, storeId, ids, locked)
  const all = [...keys.fields.map(String), ...keys.labels.map(labelKey)]
  const { rows } = await sql<Row>`
    select p.id, ${isLive('p')} as live, to_jsonb(p.updated_at) #>> '{}' as updated_at, p.sources, ${valuesOf(keys.fields)} as now,
      coalesce((select jsonb_object_agg(l.label_id, jsonb_build_object('source', l.source, 'run_id', l.run_id, 'run_undone',
          exists (select from run where store_id = l.store_id and id = l.run_id and undone_at is not null))) from profile_label l
        where l.store_id = ${storeId} and l.profile_id = p.id and l.label_id = any(${keys.labels}::int[])), '{}') as labels,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'source', c.source, 'source_id', c.source_id, 'undone', ${isUndone},
          'at', c.at, 'job', c.job, 'befores', coalesce(c.befores, '{}'), 'changes', c.changes, 'previous', c.previous, 'met_at', c.met_at, 'rose_at', c.rose_at) order by c.id)
        from profile_change c where c.store_id = ${storeId} and c.profile_id = p.id and c.changes ?| ${all}::text[]), '[]') as entries,
      coalesce((select jsonb_object_agg(n.run, jsonb_build_object('sources', n.sources, 'befores', f.befores || n.befores))
        from run_profile n join run on run.store_id = n.store_id and run.id = n.run and run.undone_at is not null
        cross join lateral (select coalesce(jsonb_object_agg(b.key, b.before), '{}') as befores from (
          select distinct on (v.key) v.key, v.value -> 0 as before from run_record r cross join lateral jsonb_each(r.changes) v
          where r.store_id = ${storeId} and r.profile_id = p.id and r.run = n.run and r.changes is not null
          order by v.key, r.record_no) b) f
        where n.store_id = ${storeId} and n.profile_id = p.id), '{}') as undone,
      coalesce((select jsonb_agg(r.id) from run r where r.store_id = ${storeId} and r.undone_at is not null and r.id in (
        select (v.value ->> 1)::bigint from profile_change c cross join lateral jsonb_each(c.previous) v
        where c.store_id = ${storeId} and c.profile_id = p.id and v.key = any(${keys.labels.map(labelKey)}::text[]) and v.value ->> 0 = 'run')), '[]') as givers,
      coalesce((select jsonb_object_agg(m.id, m.gone_id) from profile_merge m
        where m.store_id = ${storeId} and m.kept_id = p.id and m.undone_at is null), '{}') as merged
    from profile p where p.store_id = ${storeId} and p.id = any(${owners}::bigint[]) order by p.id`.execute(db)
  return linked(rows)
}

const isUndone = sql`(exists (select from job where job.store_id = c.store_id and job.id = c.job and job.undone_at is not null)
  or c.source = 'merge' and exists (select from profile_merge m
    where m.store_id = c.store_id and m.id = c.source_id and m.undone_at is not null))`

/** Values of these fields, by id. */
const valuesOf = (fields: readonly number[]): RawBuilder<unknown> =>
  sql`(jsonb_build_object(${sql.join(
    fields.flatMap((id) => {
      const column = fieldColumns.get(id)?.column
      return column ? [sql.lit(String(id)), sql.ref(`p.${column}`)] : []
    }),
  )}) || p.custom)`

/** Returns the customers and, to the end of each chain, those into whom they were merged. */
async function withHeirs(db: Db, storeId: number, ids: readonly number[], locked: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive owner as (
      select unnest(${ids}::bigint[]) as id
      union select heir.id from owner cross join lateral (
        select merged_into as id from profile where store_id = ${storeId} and id = owner.id offset 0) heir where heir.id is not null
    )
    select id from profile where store_id = ${storeId} and id = any(array(select id from owner))
    order by id ${locked ? sql`for no key update` : sql``}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Links customers with those that were merged into them. */
function linked(rows: readonly Row[]): Reached[] {
  const reached = new Map(
    rows.map(({ labels, undone, givers, merged: _, ...row }) => [
      row.id,
      {
        ...row,
        labels: new Map(Object.entries(labels).map(([id, label]) => [Number(id), label])),
        undoneRuns: new Map(Object.entries(undone).map(([run, found]) => [Number(run), found])),
        undoneGivers: new Set(givers),
        merged: new Map<number, History>(),
      },
    ]),
  )
  for (const { id, merged } of rows)
    for (const [merge, other] of Object.entries(merged)) {
      const history = reached.get(other)
      if (history) reached.get(id)!.merged.set(Number(merge), history)
    }
  return [...reached.values()]
}
