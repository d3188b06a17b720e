import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import { activityDate, type DataType, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

type Scalar = string | number | boolean | null
type Expression = RawBuilder<Scalar>

/** A computed field of profiles, as far as its values go. */
interface Computed {
  id: number
  data_type: DataType
  formula?: ProfileFormula | null | undefined
}

/** The store, the moment and the calendar that a formula is worked out by. */
export interface FormulaClock {
  storeId: RawBuilder<unknown>
  now: RawBuilder<unknown>
  zone: RawBuilder<unknown>
  today: RawBuilder<unknown>
}

/** Current time zone of the row's store. */
const ofNow = (storeId: RawBuilder<unknown>): FormulaClock => ({
  storeId,
  now: sql`now()`,
  zone: sql`(select store_zone())`,
  today: sql`(select local_today(store_zone()))`,
})
const ofProfile = ofNow(sql`profile.store_id`)

/**
 * A computed field's value as an expression over a row of `profile`: a number, a boolean or a text (of a Date too), null when there
 * is none. Activities are found by their index, those of the future left out; so any list can select or sort by it.
 */
export function computedColumn(
  { data_type, formula }: Pick<Computed, 'data_type' | 'formula'>,
  clock: FormulaClock = ofProfile,
): Expression {
  const { zone, today } = clock
  const of = (formula: OverActivities) =>
    sql`${ownActivities(clock.storeId, formula.activity_id)} where ${happened(formula, clock)}`
  const dayOf = (fieldId: number) => dayOfProfile(fieldId, zone)
  if (!formula) return sql`null::text`
  switch (formula.function) {
    case 'age':
      return sql`(select case when d.day <= ${today} then extract(year from age(${today}, d.day))::int end
        from (select ${dayOf(formula.field_id)} as day) d)`
    case 'days_since':
      return sql`(${today} - ${dayOf(formula.field_id)})`
    case 'days_since_activity':
      return sql`(${today} - (select (max(a.activity_at) at time zone ${zone})::date from ${of(formula)}))`
    case 'activity_count':
      return sql`(select count(*)::int from ${of(formula)})`
    case 'activity_sum':
      return sql`(select coalesce(sum((a.fields ->> ${String(formula.field_id)})::numeric), 0)::double precision
        from ${of(formula)} and jsonb_typeof(a.fields -> ${String(formula.field_id)}) = 'number')`
    case 'activity_last':
      return sql`(select ${lastOf(formula, data_type, clock)} from ${of(formula)}
        ${havingLast(formula, data_type)} order by a.activity_at desc, a.id desc limit 1)`
  }
}

/** A computed field over activities as the aggregate of a group of them, `a`. */
interface GroupedColumn {
  value: RawBuilder<unknown>
  /** The activities that count, to be grouped by `a.profile_id`. */
  from: RawBuilder<unknown>
  /** The value of people who have no such activity. */
  none: 0 | null
}

/** The same value for everybody who has such activities, in one reading of them; null of a formula that reads none. */
export function groupedColumn(
  { data_type, formula }: Pick<Computed, 'data_type' | 'formula'>,
  clock: FormulaClock,
): GroupedColumn | null {
  if (!formula || formula.function === 'age' || formula.function === 'days_since') return null
  const from = activitiesOf(formula, clock)
  switch (formula.function) {
    case 'days_since_activity': {
      const value = sql`(${clock.today} - (max(a.activity_at) at time zone ${clock.zone})::date)`
      return { value, from, none: null }
    }
    case 'activity_count':
      return { value: sql`count(*)::int`, from, none: 0 }
    case 'activity_sum': {
      const key = String(formula.field_id)
      const value = sql`coalesce(sum((a.fields -> ${key}::text)::numeric)
        filter (where jsonb_typeof(a.fields -> ${key}::text) = 'number'), 0)::double precision`
      return { value, from, none: 0 }
    }
    case 'activity_last': {
      const value = sql`(array_agg(${lastOf(formula, data_type, clock)} order by a.activity_at desc, a.id desc))[1]`
      return { value, from: sql`${from} ${havingLast(formula, data_type)}`, none: null }
    }
  }
}

type Last = ProfileFormula & { function: 'activity_last' }

function lastOf({ field_id }: Last, data_type: DataType, { zone }: FormulaClock): Expression {
  if (field_id === activityDate.id) return sql`(a.activity_at at time zone ${zone})::date::text`
  return typed(sql`a.fields ->> ${String(field_id)}::text`, data_type)
}

const havingLast = ({ field_id }: Last, data_type: DataType) =>
  field_id === activityDate.id
    ? sql``
    : sql`and jsonb_typeof(a.fields -> ${String(field_id)}::text) = ${jsonTypes[data_type]}`

const jsonTypes: Record<DataType, string> = { String: 'string', Number: 'number', Date: 'string', Boolean: 'boolean' }

function typed(text: RawBuilder<unknown>, data_type: DataType): Expression {
  if (data_type === 'Number') return sql`(${text})::double precision`
  return data_type === 'Boolean' ? sql`(${text})::boolean` : sql`(${text})`
}

type OverActivities = { activity_id: number; days?: number | null }

/** The activities of a type that have happened, as `a`; more conditions may follow. */
const activitiesOf = (formula: OverActivities, clock: FormulaClock) =>
  sql`activity a where a.store_id = ${clock.storeId} and a.type_id = ${formula.activity_id}::int and ${happened(formula, clock)}`

/** Predicate on activities `a` that are not in the future, nor before the formula's days. */
function happened({ days }: OverActivities, { now, zone, today }: FormulaClock): RawBuilder<unknown> {
  // Starts at the store's midnight, as "in the last N days" of a rule does.
  const since = days ? sql`and a.activity_at >= (${today} - ${days}::int)::timestamp at time zone ${zone}` : sql``
  return sql`a.activity_at <= ${now} ${since}`
}

/**
 * FROM item `a`: the activities of a type of a row of `profile`, by one index. As a pair, person and type leave the index of types out, by
 * which a planner that does not know the table would read all activities of the type for each profile.
 */
export const ownActivities = (storeId: RawBuilder<unknown>, typeId: number): RawBuilder<unknown> => {
  const pair = sql`(profile.id, ${typeId}::int)`
  return sql`(select id, activity_at, fields from activity where store_id = ${storeId}
    and (profile_id, type_id) >= ${pair} and (profile_id, type_id) <= ${pair} offset 0) a`
}

function dayOfProfile(fieldId: number, zone: RawBuilder<unknown>): RawBuilder<unknown> {
  const system = systemFields.find((field) => field.id === fieldId)
  if (system) return sql.ref(`profile.${system.column}`)
  return sql`local_day(profile.custom ->> ${String(fieldId)}, ${zone})`
}

/** Values of computed fields, by profile id and field id. */
export async function computedValues(
  db: Db,
  storeId: number,
  ids: number[],
  fields: readonly Computed[],
): Promise<Map<number, Record<string, Scalar>>> {
  const computed = fields.filter((field) => field.formula)
  if (computed.length === 0 || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('profile')
    .select('id')
    .select(computed.map((field) => computedColumn(field).as(String(field.id))))
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...values }) => [id, present(values)]))
}

