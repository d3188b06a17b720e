import { describe, expect, test } from 'vitest'
import { draftOfPlain, isGroup, rulesIn } from '../../rules/draft.ts'
import type { ScreenRule } from '../../rules/rule-address.ts'
import { blankTarget, isHidden, noFilter, plainTarget, segmentRuleOf, targetOfRule } from './segment-rule.ts'
import { startersOf } from './starters.ts'

const vip: ScreenRule['rules'][number] = { kind: 'label', operator: 'has_any', labelIds: [1] }
const group = (...rules: ScreenRule['rules']): ScreenRule => ({ condition: 'and', rules })

describe('the rule of a segment', () => {
  test('reads back as it was sent', () => {
    const target = { condition: 'or', groups: [group(vip, { ...group(vip), not: true }), group(vip)] } as const
    const draft = draftOfPlain(plainTarget({ target: target as never }))
    expect(segmentRuleOf(draft, noFilter, true).segmentRule).toEqual({
      autoApplyEnabled: true,
      filter: noFilter,
      target,
    })
  })

  test('is none as long as nothing of it is whole', () => {
    const { segmentRule, holes } = segmentRuleOf(draftOfPlain(blankTarget()), noFilter, true)
    expect(segmentRule).toBeUndefined()
    expect(holes.size).toBe(1)
  })

  test('finds the rule that an answer names by its place', () => {
    const draft = draftOfPlain(plainTarget({ target: { condition: 'and', groups: [group(vip), group(vip, vip)] } }))
    const second = draft.items[1]!
    const { keyAt } = segmentRuleOf(draft, noFilter, true)
    expect(keyAt(['target', 'groups', 1, 'rules', 1])).toBe(isGroup(second) && second.items[1]!.key)
    expect(keyAt(['target', 'groups', 2])).toBeUndefined()
  })

  test('converts a filter of the list to one group for each sibling group, and any other filter to one group', () => {
    expect(targetOfRule({ condition: 'or', rules: [group(vip), group(vip)] })).toMatchObject({ condition: 'or' })
    expect(targetOfRule({ condition: 'or', rules: [group(vip), group(vip)] }).items).toHaveLength(2)
    for (const rule of [group(vip), group(vip, group(vip)), { ...group(group(vip), group(vip)), not: true }])
      expect(targetOfRule(rule).items).toHaveLength(1)
  })

  test('is hidden from people where a value of it is, however deep', () => {
    const masked = { kind: 'profile', fieldId: 1, operator: 'eq', masked: true } as never
    expect(isHidden(plainTarget({ target: { condition: 'and', groups: [group(vip, group(masked))] } }))).toBe(true)
    expect(isHidden(plainTarget({ target: { condition: 'and', groups: [group(vip)] } }))).toBe(false)
  })
})

describe('rules to begin with', () => {
  const amount = { id: 9, name: 'total', title: 'Total', dataType: 'Number' } as const
  const types = [{ id: 3, name: 'Bought', fields: [amount] }]

  test('are whole, so that they can be counted at once', () => {
    for (const { target } of startersOf({ types })) {
      const { segmentRule, holes } = segmentRuleOf(draftOfPlain(target), noFilter, true)
      expect([segmentRule !== undefined, holes.size]).toEqual([true, 0])
    }
  })

  test('are about purchases only in a store that has some', () => {
    const about = (starters: ReturnType<typeof startersOf>) =>
      starters.flatMap(({ target }) => rulesIn(draftOfPlain(target)).map(({ rule }) => rule.kind))
    expect(about(startersOf({ types }))).toContain('activity')
    expect(about(startersOf({ types: [] }))).not.toContain('activity')
  })
})
