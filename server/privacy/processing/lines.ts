import type { ProcessingLine, processingParts } from '@ruam/contract/privacy/processing.ts'
import { type RawBuilder, sql } from 'kysely'
import { ageGateOf } from '../../customers/consents/calls/age-gate.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { fixedPeriods } from '../retention/periods.ts'

type Part = (typeof processingParts)[number]
type Facts = ProcessingLine['facts']
type Found = Omit<ProcessingLine, 'part' | 'facts'> & { facts: Record<string, string | number | boolean | null> }

/** Returns the record of a store's processing activities as it is now. */
export async function processingLines(db: Db, storeId: number): Promise<ProcessingLine[]> {
  return [
    ...(await read(db, 'purposes', purposes(storeId))),
    ...(await peopleLines(db, storeId)),
    ...(await fieldLines(db, storeId)),
    ...(await read(db, 'fields', activities(storeId))),
    ...(await read(db, 'receivers', receivers(storeId))),
    ...(await read(db, 'retention', rules(storeId))),
    ...fixedPeriods.map(([key, days]) => line('retention', `period:${key}`, { days })),
    ...(await read(db, 'measures', measures(storeId))),
  ]
}

const line = (part: Part, key: string, facts: Facts, about: { name?: string; sensitive?: boolean } = {}) => ({
  ...{ part, key, name: about.name ?? '', sensitive: about.sensitive ?? false, facts },
})

/** Reads lines of a part. Facts that are null or false are left out. */
async function read(db: Db, part: Part, rows: RawBuilder<Found>): Promise<ProcessingLine[]> {
  const found = await rows.execute(db)
  return found.rows.map(({ key, name, sensitive, facts }) => line(part, key, present(facts), { name, sensitive }))
}

const present = (facts: Found['facts']): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== false)) as Facts

/** Purposes in the wording that is in use. */
const purposes = (storeId: number) => sql<Found>`
  select 'purpose:' || p.id as key, p.name, false as sensitive, jsonb_build_object('basis', w.legal_basis,
    'channels', array_to_string(w.channels, ' '), 'version', w.version, 'since', (w.since at time zone store_zone())::date) as facts
  from consent_purpose p
  join consent_wording w on w.store_id = p.store_id and w.purpose_id = p.id and w.since is not null and w.until is null
  where p.store_id = ${storeId} order by p.name, p.id`

async function peopleLines(db: Db, storeId: number): Promise<ProcessingLine[]> {
  const { under_age } = await ageGateOf(db, storeId)
  const { rows } = await sql<{ customers: number; friends: number; staff: number }>`
    select coalesce((select live::int from profile_total where store_id = ${storeId}), 0) as customers,
      (select count(distinct external_id)::int from channel_friend where store_id = ${storeId} and profile_id is null) as friends,
      (select count(*)::int from store_member where store_id = ${storeId} and removed_at is null) as staff`.execute(db)
  const { customers, friends, staff } = rows[0]!
  return Object.entries({ customers, under_age, friends, staff }).flatMap(([kind, count]) =>
    count > 0 ? [line('people', `people:${kind}`, { count })] : [],
  )
}

/** System fields in which a profile has a value, and all fields of the store's own. */
async function fieldLines(db: Db, storeId: number): Promise<ProcessingLine[]> {
  const fields = await fieldsOf(db, storeId, 'th')
  const own = fields.filter(({ column }) => column === undefined)
  const system = fields.filter((field): field is Field & { column: string } => field.column !== undefined)
  const filled = system.map(({ column }) => sql`bool_or(${sql.ref(column)} is not null) as ${sql.ref(column)}`)
  const { rows } = await sql<Record<string, boolean | null>>`
    select ${sql.join(filled)} from profile where store_id = ${storeId}`.execute(db)
  const open = await db
    .selectFrom('profile_api_field')
    .select(['field_id', 'reads', 'writes'])
    .where('store_id', '=', storeId)
    .execute()
  const programs = new Map(open.map((row) => [row.field_id, row]))
  return [...system.filter(({ column }) => rows[0]![column] === true), ...own].map((field) => {
    const { reads = false, writes = false } = programs.get(field.id) ?? {}
    const facts = present({ computed: field.formula != null, reads, writes })
    const name = field.column === undefined ? field.display_name : ''
    return line('fields', `field:${field.id}`, facts, { name, sensitive: field.sensitive })
  })
}

