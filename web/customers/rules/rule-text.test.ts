import { describe, expect, test } from 'vitest'
import { completeGroup, completeRule } from './complete-rule.ts'
import {
  type DraftItem,
  draftOfPlain,
  isGroup,
  newGroup,
  newRule,
  type OpenRule,
  plainOf,
  ruleDraftOf,
} from './draft.ts'
import { itemOfText, textOfItem } from './rule-text.ts'

const bought: OpenRule = {
  kind: 'activity',
  activityTypeId: 7,
  done: true,
  count: { operator: 'gte', value: 3 },
  window: { last: { n: 90, unit: 'day' } },
}
const vip: OpenRule = { kind: 'label', operator: 'has_any', labelIds: [1] }
const plain = (item: DraftItem): unknown =>
  isGroup(item) ? { ...item, key: 0, items: item.items.map(plain) } : { ...item, key: 0 }

describe('the text of a copied rule', () => {
  test('reads back as the same rule, whatever the sentence before it says', () => {
    for (const item of [newRule(bought), newGroup([newRule(bought), newGroup([newRule(vip)], 'or', true)])]) {
      const text = textOfItem(item, 'Bought {at least} 3 times in the last 90 days')
      expect(plain(itemOfText(text)!)).toEqual(plain(item))
    }
  })

  test.each([
    '',
    'VIP',
    '{"a":1}',
    '{"kind":"__proto__"}',
    '{"kind":"label"}',
    '{"rules":[]}',
    '{"rules":[{"kind":"x"}]}',
  ])('is refused when it is none: %s', (text) => expect(itemOfText(text)).toBeUndefined())
})

describe('a rule that is being said', () => {
  test.each<OpenRule>([
    { kind: 'none' },
    { kind: 'label', operator: 'has_any', labelIds: [] },
    { kind: 'profile', fieldId: 1, operator: 'eq', value: ' ' },
    { kind: 'profile', fieldId: 1, operator: 'gt' },
    { kind: 'profile', fieldId: 1, operator: 'between', value: { from: 1 } },
    { kind: 'profile', fieldId: 1, operator: 'eq', masked: true },
    { ...bought, count: { operator: 'gte' } },
    { ...bought, window: {} },
    { ...bought, where: [{ fieldId: 3, operator: 'in', value: [] }] },
  ])('is not sent while something is missing: %j', (rule) => expect(completeRule(rule)).toBeUndefined())

  test('has swapped ends turned round, of days with one end left open', () => {
    expect(completeRule({ kind: 'profile', fieldId: 1, operator: 'between', value: { from: 5, to: 1 } })).toMatchObject(
      {
        value: { from: 1, to: 5 },
      },
    )
    const days = { from: '2026-05-01', to: undefined }
    expect(completeRule({ kind: 'time', at: 'created', operator: 'between', value: days })).toMatchObject({
      value: { from: '2026-05-01' },
    })
  })

  test('leaves its holes out of the rule and names them', () => {
    const hole = newRule()
    const { rule, holes } = completeGroup(newGroup([newRule(vip), hole]))
    expect(rule).toEqual({ condition: 'and', rules: [vip] })
    expect([...holes]).toEqual([hole.key])
  })

  test('stands at the same place in the draft and in the rule that is sent, past what is left out', () => {
    const draft = ruleDraftOf({ condition: 'or', rules: [vip as never, { condition: 'and', rules: [vip as never] }] })
    const inner = draft.items[1]!
    const { places } = completeGroup({ ...draft, items: [newRule(), ...draft.items] })
    expect(places.get('rules.1')).toBe(inner.key)
    expect(places.get('rules.1.rules.0')).toBe(isGroup(inner) ? inner.items[0]!.key : 0)
    expect(places.has('rules.2')).toBe(false)
  })

  test('is the same after its keys are taken away and given again', () => {
    const draft = newGroup([newGroup([newRule(vip), newGroup([newRule(bought)], 'or', true)])])
    expect(plainOf(draftOfPlain(plainOf(draft)))).toEqual(plainOf(draft))
  })
})
