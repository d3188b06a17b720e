import { expect, test } from 'vitest'
import { mailDay, mailMoment } from './mail-time.ts'

test('writes days and moments in the time zone of the store, with น. in Thai only', () => {
  const late = '2026-11-25T18:05:00Z'
  expect(mailDay(late, 'Asia/Bangkok')).toBe('26 / 11 / 2026')
  expect(mailMoment(late, 'Asia/Bangkok', 'th')).toBe('26 / 11 / 2026 - 01:05 น.')
  expect(mailMoment(late, 'Europe/Berlin', 'en')).toBe('25 / 11 / 2026 - 19:05')
})
