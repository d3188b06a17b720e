import { expect, test } from 'vitest'
import { typedLineId } from './line-ids.ts'

test.each([
  ['Kamol.J', 'kamol.j'],
  [' line_12 ', 'line_12'],
  ['ID: kamol', 'kamol'],
  ['ไลน์ไอดี: @kamol', '@kamol'],
  ['U0123456789abcdef0123456789abcdef', null],
  ['แอน', null],
  ['-', null],
  ['ไม่มี', null],
  ['kamol j', null],
])('the LINE id %j is %j', (raw, id) => {
  expect(typedLineId(raw)).toBe(id)
})
