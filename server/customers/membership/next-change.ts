import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { Span, ValueTest } from '@ruam/contract/customers/value-tests.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { RuleContext } from '../rules/context.ts'
import { dayIsOver } from '../rules/days.ts'
import { leavesOf } from '../rules/leaves-of.ts'
import { normalizeRule, type StoredRule } from './stored-rule.ts'

const HOUR_MS = 3_600_000

/** When the matches of a rule can change by time alone: at a new day or hour, or at future activities of these types. */
interface Turns {
  day: boolean
  hour: boolean
  types: number[]
}

/** Returns when matches can change next: at the store's midnight, the full hour, or an activity. Null if never. */
export async function nextChange(db: Db, rule: StoredRule, context: RuleContext): Promise<string | null> {
  const { day, hour, types } = turnsOf(rule, context)
  const instants = [
    ...(day ? [Date.parse(dayIsOver(context.today, context))] : []),
    ...(hour ? [(Math.floor(context.now.getTime() / HOUR_MS) + 1) * HOUR_MS] : []),
    ...(await nextActivity(db, context, types)),
  ]
  return instants.length > 0 ? new Date(Math.min(...instants)).toISOString() : null
}

function turnsOf(rule: StoredRule, context: RuleContext): Turns {
  const all = leavesOf(normalizeRule(rule)).map((leaf) => turnsOfRule(leaf.rule, context))
  return {
    day: all.some((turns) => turns.day),
    hour: all.some((turns) => turns.hour),
    types: [...new Set(all.flatMap((turns) => turns.types))],
  }
}

const never: Turns = { day: false, hour: false, types: [] }
const ofSpan = ({ unit }: Span): Turns => ({ ...never, day: unit !== 'hour', hour: unit === 'hour' })

/** Returns when the matches of one rule can change by time alone. */
export function turnsOfRule(rule: Rule, { fields, activityTypes, ageGate }: RuleContext): Turns {
  if (rule.kind === 'profile') {
    const formula = fields.get(rule.field_id)?.formula
    if (!formula) return turnsOfTest(rule)
    if (formula.function === 'age' || formula.function === 'days_since') return { ...never, day: true }
    // A window of days is a multiple of 24 hours.
    const window = 'days' in formula && formula.days !== null
    const day = formula.function === 'days_since_activity' || turnsOfTest(rule).day
    return { day, hour: window, types: [formula.activity_id] }
  }
  // Creation and change times are never in the future.
  if (rule.kind === 'time') return turnsOfTest(rule)
  // Customers come of age at midnight.
  if (rule.kind === 'consent') return { ...never, day: ageGate }
  if (rule.kind !== 'activity') return never
  const properties = activityTypes.get(rule.activity_type_id)
  const computed = (rule.where ?? []).some(
    (one) => turnsOfTest(one).day || properties?.get(one.field_id)?.formula?.function === 'days_since',
  )
  const window = rule.window && 'last' in rule.window ? ofSpan(rule.window.last) : never
  return { day: computed || window.day, hour: window.hour, types: [rule.activity_type_id] }
}

function turnsOfTest(test: ValueTest): Turns {
  if (!('value' in test)) return never
  const { value } = test
  if (value === 'this' && test.operator === 'month_is') return { ...never, day: true }
  return typeof value === 'object' && 'unit' in value ? ofSpan(value) : never
}

/** Returns the time of the next future activity of these types. */
async function nextActivity(db: Db, { storeId, now }: RuleContext, types: readonly number[]): Promise<number[]> {
  if (types.length === 0) return []
  const { rows } = await sql<{ at: string | null }>`
    select (select min(activity_at) from activity where store_id = ${storeId} and type_id = t and activity_at > ${now.toISOString()}::timestamptz) as at
    from unnest(${types}::int[]) t`.execute(db)
  return rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at) + 1]))
}
