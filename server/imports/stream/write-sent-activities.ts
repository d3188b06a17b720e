import type pg from 'pg'
import type { Decision } from '../run/decide.ts'
import { linesFrom, linesOf } from '../run/lines.ts'
import type { AddedActivities } from '../run/write-activities.ts'
import type { ReadItems } from './read-items.ts'

/**
 * Writes the activities of a batch of items. One with a reference is the activity its connector sent before with the same type
 * and reference, for any person. Others are equal if person, type, time and all fields are: programs retry calls without a response.
 */
export async function writeSentActivities(
  client: pg.ClientBase,
  storeId: number,
  run: { id: number; data_source_id: number },
  sent: ReadItems['activities'],
  decisions: readonly Decision[],
): Promise<AddedActivities> {
  const rows = decisions.flatMap(({ no, entry, activity }) => {
    const own = sent.get(no)
    if (!entry || !activity || !own) return []
    return [[no, entry.id, own.typeId, activity.at, JSON.stringify(activity.fields), own.reference]]
  })
  if (rows.length === 0) return { added: new Set(), met: new Map() }
  const { rows: written } = await client.query<{ record_no: number; met: number | null }>(
    `with sent as materialized (
      select c[1]::int as record_no, c[2]::bigint as profile_id, c[3]::int as type_id, c[4]::timestamptz as activity_at,
        c[5]::jsonb as fields, c[6] as reference from ${linesFrom('$4')}),
    first as materialized (
      select distinct on (reference, type_id, same) * from (
        select *, case when reference is null then md5(concat_ws(' ', profile_id, activity_at, fields)) end as same from sent) s
      order by reference, type_id, same, record_no),
    met as materialized (
      select f.*, coalesce(r.id, e.id) as id from first f
      left join lateral (select id from activity where store_id = $1 and data_source_id = $3 and type_id = f.type_id
        and reference = f.reference offset 0) r on true
      left join lateral (select min(id) as id from (select id from activity where f.reference is null and store_id = $1
        and profile_id = f.profile_id and type_id = f.type_id and activity_at = f.activity_at and fields = f.fields offset 0) a) e on true),
    added as (
      insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no, reference, data_source_id)
      select $1, profile_id, type_id, activity_at, fields, $2, record_no, reference, case when reference is not null then $3::int end
      from met where id is null order by record_no
      on conflict do nothing returning row_no as record_no)
    select record_no, null::bigint as met from added union all select record_no, id from met where id is not null`,
    [storeId, run.id, run.data_source_id, linesOf(rows)],
  )
  return {
    added: new Set(written.flatMap(({ record_no, met }) => (met === null ? [record_no] : []))),
    met: new Map(written.flatMap(({ record_no, met }) => (met === null ? [] : [[record_no, met] as const]))),
  }
}