/** Number of recent profiles searched for examples, and of examples shown. */
const LOOKED_AT = 50
const MOST_SAMPLES = 3

/** Returns distinct non-empty results of a formula for recently changed profiles. */
export async function computedSamples(db: Db, storeId: number, field: Omit<Computed, 'id'>): Promise<Scalar[]> {
  const latest = db
    .selectFrom('profile')
    .select([computedColumn(field).as('value'), 'updated_at'])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LOOKED_AT)
  const rows = await db.selectFrom(latest.as('latest')).select('value').orderBy('updated_at', 'desc').execute()
  return [...new Set(rows.flatMap(({ value }) => value ?? []))].slice(0, MOST_SAMPLES)
}

/** A computed field's value of a row of `activity`, by the name it has in the statement. */
export function computedOfActivity(
  formula: ActivityFormula,
  name: 'activity' | 'a' = 'activity',
  { zone, today }: FormulaClock = ofNow(sql`activity.store_id`),
): Expression {
  const row = sql.raw(name)
  if (formula.function === 'days_since') {
    const day =
      formula.field_id === activityDate.id
        ? sql`(${row}.activity_at at time zone ${zone})::date`
        : sql`local_day(${row}.fields ->> ${String(formula.field_id)}::text, ${zone})`
    return sql`(${today} - ${day})`
  }
  return sql`(select sum((${row}.fields ->> k.id)::numeric)::double precision
    from unnest(${formula.field_ids.map(String)}::text[]) k (id)
    where jsonb_typeof(${row}.fields -> k.id) = 'number')`
}

/** Values of computed fields, by activity id and field id. */
export async function computedActivityValues(
  db: Db,
  storeId: number,
  ids: number[],
  fields: readonly { id: number; formula?: ActivityFormula | null | undefined }[],
): Promise<Map<number, Record<string, Scalar>>> {
  const computed = fields.flatMap(({ id, formula }) => (formula ? [{ id, formula }] : []))
  if (computed.length === 0 || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('activity')
    .select('id')
    .select(computed.map(({ id, formula }) => computedOfActivity(formula).as(String(id))))
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...values }) => [id, present(values)]))
}

const present = (values: Record<string, Scalar>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
