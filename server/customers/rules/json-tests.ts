import type { DateTest, NumberTest, ValueTest } from '@ruam/contract/customers/value-tests.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { dateCondition, isDateTest } from './date-tests.ts'
import { addDays, type Clock, firstDay, lastDay } from './days.ts'
import { isNumberTest } from './number-tests.ts'
import { typedValue } from './typed-value.ts'

/** A value of one of the store's own fields, where it lies. */
export interface InJson {
  json: RawBuilder<unknown>
  id: number
  type: DataType
}

// To take a value out of JSON as a number or a day costs three times as much as to find it: it is made a text, looked at and read. So JSON
// is asked itself, by a path that finds the value once. `strict`: no list of values stands for its members, and what is of another type
// or missing answers null.

/** The same test asked of the JSON; undefined where the value has to be taken out. */
export function jsonCondition(
  test: ValueTest,
  { json, id, type }: InJson,
  clock: Clock,
): RawBuilder<boolean> | undefined {
  if (type === 'Number' && isNumberTest(test)) return asks(json, id, numberTests(test))
  if (type === 'Boolean' && test.operator === 'is_true') return asks(json, id, ['== true'])
  if (type === 'Boolean' && test.operator === 'is_false') return asks(json, id, ['== false'])
  if (type === 'Date' && isDateTest(test)) return dayHolds(test, json, id, clock)
  return undefined
}

const asks = (json: RawBuilder<unknown>, id: number, tests: readonly string[]) =>
  sql<boolean>`${json} @@ ${`strict ${tests.map((one) => `$."${id}" ${one}`).join(' && ')}`}::jsonpath`

const signs = { eq: '==', ne: '==', gt: '>', gte: '>=', lt: '<', lte: '<=' }

function numberTests({ operator, value }: NumberTest): string[] {
  if (typeof value === 'object') return [`>= ${value.from}`, `<= ${value.to}`]
  return [`${signs[operator as keyof typeof signs]} ${value}`]
}

/** Days on both sides of a day within which a moment, written in any time zone, may lie on the other side of it. */
const MARGIN = 3

/** Days are written `2026-01-31` and moments `2026-01-31T…`, in the order of time; only near its ends a moment has to be read. */
function dayHolds(
  test: DateTest,
  json: RawBuilder<unknown>,
  id: number,
  clock: Clock,
): RawBuilder<boolean> | undefined {
  const span = spanOf(test, clock)
  if (!span) return undefined
  const { from, to } = span
  const [early, late] = [from && shifted(from, -MARGIN), to && shifted(to, MARGIN + 1)]
  const [begun, over] = [from && shifted(from, MARGIN), to && shifted(to, -MARGIN)]
  const read = dateCondition(test, typedValue(json, id, 'Date', clock.timeZone), clock)
  // Dates begin with a digit.
  const within = (first?: string, last?: string) => [`>= "${first ?? '0'}"`, `< "${last ?? ':'}"`]
  const near = asks(json, id, within(early, late))
  if ((from && !begun) || (to && !over) || (begun && over && begun >= over)) return sql`(${near} and ${read})`
  const written = sql`(${json} ->> ${String(id)}::text) like any('{____-__-__,____-__-__T%}'::text[])`
  const sure = sql`${asks(json, id, within(begun, over))} and ${written}`
  return sql`(${near} and (${sure} or ${read}))`
}

/** The days from which and to which a test asks, as far as it has ends; undefined of one that asks of any year. */
function spanOf(test: DateTest, clock: Clock): { from?: string; to?: string } | undefined {
  switch (test.operator) {
    case 'on':
      return { from: test.value, to: test.value }
    case 'before':
      return { to: test.value }
    case 'after':
      return { from: test.value }
    case 'between':
      return test.value
    case 'in_last':
    case 'not_in_last':
      return { from: firstDay(test.value, clock), to: clock.today }
    case 'in_next':
      return { from: clock.today, to: lastDay(test.value, clock) }
    default:
      return undefined
  }
}

/** A day so many days on; undefined where that is no year of four digits. */
function shifted(day: string, days: number): string | undefined {
  const one = addDays(day, days)
  return /^\d{4}-/.test(one) ? one : undefined
}
