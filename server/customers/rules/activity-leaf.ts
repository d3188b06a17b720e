import type { ActivityRule, PropertyRule } from '@ruam/contract/customers/rules.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { computedOfActivity, ownActivities } from '../fields/computed.ts'
import type { Property, RuleContext } from './context.ts'
import { happenedIn } from './date-tests.ts'
import { existsFor, type Leaf } from './leaf.ts'
import { formulaClock } from './profile-leaf.ts'
import { idsOf } from './sets.ts'
import { typedValue } from './typed-value.ts'
import { valueCondition } from './value-tests.ts'

/** Predicate on activities `a` that count for a rule, of all profiles. */
export const countedActivities = (rule: ActivityRule, context: RuleContext): RawBuilder<unknown> =>
  sql`a.store_id = ${context.storeId} and a.type_id = ${rule.activity_type_id}::int and ${countedOfType(rule, context)}`

/** Predicate on activities `a` of the rule's type. */
function countedOfType(rule: ActivityRule, context: RuleContext): RawBuilder<unknown> {
  const properties = context.activityTypes.get(rule.activity_type_id)!
  return sql.join(
    [
      happenedIn(sql`a.activity_at`, rule.window, context),
      ...(rule.where ?? []).map((one) => ofProperty(one, properties.get(one.field_id)!, context)),
    ],
    sql` and `,
  )
}

/** Compiles a condition on activities of a type. */
export function activityLeaf(rule: ActivityRule, context: RuleContext): Leaf {
  const such = countedActivities(rule, context)
  const all = sql`select a.profile_id as id from activity a where ${such}`
  const each = sql`${all} group by a.profile_id`
  const those = ownActivities(sql`${context.storeId}`, rule.activity_type_id)
  const own = sql`from ${those} where ${countedOfType(rule, context)}`
  if (!rule.count) {
    const set = { ids: idsOf(each), repeated: sql<{ id: number }>`(${all})` }
    return { is: existsFor(own), not: !rule.done, reads: [], set }
  }
  const holds = valueCondition(rule.count, 'number', context)
  const times = holds.is(sql`count(*)`)
  const is = holds.is(sql`(select count(*) ${own})`)
  // A person without any of them is in no group.
  const having = holds.ofZero ? sql`(${times}) is not true` : times
  const set = { ids: idsOf(sql`${each} having ${having}`), allBut: holds.ofZero }
  return { is, not: holds.not !== !rule.done, reads: [], set }
}

function ofProperty(rule: PropertyRule, property: Property, context: RuleContext): RawBuilder<boolean> {
  const holds = valueCondition(rule, property.kind, context)
  const { id, data_type: type, formula } = property
  const kept = id !== activityDate.id && !formula
  const is = holds.is(propertyValue(property, context), kept ? { inJson: { json: sql`a.fields`, id, type } } : {})
  return holds.not ? sql`(${is}) is not true` : is
}

function propertyValue({ id, data_type, formula }: Property, context: RuleContext): RawBuilder<unknown> {
  if (id === activityDate.id) return sql`(a.activity_at at time zone ${context.timeZone}::text)::date`
  if (formula) return computedOfActivity(formula, 'a', formulaClock(context))
  return typedValue(sql`a.fields`, id, data_type, context.timeZone)
}
