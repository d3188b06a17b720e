import { describe, expect, test } from 'vitest'
import type { ScreenRule } from '../../rules/rule-address.ts'
import { filterOfSegment } from './list-filter.ts'

type SegmentRule = Parameters<typeof filterOfSegment>[0]
const vip: ScreenRule['rules'][number] = { kind: 'label', operator: 'has_any', labelIds: [1] }
const group = (...rules: ScreenRule['rules']): ScreenRule => ({ condition: 'and', rules })
const nested = (depth: number): ScreenRule => (depth === 1 ? group(vip) : group(nested(depth - 1)))
const segment = (
  groups: ScreenRule[],
  condition: 'and' | 'or' = 'and',
  filter: SegmentRule['filter'] = { profileCreatedAt: null, referenceLabelIds: [] },
): SegmentRule => ({ autoApplyEnabled: true, filter, target: { condition, groups } })
const before: SegmentRule['filter'] = {
  profileCreatedAt: { from: '2026-01-01', to: null },
  referenceLabelIds: [7],
}
const asRules = [
  { kind: 'time', at: 'created', operator: 'between', value: { from: '2026-01-01' } },
  { kind: 'label', operator: 'has_any', labelIds: [7] },
]

describe('a segment as a filter of the list', () => {
  test('is its group, where it has one', () => {
    const negative: ScreenRule = { ...group(vip), not: true }
    expect(filterOfSegment(segment([negative]))).toEqual(negative)
  })

  test('joins its groups as they were joined', () => {
    expect(filterOfSegment(segment([group(vip), group(vip)], 'or'))).toEqual({
      condition: 'or',
      rules: [group(vip), group(vip)],
    })
  })

  test('turns the conditions before the groups of a segment into rules next to the groups', () => {
    expect(filterOfSegment(segment([group(vip)], 'and', before))).toEqual(group(...(asRules as never[]), vip))
    expect(filterOfSegment(segment([group(vip), group(vip)], 'or', before))).toEqual(
      group(...(asRules as never[]), { condition: 'or', rules: [group(vip), group(vip)] }),
    )
    const negative: ScreenRule = { ...group(vip), not: true }
    expect(filterOfSegment(segment([negative], 'or', before))!.rules.at(-1)).toMatchObject({ rules: [negative] })
  })

  test('is none where it would be four levels deep, or hold more rules than a group may', () => {
    expect(filterOfSegment(segment([nested(3)]))).toBeDefined()
    expect(filterOfSegment(segment([nested(3), group(vip)]))).toBeUndefined()
    expect(filterOfSegment(segment([group(...Array.from({ length: 19 }, () => vip))], 'and', before))).toBeUndefined()
  })
})
