import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { newGroup, newRule, type OpenActivity, type OpenRule, type PlainGroup, plainOf } from '../../rules/draft.ts'
import type { RuleOptions } from '../../rules/use-rule-options.ts'

const idOf = (name: (typeof systemFields)[number]['name']) => systemFields.find((field) => field.name === name)!.id

const starterNames = ['newThisMonth', 'lapsed', 'recent', 'frequent', 'spent', 'birthday', 'noPhone', 'noLine'] as const
interface Starter {
  name: (typeof starterNames)[number]
  target: PlainGroup
}

/** Rules to begin with, and to change: those that the store's own data can answer. */
export function startersOf({ types }: Pick<RuleOptions, 'types'>): Starter[] {
  // Among several types, one with an amount is most likely a purchase.
  const type = types.find(({ fields }) => fields.some(({ dataType }) => dataType === 'Number'))
  const bought = type?.id
  const amount = type?.fields.find(({ dataType }) => dataType === 'Number')?.id ?? 0
  const activity = (part: Partial<OpenActivity>): OpenRule[] =>
    bought === undefined ? [] : [{ kind: 'activity', activityTypeId: bought, done: true, ...part }]
  const last = (n: number) => ({ last: { n, unit: 'day' as const } })
  const rules: Record<Starter['name'], OpenRule[]> = {
    newThisMonth: [{ kind: 'time', at: 'created', operator: 'in_last', value: { n: 0, unit: 'month' } }],
    lapsed: [...activity({}), ...activity({ done: false, window: last(60) })],
    recent: activity({ window: last(30) }),
    frequent: activity({ count: { operator: 'gte', value: 3 }, window: last(90) }),
    spent: activity({ window: last(90), where: [{ fieldId: amount, operator: 'gte', value: 1000 }] }),
    birthday: [{ kind: 'profile', fieldId: idOf('birthDate'), operator: 'month_is', value: 'this' }],
    noPhone: [{ kind: 'profile', fieldId: idOf('phone'), operator: 'empty' }],
    noLine: [{ kind: 'profile', fieldId: idOf('lineUserId'), operator: 'empty' }],
  }
  return starterNames
    .filter((name) => rules[name].length > 0)
    .map((name) => ({ name, target: plainOf(newGroup([newGroup(rules[name].map((rule) => newRule(rule)))])) }))
}
