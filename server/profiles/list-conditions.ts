import type { ProfileFilter } from '@ruam/contract/profiles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ProfileColumn } from './queries.ts'
import { isFound, readKeyword, searchIds } from './search.ts'

/** One of the things a filter asks for. */
export interface Condition {
  /** Whether a row of `profile` fulfils it. */
  is: RawBuilder<boolean>
  /** The ids that fulfil it, by an index: at most `most` of them, each once; the newest or the oldest first where the index tells. */
  ids(most: number, order?: 'asc' | 'desc'): RawBuilder<{ id: number }>
  /** Whether these are live profiles alone: of others, deleted ones may be among them. */
  exact: boolean
  /** The columns of `profile` that `is` reads, besides the id. */
  reads: readonly ProfileColumn[]
  /** The time it is about. */
  instant?: 'created_at' | 'updated_at'
  /** The index tells only who may fulfil it: where many do, finding some of them by it takes as long as finding all. */
  scans?: true
}

/** What a filter asks for, one condition for each part of it that is given; last the keyword, whose ids cost the most. */
export function conditionsOf(storeId: number, filter: ProfileFilter): Condition[] {
  const conditions: Condition[] = []
  if (filter.source !== undefined) conditions.push(ofSource(storeId, filter.source))
  if (filter.labels) conditions.push(ofLabels(storeId, filter.labels))
  for (const instant of ['created', 'updated'] as const) {
    const [from, to] = [filter[`${instant}_from`], filter[`${instant}_to`]]
    if (from || to) conditions.push(ofTimes(storeId, `${instant}_at`, from, to))
  }
  if (filter.keyword) {
    const search = readKeyword(filter.keyword)
    const ids = (most: number) => searchIds(search, most)
    const reads = ['search_key', 'custom_search', 'custom', 'phone', 'email'] as const
    conditions.push({ is: isFound(search), ids, exact: true, reads, scans: true })
  }
  return conditions
}

/** Made or changed by a real run of the data source, unless that was undone. */
function ofSource(storeId: number, source: number): Condition {
  // An array, so that it is settled once and its runs are looked up by index.
  const runs = sql`(array(select id from run
    where store_id = ${storeId} and data_source_id = ${source} and kind = 'real' and undone_at is null))`
  return {
    is: sql`(origin_run = any(${runs}) or exists (
      select from run_record r where r.store_id = ${storeId} and r.profile_id = profile.id and r.changes is not null
        and r.run = any(${runs})))`,
    ids: (most) => sql`(
      (select id from profile where store_id = ${storeId} and origin_run = any(${runs}) and origin_run is not null limit ${most})
      union all
      (select distinct profile_id as id from run_record r
        where store_id = ${storeId} and run = any(${runs}) and changes is not null and not exists (
          select from profile p where p.store_id = ${storeId} and p.id = r.profile_id and p.origin_run = any(${runs})) limit ${most})
      limit ${most})`,
    exact: false,
    reads: ['origin_run'],
  }
}

/** Carrying any of the labels, given by hand, by a rule or by an import. */
function ofLabels(storeId: number, labels: readonly number[]): Condition {
  const given = sql`store_id = ${storeId} and label_id = any(${labels}::int[]) and source <> 'manual_remove'`
  const each = sql.raw(labels.length === 1 ? '' : 'distinct')
  return {
    is: sql`exists (select from profile_label where profile_id = profile.id and ${given})`,
    ids: (most, order = 'desc') => sql`(
      select ${each} profile_id as id from profile_label where ${given} order by profile_id ${sql.raw(order)} limit ${most})`,
    exact: false,
    reads: [],
  }
}

function ofTimes(storeId: number, instant: 'created_at' | 'updated_at', from?: string, to?: string): Condition {
  const column = sql.ref(instant)
  const is = sql<boolean>`${column} between ${from ?? '-infinity'} and ${to ?? 'infinity'}`
  return {
    is,
    ids: (most, order = 'asc') => sql`(select id from profile
      where store_id = ${storeId} and deleted_at is null and merged_into is null and ${is}
      order by ${column} ${sql.raw(order)} limit ${most})`,
    exact: true,
    reads: [instant],
    instant,
  }
}
