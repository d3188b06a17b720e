import type { ActivityFormula, ProfileFormula } from '@ruam/contract/formulas.ts'
import { activityDate, type DataType, systemFields } from '@ruam/contract/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/db.ts'

type Scalar = string | number | boolean | null
type Expression = RawBuilder<Scalar>

/** A computed field of profiles, as far as its values go. */
export interface Computed {
  id: number
  data_type: DataType
  formula?: ProfileFormula | null | undefined
}

const zone = sql`(select store_zone())`
const today = sql`(select local_today(store_zone()))`

/**
 * A computed field's value as an expression over a row of `profile`: a number, a boolean or a text (of a Date too), null when there
 * is none. Activities are found by their index, those of the future left out; so any list can select, filter or sort by it.
 */
export function computedColumn({ data_type, formula }: Omit<Computed, 'id'>): Expression {
  if (!formula) return sql`null::text`
  switch (formula.function) {
    case 'age':
      return sql`(select case when d.day <= ${today} then extract(year from age(${today}, d.day))::int end
        from (select ${dayOf(formula.field_id)} as day) d)`
    case 'days_since':
      return sql`(${today} - ${dayOf(formula.field_id)})`
    case 'days_since_activity':
      return sql`(${today} - (select (a.activity_at at time zone ${zone})::date from ${of(formula)}
        order by a.activity_at desc limit 1))`
    case 'activity_count':
      return sql`(select count(*)::int from ${of(formula)})`
    case 'activity_sum':
      return sql`(select coalesce(sum((a.fields ->> ${String(formula.field_id)})::numeric), 0)::double precision
        from ${of(formula)} and jsonb_typeof(a.fields -> ${String(formula.field_id)}) = 'number')`
    case 'activity_last':
      return lastOf(formula, data_type)
  }
}

function lastOf(formula: ProfileFormula & { function: 'activity_last' }, data_type: DataType): Expression {
  const latest = sql`order by a.activity_at desc, a.id desc limit 1`
  if (formula.field_id === activityDate.id)
    return sql`(select (a.activity_at at time zone ${zone})::date::text from ${of(formula)} ${latest})`
  const key = String(formula.field_id)
  return sql`(select ${typed(sql`a.fields ->> ${key}`, data_type)} from ${of(formula)}
    and jsonb_typeof(a.fields -> ${key}) = ${jsonTypes[data_type]} ${latest})`
}

const jsonTypes: Record<DataType, string> = { String: 'string', Number: 'number', Date: 'string', Boolean: 'boolean' }

function typed(text: RawBuilder<unknown>, data_type: DataType): Expression {
  if (data_type === 'Number') return sql`(${text})::double precision`
  return data_type === 'Boolean' ? sql`(${text})::boolean` : sql`(${text})`
}

/** The activities of a type that the profile of the row has had, as `a`; more conditions may follow. */
function of({ activity_id, ...rest }: { activity_id: number; days?: number | null }): RawBuilder<unknown> {
  const since = rest.days ? sql`and a.activity_at > now() - make_interval(days => ${rest.days}::int)` : sql``
  return sql`activity a where a.store_id = profile.store_id and a.profile_id = profile.id and a.type_id = ${activity_id}::int
    and a.activity_at <= now() ${since}`
}

function dayOf(fieldId: number): RawBuilder<unknown> {
  const system = systemFields.find((field) => field.id === fieldId)
  if (system) return sql.ref(`profile.${system.column}`)
  return sql`local_day(profile.custom ->> ${String(fieldId)}, ${zone})`
}

/** What profiles have in the computed fields among these, by the profile's id and the field's. */
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

/** How many of the profiles that were changed last an example is looked for in, and how many examples are enough. */
const LOOKED_AT = 50
const MOST_SAMPLES = 3

/** What a formula gives for a few of the profiles that were changed last: different values, none of them empty. */
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

/** A computed field's value of a row of `activity`. */
function computedOfActivity(formula: ActivityFormula): Expression {
  if (formula.function === 'days_since') {
    const day =
      formula.field_id === activityDate.id
        ? sql`(activity.activity_at at time zone ${zone})::date`
        : sql`local_day(activity.fields ->> ${String(formula.field_id)}, ${zone})`
    return sql`(${today} - ${day})`
  }
  return sql`(select sum((activity.fields ->> k.id)::numeric)::double precision
    from unnest(${formula.field_ids.map(String)}::text[]) k (id)
    where jsonb_typeof(activity.fields -> k.id) = 'number')`
}

/** What activities have in the computed fields among these, by the activity's id and the field's. */
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
