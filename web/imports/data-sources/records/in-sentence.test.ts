import { expect, test } from 'vitest'
import { inSentence, listed } from './in-sentence.ts'

test('in English a name begins small, unless it is written in capitals', () => {
  expect(inSentence('Phone number', 'en')).toBe('phone number')
  expect(inSentence('LINE user ID', 'en')).toBe('LINE user ID')
})

test('several names are one list', () => {
  expect(listed(['ชื่อ', 'นามสกุล', 'วันเกิด'], 'th')).toBe('ชื่อ นามสกุล และวันเกิด')
  expect(listed(['ชื่อ', 'LINE user ID'], 'th')).toBe('ชื่อ และ LINE user ID')
  expect(listed(['First name', 'Last name', 'Birth date'], 'en')).toBe('first name, last name and birth date')
  expect(listed(['Birth date'], 'en')).toBe('birth date')
})
