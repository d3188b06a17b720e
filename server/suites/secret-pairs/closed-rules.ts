import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Chance } from './chance.ts'
import { guessOf } from './step.ts'
import { field, ruleOf, type World } from './world.ts'

/** A test of a closed field by a guess. */
function closedTest(chance: Chance, world: World): Rule {
  const closed = chance.pick(world.closed)
  const rule = { kind: 'profile', field_id: closed.id }
  const value = guessOf(chance, closed)
  const tests: Record<typeof closed.type, object[]> = {
    key: [
      { operator: 'eq', value },
      { operator: 'starts_with', value: String(value).slice(0, 4) },
    ],
    text: [
      { operator: 'eq', value },
      { operator: 'contains', value: String(value).slice(2, 6) },
      { operator: 'in', value: [value] },
    ],
    number: [
      { operator: 'eq', value },
      { operator: 'lt', value: Number(value) + 1 },
      { operator: 'between', value: { from: value, to: value } },
    ],
    date: [
      { operator: 'on', value },
      { operator: 'before', value },
    ],
  }
  return { ...rule, ...chance.pick([...tests[closed.type], { operator: 'not_empty' }, { operator: 'empty' }]) } as Rule
}

/** A rule that asks for closed values in one of the ways that there are. */
export function ruleFor(chance: Chance, world: World): (of: World) => RuleGroup {
  const test = closedTest(chance, world)
  const place = chance.int(world.closedSegments.length)
  const value = 13_000 + chance.int(2000)
  const negated = chance.is(0.2)
  const kind = chance.weighed([
    [4, 'closed'],
    [4, 'segment'],
    [2, 'computed'],
    [2, 'open'],
    [1, 'nested'],
  ] as const)
  return (of) => {
    const segment: Rule = {
      kind: 'label',
      operator: negated ? 'has_none' : 'has_any',
      label_ids: [of.closedSegments[place]!],
    }
    const computed: Rule = { kind: 'profile', field_id: of.computed.id, operator: 'lt', value }
    // Ids of fields differ between the worlds.
    const closed = renamed(test, world, of)
    const open: Rule = { kind: 'profile', field_id: field.phone, operator: 'not_empty' }
    const rules: RuleGroup['rules'] = {
      closed: [closed],
      segment: [segment],
      computed: [computed],
      open: [open],
      nested: [open, { condition: 'or' as const, not: negated, rules: [closed, segment] }],
    }[kind]
    return { condition: 'and', rules }
  }
}

const renamed = (rule: Rule, from: World, to: World): Rule => {
  if (rule.kind !== 'profile') return rule
  const place = from.closed.findIndex(({ id }) => id === rule.field_id)
  return { ...rule, field_id: to.closed[place]!.id }
}

/** A segment's rule of one group. */
export const groupRule = (group: RuleGroup, auto = true) => {
  const whole = ruleOf({ kind: 'time', at: 'created', operator: 'not_empty' }, auto)
  return { ...whole, target: { condition: 'and' as const, groups: [group] } }
}
