import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import * as format from './format.ts'
import { formatBytes, formatSpeed } from './format-size.ts'

const bangkok = { timeZone: 'Asia/Bangkok', era: 'ce' } as const
const buddhist = { timeZone: 'Asia/Bangkok', era: 'be' } as const
const at = '2026-11-20T07:32:11.123456+00:00'

describe('dates', () => {
  test('an instant is written in the time zone of the store, in each format of the specification', () => {
    expect(format.formatDateTime(at, bangkok)).toBe('20 / 11 / 2026 - 14:32 น.')
    expect(format.formatDate(at, bangkok)).toBe('20 / 11 / 2026')
    expect(format.formatTime(at, bangkok)).toBe('14:32 น.')
    expect(format.formatIsoDate(at, bangkok)).toBe('20/11/2026')
    expect(format.formatIsoTime(at, bangkok)).toBe('14:32:11')
  })

  test('an evening in London is the next day in Bangkok', () => {
    expect(format.formatDateTime('2026-12-31T18:05:00Z', bangkok)).toBe('01 / 01 / 2027 - 01:05 น.')
  })

  test('the Buddhist era adds 543 years and keeps 29 February', () => {
    expect(format.formatDate('2024-02-29', buddhist)).toBe('29 / 02 / 2567')
    expect(format.formatDateTime(at, buddhist)).toBe('20 / 11 / 2569 - 14:32 น.')
  })

  test.prop([fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })])(
    'a birthday never shifts by a day, whatever the time zone',
    (date) => {
      const day = date.toISOString().slice(0, 10)
      const [y, m, d] = day.split('-')
      for (const timeZone of ['Asia/Bangkok', 'America/Los_Angeles', 'Pacific/Kiritimati'])
        expect(format.formatDate(day, { timeZone, era: 'ce' })).toBe(`${d} / ${m} / ${y}`)
    },
  )

  test('no date, the all-zero date and an unreadable one are empty', () => {
    for (const empty of [null, undefined, '', '0001-01-01T00:00:00Z', '0001-01-01', 'soon'])
      expect(format.formatDateTime(empty, bangkok)).toBe('')
  })

  test('today is written as its time, any other day as its date', () => {
    expect(format.formatWhen(at, bangkok, new Date('2026-11-20T16:59:00Z'))).toBe('14:32 น.')
    expect(format.formatWhen(at, bangkok, new Date('2026-11-20T17:01:00Z'))).toBe('20 / 11 / 2026')
  })
})

describe('numbers', () => {
  test('a price has two decimals and commas', () => {
    expect(format.formatPrice(1234567.5)).toBe('1,234,567.50')
    expect(format.formatPrice(-0.001)).toBe('0.00')
    expect(format.formatPrice(-12)).toBe('−12.00')
    expect(format.formatPrice(null)).toBe('')
  })

  test('bytes go by 1024 up to YB and speeds by 1000', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(1023)).toBe('1023 B')
    expect(formatBytes(1024)).toBe('1 KB')
    expect(formatBytes(1536)).toBe('1.5 KB')
    expect(formatBytes(1024 ** 2 - 1)).toBe('1 MB')
    expect(formatBytes(1_029_325)).toBe('1 MB')
    expect(formatBytes(999 * 1024)).toBe('999 KB')
    expect(formatBytes(1024 ** 8)).toBe('1 YB')
    expect(formatBytes(1024 ** 9)).toBe('1024 YB')
    expect(formatSpeed(1536)).toBe('1.5 KB/s')
  })

  test.prop([fc.double({ min: 0, max: 1024 ** 8, noNaN: true })])(
    'a size is below 1000 of its unit, and below 1024 bytes',
    (bytes) => {
      const said = formatBytes(bytes)
      expect(Number.parseFloat(said)).toBeLessThan(/\dB| B/.test(said) ? 1025 : 1000)
    },
  )

  test('yes and no are Thai', () => {
    expect([format.formatBoolean(true), format.formatBoolean(false), format.formatBoolean(null)]).toEqual([
      'ใช่',
      'ไม่ใช่',
      '',
    ])
  })
})

describe('truncation', () => {
  test('thirty letters are kept, and Thai marks above and below do not count', () => {
    const thirty = 'กี่'.repeat(30)
    expect(format.truncate(thirty)).toBe(thirty)
    expect(format.truncate(`${thirty}ก`)).toBe(`${thirty}…`)
    expect(format.truncate('ญี่ปุ่น', 2)).toBe('ญี่ปุ่…')
    expect(format.truncate('น้ำฝน', 2)).toBe('น้ำ…')
  })

  test('a family of emoji is one letter', () => {
    expect(format.truncate('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')
  })

  test.prop([fc.string({ unit: fc.constantFrom('ก', 'ิ', '่', 'ำ', 'a', '👩', '\u200d', 'é', ' ') }), fc.nat(40)])(
    'what is kept is the beginning of the text and ends between graphemes',
    (text, max) => {
      const cut = format.truncate(text, max)
      if (cut === text) return
      const kept = cut.slice(0, -1)
      const ends = [...new Intl.Segmenter('th').segment(text)].map(({ index }) => index)
      expect(text.startsWith(kept)).toBe(true)
      expect(ends).toContain(kept.length)
    },
  )
})

describe('phones and citizen ids', () => {
  test('Thai numbers are grouped as people say them and others are left alone', () => {
    expect(format.formatPhone('+66812345678')).toBe('081-234-5678')
    expect(format.formatPhone('+6621234567')).toBe('02-123-4567')
    expect(format.formatPhone('+6653123456')).toBe('053-123-456')
    expect(format.formatPhone('+14155550123')).toBe('+14155550123')
    expect(format.formatPhone('xxx-xxx-5678')).toBe('xxx-xxx-5678')
  })

  test.prop([fc.stringMatching(/^\+66([689]\d{8}|[23457]\d{7})$/)])('no digit of a phone is lost', (phone) => {
    expect(format.formatPhone(phone).replaceAll('-', '')).toBe(phone.replace('+66', '0'))
  })

  test('a citizen id is grouped as on the card', () => {
    expect(format.formatCitizenId('1234567890123')).toBe('1-2345-67890-12-3')
    expect(format.formatCitizenId('x-xxxx-xxxxx-12-3')).toBe('x-xxxx-xxxxx-12-3')
  })
})
