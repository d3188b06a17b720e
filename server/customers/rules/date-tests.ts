import type { DateTest, ValueTest, Window } from '@ruam/contract/customers/value-tests.ts'
import { type RawBuilder, sql } from 'kysely'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { anniversaries, type Clock, dayIsOver, firstDay, isDay, lastDay, momentOf, spanBegins } from './days.ts'

type Sql = RawBuilder<unknown>

const operators: Partial<Record<ValueTest['operator'], true>> = {
  on: true,
  before: true,
  after: true,
  in_last: true,
  not_in_last: true,
  in_next: true,
  anniversary_in_next: true,
  month_is: true,
}

export const isDateTest = (test: ValueTest): test is DateTest =>
  operators[test.operator] === true ||
  (test.operator === 'between' && typeof (test.value.from ?? test.value.to) === 'string')

const day = (one: string) => sql`${one}::date`
const instant = (one: string) => sql`${one}::timestamptz`
const and = (parts: Sql[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`

/** Predicate for a day; negated for `not_in_last`. */
export function dateCondition(test: DateTest, of: Sql, clock: Clock): RawBuilder<boolean> {
  switch (test.operator) {
    case 'on':
      return sql`${of} = ${day(test.value)}`
    case 'before':
      return sql`${of} < ${day(test.value)}`
    case 'after':
      return sql`${of} > ${day(test.value)}`
    case 'between': {
      const { from, to } = test.value
      return and([...(from ? [sql`${of} >= ${day(from)}`] : []), ...(to ? [sql`${of} <= ${day(to)}`] : [])])
    }
    case 'in_last':
    case 'not_in_last':
      return sql`${of} between ${day(firstDay(test.value, clock))} and ${day(clock.today)}`
    case 'in_next':
      return sql`${of} between ${day(clock.today)} and ${day(lastDay(test.value, clock))}`
    case 'anniversary_in_next': {
      const days = anniversaries(clock.today, lastDay(test.value, clock))
      if (!days) return sql`${of} is not null`
      const ofYear = sql`extract(month from ${of}) * 100 + extract(day from ${of})`
      return sql`(${sql.join(
        days.map(([first, last]) => sql`${ofYear} between ${first}::int and ${last}::int`),
        sql` or `,
      )})`
    }
    case 'month_is': {
      const month = test.value === 'this' ? Number(clock.today.slice(5, 7)) : test.value
      return sql`extract(month from ${of}) = ${month}::int`
    }
  }
}

/** The ends of a time, as far as it has any; both conditions may be left out. */
function momentsBetween(of: Sql, { from, to }: { from?: string; to?: string }, clock: Clock): Sql[] {
  const begins = from && (isDay(from) ? dayBegins(from, clock.timeZone) : from)
  return [
    ...(begins ? [sql`${of} >= ${instant(begins)}`] : []),
    ...(to ? [isDay(to) ? sql`${of} < ${instant(dayIsOver(to, clock))}` : sql`${of} <= ${instant(to)}`] : []),
  ]
}

/** When activities count: those that have happened, within the window. */
export function happenedIn(of: Sql, window: Window | undefined, clock: Clock): Sql {
  const ends = !window
    ? []
    : 'last' in window
      ? [sql`${of} >= ${spanBegins(window.last, clock)}`]
      : momentsBetween(of, window, clock)
  return and([...ends, sql`${of} <= ${momentOf(clock)}`])
}

/** Predicate for an instant; negated for `not_in_last`. `range`: an interval that an index can serve. */
export function instantCondition(test: DateTest, of: Sql, clock: Clock): { is: RawBuilder<boolean>; range: boolean } {
  const now = momentOf(clock)
  const range = (...parts: Sql[]) => ({ is: and(parts), range: true })
  switch (test.operator) {
    case 'on':
      return range(...momentsBetween(of, { from: test.value, to: test.value }, clock))
    case 'before': {
      const { value } = test
      return range(sql`${of} < ${instant(isDay(value) ? dayBegins(value, clock.timeZone) : value)}`)
    }
    case 'after': {
      const { value } = test
      if (!isDay(value)) return range(sql`${of} > ${instant(value)}`)
      return range(sql`${of} >= ${instant(dayIsOver(value, clock))}`)
    }
    case 'between':
      return range(...momentsBetween(of, test.value, clock))
    case 'in_last':
    case 'not_in_last':
      return range(sql`${of} >= ${spanBegins(test.value, clock)}`, sql`${of} <= ${now}`)
    case 'in_next':
      return range(sql`${of} > ${now}`, sql`${of} < ${instant(dayIsOver(lastDay(test.value, clock), clock))}`)
    default:
      return { is: dateCondition(test, sql`(${of} at time zone ${clock.timeZone}::text)::date`, clock), range: false }
  }
}
