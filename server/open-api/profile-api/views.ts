import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { standingOfEach } from '../../customers/consents/standing.ts'
import { mayRead } from '../../customers/fields/access.ts'
import { storeListOf } from '../../customers/fields/access-lists.ts'
import { computedColumn, computedOfActivity, type FormulaClock } from '../../customers/fields/computed.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedToProgram, segmentGraph } from '../../customers/membership/closed-segments.ts'
import { ownActivityFields } from '../../customers/profile-activities/queries.ts'
import type { Db } from '../../database/db.ts'

const name = pg.escapeIdentifier
/** Longest name of a column in PostgreSQL. */
const MAX_NAME = 63
/** PostgreSQL allows 1,664 columns in an answer. */
const MAX_COLUMNS = 1600

interface Column {
  name: string
  sql: string
}

/** A view of a SQL login. */
interface LoginView {
  name: string
  columns: readonly Column[]
  /** Everything after the columns. */
  from: string
}

/** Returns SQL with its parameters as literals, because a view holds none. */
function inline(db: Db, expression: RawBuilder<unknown>): string {
  const { sql: text, parameters } = expression.compile(db)
  return text.replace(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(String(value))
}

interface Named {
  id: number
  name: string
  sql: string
}

/**
 * Names columns after fields in lower case, so that an unquoted field name means it in any spelling. A field with the name of another
 * column of the view gets its id behind it.
 */
function fieldColumns(fields: readonly Named[], taken: readonly string[]): Column[] {
  const used = new Set(taken)
  return fields.slice(0, MAX_COLUMNS - taken.length).map(({ id, name: field, sql: text }) => {
    const lower = field.toLowerCase()
    const column = used.has(lower) ? `${lower.slice(0, MAX_NAME - 11)}_${id}` : lower
    used.add(column)
    return { name: column, sql: text }
  })
}

/** Value of a custom field in a jsonb column, with the type of the field. A date is the store's local day. */
function customValue(column: string, id: number, type: DataType, zone: string): string {
  const text = `${column} ->> '${id}'`
  if (type === 'Date') return `public.local_day(${text}, ${zone})`
  if (type === 'String') return text
  const [json, native] = type === 'Number' ? ['number', 'double precision'] : ['boolean', 'boolean']
  return `case when jsonb_typeof(${column} -> '${id}') = '${json}' then (${text})::${native} end`
}

const columnTypes: Record<DataType, string> = {
  String: 'text',
  Number: 'double precision',
  Date: 'date',
  Boolean: 'boolean',
}

const own = (...columns: [name: string, sql: string][]): Column[] =>
  columns.map(([column, text]) => ({ name: column, sql: text }))

/**
 * The views of a store's login: all fields by name, and live customers without restricted ones. A field that the store's list closes is a column
 * without values, so that no query breaks.
 */
export async function viewsOf(db: Db, storeId: number): Promise<LoginView[]> {
  const zone = `(select time_zone from public.store where store_id = ${storeId})`
  const clock: FormulaClock = {
    storeId: sql.raw(String(storeId)),
    now: sql.raw('now()'),
    zone: sql.raw(zone),
    today: sql.raw(`(select public.local_today(${zone}))`),
  }
  const of = (table: string) => `${table}.store_id = ${storeId}`
  const live = (table = 'profile') =>
    `${table}.deleted_at is null and ${table}.merged_into is null and ${table}.restricted_at is null`
  const ofLive = (profileId: string) =>
    `exists (select from public.profile p where ${of('p')} and p.id = ${profileId} and ${live('p')})`
  const typed = (text: string, type: DataType) =>
    type === 'Date' ? `public.local_day((${text})::text, ${zone})` : `(${text})::${columnTypes[type]}`

  const { reads } = await storeListOf(db, storeId)
  const fields = await fieldsOf(db, storeId, 'en')
  const { segments: closed } = closedToProgram(await segmentGraph(db, storeId), { kind: 'sql', reads }, fields)
  const sqlOf = (field: Field) => {
    if (!mayRead({ kind: 'sql', reads }, field)) return `null::${columnTypes[field.data_type]}`
    if (field.column) return `profile.${name(field.column)}`
    if (field.formula) return typed(inline(db, computedColumn(field, clock)), field.data_type)
    return customValue('profile.custom', field.id, field.data_type, zone)
  }
  const profileFields = fields.map((field) => ({
    id: field.id,
    name: field.name,
    sql: sqlOf(field),
  }))
  const activityFields = [...(await ownActivityFields(db, storeId)).values()].map((field) => ({
    id: field.id,
    name: field.name,
    sql: field.formula
      ? typed(inline(db, computedOfActivity(field.formula, 'activity', clock)), field.data_type)
      : customValue('activity.fields', field.id, field.data_type, zone),
  }))
  const withFields = (first: Column[], fields: readonly Named[], last: Column[]) => [
    ...first,
    ...fieldColumns(
      fields,
      [...first, ...last].map((column) => column.name),
    ),
    ...last,
  ]
  // Segments that a closed field decides do not exist for the login. Every change of a rule or a list makes the views anew.
  const isOpen = `label.id <> all (${literal([...closed])}::int[])`
  const labels = (type: 'general' | 'advanced') =>
    `from public.label where ${of('label')} and label.type = '${type}' and ${isOpen}`
  const members = (type: 'general' | 'advanced') =>
    `from public.profile_label m join public.label on ${of('label')} and label.id = m.label_id and label.type = '${type}' and ${isOpen}
     where ${of('m')} and m.source <> 'manual_remove' and ${ofLive('m.profile_id')}`
  return [
    {
      name: 'profile',
      columns: withFields(
        own(['id', 'profile.id']),
        profileFields,
        own(['created_at', 'profile.created_at'], ['updated_at', 'profile.updated_at']),
      ),
      from: `from public.profile where ${of('profile')} and ${live()}`,
    },
    {
      name: 'activity',
      columns: withFields(
        own(
          ['id', 'activity.id'],
          ['profile_id', 'activity.profile_id'],
          ['type_id', 'activity.type_id'],
          ['type', 't.name'],
          ['activity_at', 'activity.activity_at'],
        ),
        activityFields,
        own(['created_at', 'activity.created_at']),
      ),
      from: `from public.activity join public.activity_type t on ${of('t')} and t.id = activity.type_id
       where ${of('activity')} and ${ofLive('activity.profile_id')}`,
    },
    {
      name: 'label',
      columns: own(['id', 'label.id'], ['name', 'label.name'], ['description', 'label.description']),
      from: labels('general'),
    },
    {
      name: 'profile_label',
      columns: own(['profile_id', 'm.profile_id'], ['label_id', 'm.label_id'], ['label', 'label.name']),
      from: members('general'),
    },
    {
      name: 'segment',
      columns: own(
        ['id', 'label.id'],
        ['name', 'label.name'],
        ['description', 'label.description'],
        ['size', 'label.target_count'],
      ),
      from: labels('advanced'),
    },
    {
      name: 'segment_member',
      columns: own(['profile_id', 'm.profile_id'], ['segment_id', 'm.label_id'], ['segment', 'label.name']),
      from: members('advanced'),
    },
    {
      name: 'consent',
      columns: own(
        ['profile_id', 'e.profile_id'],
        ['purpose_id', 'e.purpose_id'],
        ['purpose', 'p.name'],
        ['status', 'consent.standing'],
        ['at', 'e.at'],
      ),
      // Each consent as it counts now, with the time of its latest entry.
      from: `from (select distinct on (profile_id, purpose_id) profile_id, purpose_id, at from public.consent_entry
         where ${of('consent_entry')} order by profile_id, purpose_id, at desc, id desc) e
       join public.consent_purpose p on ${of('p')} and p.id = e.purpose_id
       join public.profile x on ${of('x')} and x.id = e.profile_id
       ${inline(db, standingOfEach({ storeId, purpose: sql`e.purpose_id` }, { id: sql`e.profile_id`, birth: sql`x.birth_date` }))}
       where ${ofLive('e.profile_id')}`,
    },
  ]
}

/** Statements that make the views in a schema and open them to its role, in place of those that are there. */
export function viewStatements(role: string, views: readonly LoginView[]): string[] {
  return views.flatMap(({ name: view, columns, from }) => {
    const title = `${name(role)}.${name(view)}`
    const list = columns.map((column) => `${column.sql} as ${name(column.name)}`).join(', ')
    return [
      `drop view if exists ${title}`,
      `create view ${title} with (security_barrier) as select ${list} ${from}`,
      `grant select on ${title} to ${name(role)}`,
    ]
  })
}

/** The fields with sensitive values that the views show. */
export async function sensitiveInViews(db: Db, storeId: number): Promise<number[]> {
  const { reads } = await storeListOf(db, storeId)
  const fields = await fieldsOf(db, storeId, 'en')
  return fields.flatMap((field) => (field.sensitive && mayRead({ kind: 'sql', reads }, field) ? [field.id] : []))
}
