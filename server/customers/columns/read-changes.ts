import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { fieldColumns } from '../fields/sql-types.ts'
import { versionIn } from './load.ts'
import { stateOf } from './read-rows.ts'
import { changedIds } from './refresh.ts'
import type { PeopleRows, StoreColumns } from './store-columns.ts'

/** Maximum changed profiles that are read in the message of a call. More are read by `refresh`. */
const FEW_CHANGED = 500

/** Separates profiles; their values are separated by line feeds. JSON escapes both. */
const SEPARATOR = '\x1e'

interface Changes {
  ids: string | null
  states: string | null
  changed: string | null
  values: string | null
  changed_count: number
  live: number | null
  versions: Record<string, string>
  time_zone: string
  /** Packed sets of profiles with labels. */
  labelled: string
  /** A packed set of friends on LINE. */
  friends: string
  has_line: boolean
}

/** Each label is looked up by itself, so that one plan is left. */
const labelledIds = (
  storeId: number,
) => sql`select array_agg(own.id)::text from unnest(each.label_ids) wanted (label_id)
  cross join lateral (select profile_id as id from profile_label
    where store_id = ${storeId} and label_id = wanted.label_id and source <> 'manual_remove' offset 0) own`

/**
 * The changes of a store since a time, and sets of ids with the same snapshot. One text for all stores and fields: `keys` are columns and
 * ids of fields, `own` the latter alone, `labels` an array of arrays.
 */
const changesRow = prepared(
  'column_changes',
  (_, storeId: number, since: string, keys: string, own: string, labels: string, withFriends: boolean) => sql<Changes>`
    with changed as materialized (${changedIds(storeId, since, FEW_CHANGED)}),
    now as materialized (
      select string_agg(id::text, ',') as ids, string_agg(state::text, '') as states, string_agg(changed::text, ',') as changed,
        string_agg(texts, ${sql.lit(SEPARATOR)}) as values
      from (select who.id, ${stateOf} as state, coalesce((date_part('epoch', p.updated_at) * 1000000)::bigint, 0) as changed,
          (select string_agg(coalesce(case when key ~ '^[0-9]' then (p.custom -> key)::text else nullif((whole -> key)::text, 'null') end, ''),
            E'\\n' order by place) from unnest(${keys}::text[]) with ordinality field (key, place)) as texts
        from changed who
        left join lateral (select *, to_jsonb(profile) as whole from profile where store_id = ${storeId} and id = who.id offset 0) p on true
        order by who.id) rows)
    select now.*, (select count(*) from changed) as changed_count,
      (select live from profile_total where store_id = ${storeId}) as live,
      (select coalesce(jsonb_object_agg(id, updated_at), '{}') from profile_field
        where store_id = ${storeId} and id = any(${own}::int[]) and converting_to is null) as versions,
      (select time_zone from store where store_id = ${storeId}) as time_zone,
      (select coalesce(string_agg(concat((${labelledIds(storeId)}), ';'), '' order by place), '') from (select place, array(select jsonb_array_elements_text(one)::int) as label_ids
        from jsonb_array_elements(${labels}::jsonb) with ordinality given (one, place) offset 0) each) as labelled,
      case when line.has and ${withFriends}::boolean then (select concat(array_agg(distinct profile_id)::text, ';') from channel_friend
        where store_id = ${storeId} and channel_type = any('{lineOA,lineModule}') and status = 'friend') else ';' end as friends, line.has as has_line
    from now, (select exists (select from channel where store_id = ${storeId} and type in ('lineOA', 'lineModule')) as has offset 0) line`,
)

/** Statement for the changes since these columns were settled. */
export function changesRead(
  storeId: number,
  { columns, settled }: StoreColumns,
  { labels, friends }: { labels: readonly (readonly number[])[]; friends: boolean },
) {
  const fields = [...columns.keys()]
  const keys = fields.map((id) => fieldColumns.get(id)?.column ?? String(id))
  const own = fields.filter((id) => !fieldColumns.has(id))
  return changesRow(storeId, settled, `{${keys.join(',')}}`, `{${own.join(',')}}`, JSON.stringify(labels), friends)
}

/** Brings columns up to date. Returns false if `refresh` has to decide: too much has changed, or the columns are of no use any more. */
export function applyChanges(columns: StoreColumns, settled: string, now: Changes): boolean {
  const fields = [...columns.columns.keys()]
  if (now.changed_count > FEW_CHANGED) return false
  if (fields.some((id) => versionIn(now.versions, id) !== columns.columns.get(id)!.version)) return false
  columns.write(unpackChanges(now, fields))
  columns.settled = settled
  return columns.liveCount === now.live
}

function unpackChanges({ ids, states, changed, values }: Changes, fields: readonly number[]): PeopleRows {
  const rows = values === null ? [] : values.split(SEPARATOR).map((texts) => texts.split('\n'))
  const numbers = (texts: string | null) => Float64Array.from(texts?.split(',') ?? [], Number)
  return {
    ids: numbers(ids),
    states: Uint8Array.from(states ?? '', Number),
    changed: numbers(changed),
    values: new Map(fields.map((field, place) => [field, rows.map((texts) => texts[place]!)])),
  }
}
