import type { Trigger } from '@ruam/contract/automations/definition.ts'
import { type RawBuilder, sql } from 'kysely'
import { computedColumn } from '../../customers/fields/computed.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { isLive } from '../../customers/fields/live.ts'
import { addDays, clockOf } from '../../customers/rules/days.ts'
import { formulaClock } from '../../customers/rules/profile-leaf.ts'
import { typedValue } from '../../customers/rules/typed-value.ts'
import { oncePerWorld } from '../records/once-per-world.ts'
import type { Candidate, World } from '../records/world.ts'

/**
 * Returns the customers whose field means a day, for an instant of a date trigger (`dateInstants`). Once a year the day of the year counts,
 * 28 February also for those of the 29th if the year has none. A customer who gets the value later enters at the next instant.
 */
export async function dateCandidates(
  world: World,
  trigger: Extract<Trigger, { kind: 'date' }>,
  { at, day }: { at: Date; day: string },
): Promise<Candidate[]> {
  const field = await dateField(world, trigger.field_id)
  if (!field) return []
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${world.storeId} and ${isLive()} and ${isNear(field, day, trigger.yearly)}
      and ${isOn(dayOf(world, field, at), day, trigger.yearly)}
    order by id`.execute(world.db)
  return rows.map(({ id }) => ({ profile_id: id, at: at.toISOString(), cause: `date:${day}`, detail: {} }))
}

const fieldsOfWorld = oncePerWorld(({ db, storeId }) => fieldsOf(db, storeId, 'th'))

/** Returns a field that means a day still. */
async function dateField(world: World, id: number): Promise<Field | undefined> {
  const field = (await fieldsOfWorld(world)).find((one) => one.id === id)
  return field?.data_type === 'Date' && !field.converting ? field : undefined
}

/** The day of a field as SQL. */
function dayOf({ storeId, timeZone }: World, field: Field, at: Date): RawBuilder<unknown> {
  if (field.column) return sql.ref(field.column)
  if (!field.formula) return typedValue(sql`custom`, field.id, 'Date', timeZone)
  const clock = formulaClock({ storeId, ...clockOf(at, timeZone) })
  return sql`local_day(${computedColumn(field, clock)}, ${clock.zone})`
}

/**
 * Expression over a stored day of which an index can be made: a rehearsal has one for each date trigger. Of a field of the store it is the
 * beginning of the text, for its day depends on the zone.
 */
export function dayKey({ column, formula, id }: Field, yearly: boolean): RawBuilder<unknown> | null {
  if (formula) return null
  if (column) return yearly ? dayOfYear(sql.ref(column)) : sql.ref(column)
  const text = sql`custom ->> ${sql.lit(String(id))}`
  return yearly ? sql`substr(${text}, 6, 5)` : sql`substr(${text}, 1, 10)`
}

const dayOfYear = (day: RawBuilder<unknown>) => sql`(extract(month from ${day}) * 100 + extract(day from ${day}))`

/** Condition that holds for all who may have the day: texts of the days before and after it may mean the day too. */
function isNear(field: Field, day: string, yearly: boolean): RawBuilder<unknown> {
  if (field.column || field.formula) return sql`true`
  const days = [-1, 0, 1].map((n) => addDays(day, n).slice(yearly ? 5 : 0))
  return sql`${dayKey(field, yearly)} = any(${days.includes('02-28') ? [...days, '02-29'] : days}::text[])`
}

function isOn(value: RawBuilder<unknown>, day: string, yearly: boolean): RawBuilder<unknown> {
  if (!yearly) return sql`${value} = ${day}::date`
  const [month, of] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const isLastOfFebruary = month === 2 && of === 28 && new Date(`${day.slice(0, 4)}-02-29`).getUTCMonth() === 2
  const days = isLastOfFebruary ? [228, 229] : [month * 100 + of]
  // A day of birth in the future has no anniversary yet.
  return sql`${dayOfYear(value)} = any(${days}::numeric[]) and ${value} <= ${day}::date`
}
