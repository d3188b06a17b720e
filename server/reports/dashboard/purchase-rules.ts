import type { ActivityRule, Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { MAX_GROUP_RULES } from '@ruam/contract/customers/rules.ts'
import type { Window } from '@ruam/contract/customers/value-tests.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Purchases } from '../../customers/fields/amount-field.ts'
import { addDays } from '../../customers/rules/days.ts'
import { ACTIVE_DAYS, NEW_DAYS, QUIET_DAYS, type ShopDays } from './shop-days.ts'

/** Rules by which the list finds the customers that a figure counts; null if none can say it. */
export function purchaseRules(purchases: Purchases | undefined, days: ShopDays) {
  const types = purchases?.types ?? []
  const leaf = (type: number, done: boolean, window?: Window): ActivityRule => ({
    ...{ kind: 'activity', activity_type_id: type, done, ...(window && { window }) },
    where: [{ field_id: purchases!.field, operator: 'not_empty' }],
  })
  /** Bought in a window. */
  const some = (window?: Window): Rule | RuleGroup =>
    types.length === 1
      ? leaf(types[0]!, true, window)
      : { condition: 'or', rules: types.map((type) => leaf(type, true, window)) }
  const none = (window?: Window) => types.map((type) => leaf(type, false, window))
  const all = (...rules: (Rule | RuleGroup)[]): RuleGroup | null =>
    types.length === 0 || rules.length > MAX_GROUP_RULES ? null : { condition: 'and', rules }
  const last = (n: number): Window => ({ last: { n, unit: 'day' } })
  const before = (day: string): Window => ({ to: addDays(day, -1) })
  const { from, to } = days.period
  return {
    new_people: all(some({ from, to }), ...none(before(from))),
    returning_people: all(some({ from, to }), some(before(from))),
    new: all(some(last(NEW_DAYS)), ...none(before(days.newFrom))),
    active: all(some(last(ACTIVE_DAYS)), some(before(days.newFrom))),
    at_risk: all(some(last(QUIET_DAYS)), ...none(last(ACTIVE_DAYS))),
    lapsed: all(some(), ...none(last(QUIET_DAYS))),
    never: all(...none()),
  }
}

/** Friends of a LINE account. */
export const lineRule: RuleGroup = {
  condition: 'and',
  rules: [{ kind: 'channel', channel_type: 'lineOA', operator: 'friend' }],
}

/** Today and the six days after it. */
export const birthdayTest = { operator: 'anniversary_in_next', value: { n: 6, unit: 'day' } } as const
export const birthdayRule: RuleGroup = {
  condition: 'and',
  rules: [{ kind: 'profile', field_id: systemFields.find(({ name }) => name === 'birthDate')!.id, ...birthdayTest }],
}

export const unansweredRule = (purpose_id: number): RuleGroup => ({
  condition: 'and',
  rules: [{ kind: 'consent', purpose_id, operator: 'unknown' }],
})
