import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { type Random, randomOf } from '../tools/random.ts'
import type { Names } from './segment-data.ts'

/** Generates rules as staff write them: one to five parts on fields, purchases, labels and times, in groups of and, or and not. */
export function someRules(names: Names, count: number, seed: number): RuleGroup[] {
  const random = randomOf(seed)
  return Array.from({ length: count }, () => someGroup(random, names, 0))
}

function someGroup(random: Random, names: Names, depth: number): RuleGroup {
  const inner = () => (depth < 2 && random.chance(0.2) ? someGroup(random, names, depth + 1) : somePart(random, names))
  const rules = Array.from({ length: 1 + random.below(depth === 0 ? 4 : 2) }, inner)
  return { condition: random.chance(0.7) ? 'and' : 'or', not: random.chance(0.1), rules }
}

export function somePart(random: Random, { field, purchase, visit, amount, regular, member }: Names): Rule {
  const number = (name: string): Rule => ({
    kind: 'profile',
    field_id: field[name]!,
    operator: random.pick(['gt', 'lte'] as const),
    value: random.below(5000),
  })
  const text = (name: string, values: string[]): Rule => ({
    kind: 'profile',
    field_id: field[name]!,
    operator: random.pick(['eq', 'eq', 'ne'] as const),
    value: random.pick(values),
  })
  const last = { last: { n: random.pick([7, 30, 90, 365]), unit: 'day' as const } }
  const type = random.pick([purchase, visit])
  return random.pick<() => Rule>([
    () => number(random.pick(['points', 'visits', 'spent', 'orders'])),
    () => text('memberLevel', ['ทั่วไป', 'เงิน', 'ทอง', 'แพลทินัม']),
    () => text('branch', ['สาขา 3', 'สาขา 17', 'สาขา 39']),
    () => ({ kind: 'profile', field_id: field.note!, operator: 'contains', value: random.pick(['กุ้ง', 'นม', '77']) }),
    () => ({ kind: 'profile', field_id: field.joinedOn!, operator: 'after', value: `202${random.below(5)}-06-01` }),
    () => ({ kind: 'profile', field_id: 5, operator: random.pick(['empty', 'not_empty'] as const) }),
    () => ({ kind: 'profile', field_id: field.spentLately!, operator: 'gt', value: random.below(6000) }),
    () => ({ kind: 'activity', activity_type_id: type, done: random.chance(0.6), window: last }),
    () => ({
      kind: 'activity',
      activity_type_id: type,
      done: true,
      count: { operator: 'gte', value: 1 + random.below(3) },
      window: last,
    }),
    () => ({
      kind: 'activity',
      activity_type_id: purchase,
      done: true,
      where: [{ field_id: amount, operator: 'gt', value: random.below(3000) }],
    }),
    () => ({
      kind: 'label',
      operator: random.pick(['has_any', 'has_none'] as const),
      label_ids: [random.pick([regular, member])],
    }),
    () => ({ kind: 'time', at: 'created', operator: 'in_last', value: { n: random.pick([3, 6, 12]), unit: 'month' } }),
  ])()
}
