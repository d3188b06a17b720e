import type { ActivityFormula } from '@ruam/contract/customers/formulas.ts'
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { activityDate, type DataType, type ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { type Field, fieldsOf, typeNow } from '../fields/fields.ts'
import { type Clock, clockOf } from './days.ts'
import { leavesOf } from './leaves-of.ts'

/** A field of activities, as far as a rule asks for it. */
export interface Property {
  id: number
  data_type: DataType
  kind: ValueKind
  converting?: boolean
  formula?: ActivityFormula | null
}

/** Definitions of a store that rules name, with the time and zone of evaluation. */
export interface RuleContext extends Clock {
  storeId: number
  fields: ReadonlyMap<number, Field>
  labels: ReadonlySet<number>
  /** The fields of each activity type. */
  activityTypes: ReadonlyMap<number, ReadonlyMap<number, Property>>
  sources: ReadonlySet<number>
  purposes: ReadonlySet<number>
  /** True if customers under age need a guardian's consent. */
  ageGate: boolean
  broadcasts: ReadonlySet<number>
  /** As `type id`. */
  channels: ReadonlySet<string>
  /** Comparable texts of fields, by field id, where a statement makes them once for each row. */
  shared?: ReadonlyMap<number, RawBuilder<unknown>>
}

const happened: Property = { id: activityDate.id, data_type: 'Date', kind: 'date' }

/** Ids in a rule by kind, without duplicates. */
function namesOf(rules: readonly Rule[]) {
  const ids = (pick: (rule: Rule) => number | readonly number[] | undefined) => [
    ...new Set(rules.flatMap((rule) => pick(rule) ?? [])),
  ]
  return {
    labels: ids((rule) => (rule.kind === 'label' ? rule.label_ids : undefined)),
    types: ids((rule) => (rule.kind === 'activity' ? rule.activity_type_id : undefined)),
    sources: ids((rule) => (rule.kind === 'source' ? rule.data_source_id : undefined)),
    purposes: ids((rule) => (rule.kind === 'consent' ? rule.purpose_id : undefined)),
    broadcasts: ids((rule) => (rule.kind === 'broadcast' ? rule.broadcast_id : undefined)),
    channels: rules.flatMap((rule) =>
      rule.kind === 'channel' && rule.channel_id !== undefined ? { type: rule.channel_type, id: rule.channel_id } : [],
    ),
  }
}

interface Known {
  time_zone: string
  labels: number[]
  sources: number[]
  purposes: number[]
  age_gate: boolean
  broadcasts: number[]
  channels: string[]
  types: { id: number; field_ids: number[] }[]
  properties: { id: number; data_type: DataType; converting_to: DataType | null; formula: ActivityFormula | null }[]
}

/** Reads what the store has of what rules name, in one statement, and its fields where they name one. */
export async function ruleContext(
  db: Db,
  storeId: number,
  groups: readonly RuleGroup[],
  now: Date = new Date(databaseNow()),
): Promise<RuleContext> {
  const rules = groups.flatMap((group) => leavesOf(group).map(({ rule }) => rule))
  const names = namesOf(rules)
  const known = await readKnown(db, storeId, names)
  const fields = rules.some(({ kind }) => kind === 'profile') ? await fieldsOf(db, storeId, 'th') : []
  const properties = new Map(
    known.properties.map(({ id, formula, ...type }) => [id, { id, formula, ...typeNow(type) } satisfies Property]),
  )
  const ofType = ({ id, field_ids }: Known['types'][number]) => {
    const own = field_ids.flatMap((field): [number, Property][] => {
      const property = properties.get(field)
      return property ? [[field, property]] : []
    })
    return [id, new Map<number, Property>([[happened.id, happened], ...own])] as const
  }
  return {
    storeId,
    ...clockOf(now, known.time_zone),
    fields: new Map(fields.map((field) => [field.id, field])),
    labels: new Set(known.labels),
    activityTypes: new Map(known.types.map(ofType)),
    sources: new Set(known.sources),
    purposes: new Set(known.purposes),
    ageGate: known.age_gate,
    broadcasts: new Set(known.broadcasts),
    channels: new Set(known.channels),
  }
}

async function readKnown(db: Db, storeId: number, names: ReturnType<typeof namesOf>): Promise<Known> {
  const among = (table: string, ids: readonly number[], such = sql``) =>
    sql`array(select id from ${sql.table(table)} where store_id = ${storeId} and id = any(${ids}::int[]) ${such})`
  const { types, broadcasts, channels } = names
  const ofTypes = sql`from activity_type where store_id = ${storeId} and id = any(${types}::int[])`
  const [channelTypes, channelIds] = [channels.map(({ type }) => type), channels.map(({ id }) => id)]
  const knownChannels = sql`select c.type || ' ' || c.id from unnest(${channelTypes}::text[], ${channelIds}::int[]) c (type, id)
    where exists (select from channel where store_id = ${storeId} and id = c.id and type = c.type)
      or exists (select from channel_friend where store_id = ${storeId} and channel_id = c.id and channel_type = c.type)`
  const { rows } = await sql<Known>`select time_zone, ${among('label', names.labels)} as labels,
      ${among('data_source', names.sources, sql`and deleted_at is null`)} as sources, ${among('consent_purpose', names.purposes)} as purposes,
      exists (select from privacy_setting where store_id = ${storeId} and age_gate) as age_gate,
      array(select b from unnest(${broadcasts}::int[]) b where exists (
        select from broadcast_recipient where store_id = ${storeId} and broadcast_id = b)) as broadcasts,
      array(${knownChannels}) as channels,
      coalesce((select jsonb_agg(jsonb_build_object('id', id, 'field_ids', field_ids)) ${ofTypes}), '[]') as types,
      coalesce((select jsonb_agg(jsonb_build_object(
          'id', id, 'data_type', data_type, 'converting_to', converting_to, 'formula', formula)) from activity_field
        where store_id = ${storeId} and id in (select unnest(field_ids) ${ofTypes})), '[]') as properties
    from store where store_id = ${storeId}`.execute(db)
  return rows[0]!
}
