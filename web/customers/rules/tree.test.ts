import { fc, test } from '@fast-check/vitest'
import { MAX_RULE_DEPTH } from '@ruam/contract/customers/rules.ts'
import { describe, expect } from 'vitest'
import { type DraftGroup, type DraftItem, isGroup, newGroup, newRule, rulesIn } from './draft.ts'
import { heightOf, inserted, mayAdd, moved, pathTo, removed } from './tree.ts'

const rule = () =>
  fc.integer({ min: 1, max: 9 }).map((id) => newRule({ kind: 'consent', purposeId: id, operator: 'granted' }))
const group = (depth: number): fc.Arbitrary<DraftGroup> =>
  fc
    .array(
      depth === 1 ? rule() : fc.oneof({ weight: 2, arbitrary: rule() as fc.Arbitrary<DraftItem> }, group(depth - 1)),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((items) => newGroup(items))
const draft = fc.array(group(MAX_RULE_DEPTH), { minLength: 1, maxLength: 3 }).map((groups) => newGroup(groups))

const everything = (item: DraftItem): DraftItem[] => [item, ...(isGroup(item) ? item.items.flatMap(everything) : [])]
const keys = (root: DraftGroup) =>
  rulesIn(root)
    .map(({ key }) => key)
    .sort((a, b) => a - b)
const isSound = (root: DraftGroup) =>
  heightOf(root) - 1 <= MAX_RULE_DEPTH &&
  root.items.every(isGroup) &&
  everything(root).every((item) => !isGroup(item) || item === root || item.items.length > 0)

describe('a draft', () => {
  test.prop([draft, fc.nat(), fc.constantFrom(-1 as const, 1 as const)])(
    'keeps every rule, and its depth, when something is moved a step',
    (root, pick, by) => {
      const items = everything(root).slice(1)
      const { key } = items[pick % items.length]!
      const next = moved(root, key, by)
      expect(keys(next)).toEqual(keys(root))
      expect(isSound(next)).toBe(true)
    },
  )

  test.prop([draft, fc.nat()])('lets a rule be moved from its first place to its last, and back', (root, pick) => {
    const all = rulesIn(root)
    const { key } = all[pick % all.length]!
    const ordinal = (now: DraftGroup) => rulesIn(now).findIndex((one) => one.key === key)
    let now = root
    for (let step = 0; step < 60; step++) now = moved(now, key, 1)
    // It stands in a group of the first level, after all that may stand before it.
    expect(ordinal(now)).toBe(all.length - 1)
    for (let step = 0; step < 60; step++) now = moved(now, key, -1)
    expect(ordinal(now)).toBe(0)
  })

  test.prop([draft, fc.nat()])('loses what is removed, and no other rule', (root, pick) => {
    const items = everything(root).slice(1)
    const item = items[pick % items.length]!
    const gone = new Set(rulesIn(item).map(({ key }) => key))
    const next = removed(root, item.key)
    expect(keys(next)).toEqual(keys(root).filter((key) => !gone.has(key)))
    expect(next.items.length > 0 || root.items.length === 1).toBe(true)
  })

  test.prop([draft, draft, fc.nat()])('takes an item only where it stays within its bounds', (root, other, pick) => {
    const groups = everything(root).filter(isGroup)
    const into = groups[pick % groups.length]!
    const item = other.items[0]!
    if (mayAdd(root, into.key, item)) expect(isSound(inserted(root, into.key, item))).toBe(true)
    else expect(pathTo(root, into.key).length - 1 + heightOf(item)).toBeGreaterThan(into === root ? -1 : MAX_RULE_DEPTH)
  })
})
