import type { ActivityRule, ProfileRule, Rule, TimeRule } from '@ruam/contract/customers/rules.ts'
import type { NumberTest, Span, ValueTest } from '@ruam/contract/customers/value-tests.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import type { RuleContext } from '../../customers/rules/context.ts'
import { addDays, anniversaries, type Clock, firstDay, lastDay } from '../../customers/rules/days.ts'
import { isNumberTest } from '../../customers/rules/number-tests.ts'
import { typedValue } from '../../customers/rules/typed-value.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'

// Customers for whom a rule can change because a day or an hour begins. Evaluating everybody each day of a year would take hours.

/** Statement of ids, possibly too many; `all` if a rule cannot say, null if time changes nothing. */
export type Turning = RawBuilder<unknown> | 'all' | null

interface Turn {
  before: Clock
  now: Clock
}

/** Customers for whom a rule may change when the day `now` begins. */
export function turningAtDay(rule: Rule, turn: Turn, context: RuleContext): Turning {
  switch (rule.kind) {
    case 'profile':
      return ofProfileRule(rule, turn, context)
    case 'time':
      return ofTimeRule(rule, turn, context)
    case 'activity':
      return ofActivityRule(rule, turn, context)
    default:
      return null
  }
}

/** Customers for whom a rule may change when the hour from `after` to `at` is over. */
export function turningAtHour(rule: Rule, { after, at }: { after: Date; at: Date }, context: RuleContext): Turning {
  const shifted = (moment: Date, { n }: Span) => new Date(moment.getTime() - n * 3_600_000).toISOString()
  const between = (of: string, span: Span) =>
    sql`${sql.ref(of)} >= ${shifted(after, span)}::timestamptz and ${sql.ref(of)} <= ${shifted(at, span)}::timestamptz`
  if (rule.kind === 'activity' && rule.window && 'last' in rule.window && rule.window.last.unit === 'hour')
    return activities(context, rule.activity_type_id, between('activity_at', rule.window.last))
  if (rule.kind === 'time' && 'value' in rule && isSpan(rule.value) && rule.value.unit === 'hour')
    return profiles(context, between(`${rule.at}_at`, rule.value))
  return null
}

/** True if a rule changes at full hours. */
export const turnsHourly = (rule: Rule): boolean =>
  (rule.kind === 'activity' &&
    rule.window !== undefined &&
    'last' in rule.window &&
    rule.window.last.unit === 'hour') ||
  (rule.kind === 'time' && 'value' in rule && isSpan(rule.value) && rule.value.unit === 'hour')

const isSpan = (value: unknown): value is Span => typeof value === 'object' && value !== null && 'unit' in value

const profiles = ({ storeId }: RuleContext, such: RawBuilder<unknown>) =>
  sql`select id from profile where store_id = ${storeId} and ${such}`

const activities = ({ storeId }: RuleContext, type: number, such: RawBuilder<unknown>) =>
  sql`select profile_id as id from activity where store_id = ${storeId} and type_id = ${type}::int and ${such}`

const day = (one: string) => sql`${one}::date`
const begins = (one: string, { timeZone }: Clock) => sql`${dayBegins(one, timeZone)}::timestamptz`

/** Condition for a day of a date test that counts from today; null for other tests. */
function ofDay(test: ValueTest, of: RawBuilder<unknown>, { before, now }: Turn): RawBuilder<unknown> | 'all' | null {
  switch (test.operator) {
    case 'in_last':
    case 'not_in_last':
      if (test.value.unit === 'hour') return null
      return sql`(${of} >= ${day(firstDay(test.value, before))} and ${of} < ${day(firstDay(test.value, now))} or ${of} = ${day(now.today)})`
    case 'in_next':
      return sql`(${of} = ${day(before.today)} or ${of} > ${day(lastDay(test.value, before))} and ${of} <= ${day(lastDay(test.value, now))})`
    case 'anniversary_in_next': {
      const spans = [before, now].map((clock) => anniversaries(clock.today, lastDay(test.value, clock)))
      if (spans.every((one) => one === null)) return null
      if (spans.some((one) => one === null)) return 'all'
      const isIn = (one: number, span: [number, number][]) => span.some(([first, last]) => one >= first && one <= last)
      const differing = daysOfYear.filter((one) => isIn(one, spans[0]!) !== isIn(one, spans[1]!))
      return differing.length === 0
        ? null
        : sql`(extract(month from ${of}) * 100 + extract(day from ${of})) = any(${differing}::int[])`
    }
    case 'month_is':
      if (test.value !== 'this' || before.today.slice(0, 7) === now.today.slice(0, 7)) return null
      return sql`extract(month from ${of}) = any(${[before, now].map(({ today }) => Number(today.slice(5, 7)))}::int[])`
    default:
      return null
  }
}

