import type { RehearsalFigures } from '@ruam/contract/automations/rehearsal.ts'
import { sql } from 'kysely'
import { addDays } from '../../customers/rules/days.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { dateCandidates } from '../engine/date-candidates.ts'
import { dateInstants } from '../engine/flow.ts'
import type { Version, World } from '../records/world.ts'
import type { Days } from './period.ts'

/** Days of a forecast, and of each of the periods that it is made of. */
const FORECAST_DAYS = 30

/** Factors of Student's t for a range that 9 of 10 further periods are in, by the number of periods. */
const factors = [Number.NaN, 6.31, 6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8]

/** Predicts a period from earlier ones. Counts vary by their root at least, however equal the periods were. */
export function predict(counts: readonly number[]): { low: number; expected: number; high: number } {
  const n = counts.length
  if (n === 0) return { low: 0, expected: 0, high: 0 }
  const mean = counts.reduce((sum, one) => sum + one, 0) / n
  const spread = n > 1 ? counts.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1) : 0
  const reach = factors[Math.min(n, factors.length - 1)]! * Math.sqrt(Math.max(spread, mean) * (1 + 1 / n))
  return { low: Math.max(0, Math.floor(mean - reach)), expected: Math.round(mean), high: Math.ceil(mean + reach) }
}

/** Predicts the days after a rehearsal: those of a date trigger are known from the values of today, others from the past. */
export async function forecast(
  world: World,
  version: Version,
  { from, to }: Days,
  { timeZone }: { timeZone: string },
): Promise<RehearsalFigures['forecast']> {
  const periods: { from: string; to: string }[] = []
  for (let end = addDays(to, 1); addDays(end, -FORECAST_DAYS) >= from; end = addDays(end, -FORECAST_DAYS))
    periods.push({ from: dayBegins(addDays(end, -FORECAST_DAYS), timeZone), to: dayBegins(end, timeZone) })
  const { rows } = await sql<{ entered: number; messages: number }>`
    select (select count(*)::int from automation_run r where r.store_id = ${world.storeId} and r.automation_id = ${version.automation_id}
        and r.entered_at >= p.from_at and r.entered_at < p.to_at) as entered,
      (select count(*)::int from automation_act a where a.store_id = ${world.storeId} and a.automation_id = ${version.automation_id}
        and a.kind = 'message' and a.outcome = 'done' and a.at >= p.from_at and a.at < p.to_at) as messages
    from unnest(${periods.map((one) => one.from)}::timestamptz[], ${periods.map((one) => one.to)}::timestamptz[]) p (from_at, to_at)`.execute(
    world.db,
  )
  const span = { from: addDays(to, 1), to: addDays(to, FORECAST_DAYS) }
  const messages = predict(rows.map((one) => one.messages))
  const exactly = await datesIn(world, version, span)
  if (exactly === null) return { ...span, entered: predict(rows.map((one) => one.entered)), messages, exact: false }
  const entered = rows.reduce((sum, one) => sum + one.entered, 0)
  const each = entered === 0 ? 0 : rows.reduce((sum, one) => sum + one.messages, 0) / entered
  const expected = Math.round(exactly * each)
  const { low, high } = entered === 0 ? messages : predict([expected])
  return {
    ...span,
    entered: { low: exactly, expected: exactly, high: exactly },
    messages: { low: Math.min(low, expected), expected, high: Math.max(high, expected) },
    exact: true,
  }
}

/** Counts customers whose day comes; null for other triggers. */
async function datesIn(world: World, { definition }: Version, { from, to }: Days): Promise<number | null> {
  const { trigger } = definition
  if (trigger?.kind !== 'date') return null
  const [begins, ends] = [dayBegins(from, world.timeZone), dayBegins(addDays(to, 1), world.timeZone)]
  const span = { after: new Date(Date.parse(begins) - 1), upTo: new Date(Date.parse(ends) - 1) }
  const found = new Set<number>()
  for (const instant of dateInstants(trigger, world.timeZone, span))
    for (const { profile_id } of await dateCandidates(world, trigger, instant)) found.add(profile_id)
  return found.size
}
