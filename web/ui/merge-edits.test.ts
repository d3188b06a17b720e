import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const edit = fc.record({ name: fc.constantFrom('ก', 'ข', 'ค'), fields: fc.array(fc.nat(2), { maxLength: 2 }) })

test('a value changed by one person is kept, whichever of the two it was', () => {
  const base = { name: 'เดิม', text: 'เดิม', fields: [1] }
  expect(mergeEdits(base, { ...base, name: 'ของฉัน' }, { ...base, fields: [1, 2] })).toEqual({
    merged: { name: 'ของฉัน', text: 'เดิม', fields: [1, 2] },
    conflicts: [],
  })
})

test('a value changed to different things is asked about, and mine stays until then', () => {
  const base = { name: 'เดิม', fields: [1] }
  expect(mergeEdits(base, { ...base, name: 'ฉัน' }, { ...base, name: 'เขา' })).toEqual({
    merged: { name: 'ฉัน', fields: [1] },
    conflicts: ['name'],
  })
})

test('edits that changed nothing, or the same, never conflict', () => {
  fc.assert(
    fc.property(edit, edit, (base, theirs) => {
      expect(mergeEdits(base, base, theirs)).toEqual({ merged: theirs, conflicts: [] })
      expect(mergeEdits(base, theirs, theirs)).toEqual({ merged: theirs, conflicts: [] })
      expect(mergeEdits(base, theirs, base)).toEqual({ merged: theirs, conflicts: [] })
    }),
  )
})