/** Days of a year as month * 100 + day, 29 February among them. */
const daysOfYear = Array.from({ length: 366 }, (_, index) => {
  const one = new Date(Date.UTC(2024, 0, 1 + index))
  return (one.getUTCMonth() + 1) * 100 + one.getUTCDate()
})

/** Numbers of days at which a test of a number of days changes. */
function steps({ value }: NumberTest): number[] {
  const ends = typeof value === 'object' ? [value.from, value.to] : [value]
  return [0, ...ends.flatMap((end) => [Math.floor(end), Math.floor(end) + 1, Math.ceil(end) + 1])]
}

const dayOf = ({ column, id, data_type }: Field, { timeZone }: Clock) =>
  column ? sql`profile.${sql.ref(column)}` : typedValue(sql`profile.custom`, id, data_type, timeZone)

function ofProfileRule(rule: ProfileRule, turn: Turn, context: RuleContext): Turning {
  const field = context.fields.get(rule.field_id)!
  const { now } = turn
  const such = (condition: RawBuilder<unknown> | 'all' | null): Turning =>
    condition === null || condition === 'all' ? condition : profiles(context, condition)
  const { formula } = field
  if (!formula) return such(field.data_type === 'Date' ? ofDay(rule, dayOf(field, now), turn) : null)
  if (formula.function === 'age' || formula.function === 'days_since') {
    const source = context.fields.get(formula.field_id)
    if (!source) return null
    const of = dayOf(source, now)
    if (formula.function === 'age') {
      // An anniversary of 29 February is the first of March where ages are counted.
      const days = [turn.before, now].map(({ today }) => Number(today.slice(5, 7)) * 100 + Number(today.slice(8)))
      return such(
        sql`((extract(month from ${of}) * 100 + extract(day from ${of})) = any(${[...days, ...(days.includes(301) ? [229] : [])]}::int[])
          or ${of} = ${day(now.today)})`,
      )
    }
    return isNumberTest(rule) ? such(sql`${of} = any(${steps(rule).map((k) => addDays(now.today, -k))}::date[])`) : null
  }
  const type = formula.activity_id
  if (formula.function === 'days_since_activity') {
    if (!isNumberTest(rule)) return null
    const days = steps(rule).map((k) => addDays(now.today, -k))
    return activities(
      context,
      type,
      sql`(${sql.join(
        days.map((one) => sql`activity_at >= ${begins(one, now)} and activity_at < ${begins(addDays(one, 1), now)}`),
        sql` or `,
      )})`,
    )
  }
  if ('days' in formula && formula.days !== null) return leavingWindow(context, type, turn, -formula.days)
  return formula.function === 'activity_last' && changesDaily(rule) ? activities(context, type, sql`true`) : null
}

/** Customers with an activity of the day that leaves a window of days. */
function leavingWindow(context: RuleContext, type: number, { before, now }: Turn, days: number): Turning {
  const [from, to] = [before, now].map((clock) => begins(addDays(clock.today, days), clock))
  return activities(context, type, sql`activity_at >= ${from} and activity_at < ${to}`)
}

const changesDaily = (test: ValueTest): boolean =>
  'value' in test && (test.value === 'this' || (isSpan(test.value) && test.value.unit !== 'hour'))

function ofTimeRule(rule: TimeRule, turn: Turn, context: RuleContext): Turning {
  if (!changesDaily(rule as ValueTest)) return null
  const of = sql.ref(`${rule.at}_at`)
  if (rule.operator === 'in_last' || rule.operator === 'not_in_last') {
    const [from, to] = [turn.before, turn.now].map((clock) => begins(firstDay(rule.value, clock), clock))
    return profiles(context, sql`${of} >= ${from} and ${of} < ${to}`)
  }
  const condition = ofDay(rule as ValueTest, sql`(${of} at time zone ${turn.now.timeZone}::text)::date`, turn)
  return condition === null || condition === 'all' ? condition : profiles(context, condition)
}

function ofActivityRule(rule: ActivityRule, turn: Turn, context: RuleContext): Turning {
  const { activity_type_id: type, window, where } = rule
  const properties = context.activityTypes.get(type)
  const daily = (where ?? []).some(
    (one) => changesDaily(one) || properties?.get(one.field_id)?.formula?.function === 'days_since',
  )
  if (daily) return activities(context, type, sql`true`)
  if (!window || !('last' in window) || window.last.unit === 'hour') return null
  const [from, to] = [turn.before, turn.now].map((clock) => begins(firstDay(window.last, clock), clock))
  return activities(context, type, sql`activity_at >= ${from} and activity_at < ${to}`)
}
