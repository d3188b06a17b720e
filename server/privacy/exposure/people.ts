import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { IncidentKind } from '@ruam/contract/privacy/incidents.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { survivorTables } from '../../customers/profiles/survivors.ts'

/** A login, program, file, SQL account, receiver of events or backup within whole hours. */
export interface ExposureSource {
  storeId: number
  kind: IncidentKind
  id: number
  from: string
  to: string
}

/** A recorded answer about a customer. */
interface ExposureRow {
  profile_id: number
  way: string
  field_ids: number[]
  hour: string
}

const none = sql<ExposureRow>`select 0::bigint as profile_id, '' as way, '{}'::int[] as field_ids, now() as hour where false`

/** Statement for the recorded answers of a source: a row for each customer and answer, or hour of answers. */
function recordedRows({ storeId, kind, id, from, to }: ExposureSource): RawBuilder<ExposureRow> {
  // Sessions of the SQL account, receivers of events and backups record no rows.
  if (kind === 'sql' || kind === 'webhook' || kind === 'backup') return none
  const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from}::timestamptz and ${at} < ${to}::timestamptz`
  const exported = sql<ExposureRow>`
    select people.id as profile_id, ${titleOf(exports.create)} as way, e.field_ids, date_trunc('hour', e.at, 'UTC') as hour
    from export_people e cross join lateral unnest(e.profile_ids) people (id)
    where e.store_id = ${storeId}`
  if (kind === 'export') return sql`${exported} and e.export_id = ${id} and ${within(sql`e.at`)}`
  const viewer = `${kind}:${id}`
  const answers = sql<ExposureRow>`
    select people.id as profile_id, r.way, r.field_ids, date_trunc('hour', r.at, 'UTC') as hour
    from sensitive_read r cross join lateral unnest(r.profile_ids) people (id)
    where r.store_id = ${storeId} and r.viewer = ${viewer} and ${within(sql`r.at`)}
    union all
    select profile_id, way, field_ids, hour from sensitive_read_hour
    where store_id = ${storeId} and viewer = ${viewer} and profile_id > 0 and ${within(sql`hour`)}`
  if (kind === 'person') return sql`${answers} union all ${exported} and e.user_id = ${id} and ${within(sql`e.at`)}`
  // A read by id names its customer, but not the fields that were open then.
  return sql`${answers}
    union all
    select profile_id, call, '{}', date_trunc('hour', at, 'UTC') from program_request
    where store_id = ${storeId} and credential_id = ${id} and profile_id is not null and status = 200 and call like 'GET %'
      and ${within(sql`at`)}`
}

/**
 * Common table expressions over the recorded answers: `seen` by customer, way and fields, and `person` by customer. A merged customer is
 * the one that remains, so that each person counts once.
 */
export const exposureTables = (source: ExposureSource) => sql`
  answer as materialized (
    select profile_id, way, field_ids, max(hour) as hour from (${recordedRows(source)}) recorded group by 1, 2, 3
  ), ${survivorTables(source.storeId, sql`select profile_id from answer`)}, seen as materialized (
    select coalesce(s.survivor, a.profile_id) as profile_id, a.way, a.field_ids, max(a.hour) as hour
    from answer a left join survivor s on s.id = a.profile_id group by 1, 2, 3
  ), person as materialized (
    select profile_id, max(hour) as hour from seen group by 1
  )`

/** Condition of customers `p` whom a right alone included within the window. Programs, files, SQL and events never show restricted ones. */
export const isExposable = ({ storeId, kind, from, to }: ExposureSource) => sql<boolean>`
  p.store_id = ${storeId} and p.merged_into is null and p.created_at < ${to}::timestamptz
  and coalesce(p.deleted_at, 'infinity') >= ${from}::timestamptz
  and ${kind === 'person' || kind === 'backup' ? sql`true` : sql`coalesce(p.restricted_at, 'infinity') >= ${from}::timestamptz`}
  and not exists (select from person where person.profile_id = p.id)`
