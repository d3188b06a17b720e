import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { ProfileListField } from '../values.ts'
import { meet } from './edit-merge.ts'

const field = (id: number, over: Partial<ProfileListField> = {}): ProfileListField => ({
  id,
  name: `field${id}`,
  displayName: `Field ${id}`,
  dataType: 'String',
  type: 'custom_profile',
  value: null,
  ...over,
})
const fields = [field(1), field(2), field(3), field(4)]
const version = fc.record({ 1: fc.constantFrom('a', 'b'), 2: fc.constantFrom('a', 'b', ''), 3: fc.constant('a') })

test('values changed by both need a choice, values changed by them are taken over, and mine stay', () => {
  const base = { 1: 'a', 2: 'a', 3: 'a', 4: 'a' }
  const draft = { ...base, 1: 'mine', 3: 'mine' }
  const theirs = { ...base, 1: 'theirs', 2: 'theirs' }
  const { draft: merged, base: next, merge } = meet({ base, draft }, fields, theirs, new Set())
  expect(merged).toEqual({ 1: 'mine', 2: 'theirs', 3: 'mine', 4: 'a' })
  expect(next).toEqual(theirs)
  expect(merge.conflicts).toEqual([{ id: 1, was: 'a', mine: 'mine', theirs: 'theirs' }])
  expect(merge.taken.map(({ id }) => id)).toEqual([2])
  expect(merge.kept.map(({ id }) => id)).toEqual([3])
})

test('a sensitive value that is hidden again is no change of theirs', () => {
  const hidden = [field(1, { masked: true })]
  const { draft, merge } = meet({ base: { 1: '123' }, draft: { 1: '456' } }, hidden, { 1: '•••' }, new Set([1]))
  expect(draft).toEqual({ 1: '456' })
  expect(merge.conflicts).toEqual([])
})

property.prop([version, version, version])(
  'no edit of either person is lost without a choice',
  (base, draft, theirs) => {
    const three = fields.slice(0, 3)
    const { draft: merged, merge } = meet({ base, draft }, three, theirs, new Set())
    for (const { id } of three) {
      const key = id as 1 | 2 | 3
      if (draft[key] !== base[key]) expect(merged[id]).toBe(draft[key])
      else expect(merged[id]).toBe(theirs[key])
      const both = draft[key] !== base[key] && theirs[key] !== base[key] && draft[key] !== theirs[key]
      expect(merge.conflicts.some((one) => one.id === id)).toBe(both)
    }
  },
)