/** Types of activities in use, labels and segments. */
const activities = (storeId: number) => sql<Found>`
  (select 'activity:' || t.id as key, t.name, false as sensitive, jsonb_build_object('fields', cardinality(t.field_ids)) as facts
  from activity_type t
  where t.store_id = ${storeId} and exists (select from activity a where a.store_id = t.store_id and a.type_id = t.id)
  order by t.name, t.id)
  union all
  select 'labels:' || type, '', false, jsonb_build_object('count', count(*)) from label where store_id = ${storeId} group by type`

/** Everything that gets data of customers. */
const receivers = (storeId: number) => sql<Found>`
  select key, name, false as sensitive, facts from (
    select 1 as nth, 'channel:' || id as key, name, jsonb_build_object('kind', case type when 'facebook' then 'facebook' else 'line' end) as facts
    from channel where store_id = ${storeId} and status <> 'inactive'
    union all
    select 2, 'program:' || c.id, c.name, jsonb_build_object('kind', c.kind, 'scopes', nullif(array_to_string(c.scopes, ' '), ''),
      'fields', (select count(distinct f.field_id) from (
        select field_id from credential_field f where f.store_id = c.store_id and f.credential_id = c.id and f.reads
        union select f.field_id from open_api_token t
          join open_api_field f on f.store_id = t.store_id and f.open_api_id = t.open_api_id and f.reads
          where t.store_id = c.store_id and t.token_id = c.id) f
        join profile_api_field s on s.store_id = c.store_id and s.field_id = f.field_id and s.reads))
    from credential c where c.store_id = ${storeId} and c.status = 'active' and c.expires_at > now()
    union all
    select 3, 'webhook:' || w.id, split_part(split_part(split_part(w.url, '://', 2), '/', 1), '@', -1),
      jsonb_build_object('kind', 'webhook', 'program', c.name)
    from webhook w join credential c on c.store_id = w.store_id and c.id = w.credential_id
    where w.store_id = ${storeId} and w.status = 'active' and c.status = 'active'
    union all
    select 4, 'sql:' || role_name, role_name, jsonb_build_object('kind', 'sql', 'fields', cardinality(sensitive_field_ids))
    from sql_login where store_id = ${storeId}
    union all
    select 5, 'export:' || (details ->> 'type'), '', jsonb_build_object('kind', 'export', 'count', count(*)) from audit_log
    where store_id = ${storeId} and action = 'export_started' and subject_type = 'export' and at > now() - interval '12 months'
      and details ->> 'type' in ('profile', 'activity', 'consent', 'broadcast_recipient', 'online_log')
    group by details ->> 'type'
  ) r order by nth, name, key`

/** Periods that the store has set. */
const rules = (storeId: number) => sql<Found>`
  select 'rule:' || kind as key, '' as name, false as sensitive, jsonb_build_object('months', months) as facts
  from retention_rule where store_id = ${storeId} and months is not null order by kind`

/** Measures that the store uses. */
const measures = (storeId: number) => sql<Found>`
  select 'measure:' || key as key, '' as name, false as sensitive, facts from (
    select 1 as nth, 'roles' as key, jsonb_build_object('roles', string_agg(distinct r.name, E'\n' order by r.name)) as facts
    from role r join store_member m on m.store_id = r.store_id and m.role_id = r.id and m.removed_at is null
    where r.store_id = ${storeId}
    union all
    select 2, 'sensitive_roles', jsonb_build_object('roles', string_agg(distinct r.name, E'\n' order by r.name))
    from role r join store_member m on m.store_id = r.store_id and m.role_id = r.id and m.removed_at is null
    where r.store_id = ${storeId} and 'cdp-core.profile-sensitive.read' = any(r.permissions)
    union all
    select 3, 'second_factor', jsonb_build_object('since', (second_factor_from at time zone store_zone())::date)
    from store where store_id = ${storeId} and second_factor_from is not null
    union all
    select 4, 'audit_log', jsonb_build_object('since', (min(hour) at time zone store_zone())::date)
    from audit_seal where store_id = ${storeId} and purged_at is null having min(hour) is not null
    union all
    select 5, 'reads', jsonb_build_object('since', (min(hour) at time zone store_zone())::date)
    from sensitive_read_hour where store_id = ${storeId} having min(hour) is not null
    union all
    select 6, 'age_gate', '{}' from privacy_setting where store_id = ${storeId} and age_gate
    union all
    select 7, 'erase_needs_two', '{}' from privacy_request_setting where store_id = ${storeId} and erase_needs_two
    union all
    select 8, 'answers', jsonb_build_object('days', coalesce((select days from privacy_request_setting where store_id = ${storeId}), 30))
    union all
    select 9, 'backup', '{}' where auth.newest_backup() is not null
  ) m order by nth`
