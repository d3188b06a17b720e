import type { Trigger } from '@ruam/contract/automations/definition.ts'
import { type RawBuilder, sql } from 'kysely'
import { computedColumn } from '../../customers/fields/computed.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { isLive } from '../../customers/fields/live.ts'
import { clockOf } from '../../customers/rules/days.ts'
import { formulaClock } from '../../customers/rules/profile-leaf.ts'
import { typedValue } from '../../customers/rules/typed-value.ts'
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
  const value = await dayOfField(world, trigger.field_id, at)
  if (!value) return []
  const { rows } = await sql<{ id: number }>`
    select id from profile where store_id = ${world.storeId} and ${isLive()} and ${isOn(value, day, trigger.yearly)}
    order by id`.execute(world.db)
  return rows.map(({ id }) => ({ profile_id: id, at: at.toISOString(), cause: `date:${day}`, detail: {} }))
}

/** The day of a field as SQL, null if the field is no day any more. */
async function dayOfField({ db, storeId, timeZone }: World, id: number, at: Date): Promise<RawBuilder<unknown> | null> {
  const field = (await fieldsOf(db, storeId, 'th')).find((one) => one.id === id)
  if (field?.data_type !== 'Date' || field.converting) return null
  if (field.column) return sql.ref(field.column)
  if (!field.formula) return typedValue(sql`custom`, id, 'Date', timeZone)
  const clock = formulaClock({ storeId, ...clockOf(at, timeZone) })
  return sql`local_day(${computedColumn(field, clock)}, ${clock.zone})`
}

function isOn(value: RawBuilder<unknown>, day: string, yearly: boolean): RawBuilder<boolean> {
  if (!yearly) return sql`${value} = ${day}::date`
  const [month, of] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const isLastOfFebruary = month === 2 && of === 28 && new Date(`${day.slice(0, 4)}-02-29`).getUTCMonth() === 2
  const days = isLastOfFebruary ? [228, 229] : [month * 100 + of]
  const ofYear = sql`extract(month from ${value}) * 100 + extract(day from ${value})`
  // A day of birth in the future has no anniversary yet.
  return sql`(${ofYear}) = any(${days}::int[]) and ${value} <= ${day}::date`
}
