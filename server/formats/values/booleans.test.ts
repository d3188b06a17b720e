import { expect, test } from 'vitest'
import { readBoolean } from './booleans.ts'

test.each(['true', 'TRUE', 'Yes', 'yEs', 'y', '1', '๑', ' ใช่ ', 'จริง', 'มี', '✓'])('%j is yes', (raw) => {
  expect(readBoolean(raw)).toEqual({ value: true })
})

test.each(['false', 'No', 'N', '0', '0.0', 'ไม่ใช่', 'เท็จ', 'ไม่มี'])('%j is no', (raw) => {
  expect(readBoolean(raw)).toEqual({ value: false })
})

test.each(['No phone service', '2', 'maybe', 'x', 'ไม่แน่ใจ'])('%j is neither', (raw) => {
  expect(readBoolean(raw)).toEqual({ failure: 'boolean_invalid' })
})
