import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { Description, Email, IdText, Name, Page, rowsOf, sortBy, Text, TimeText } from './common.ts'
import { countGraphemes, isDescription, isName } from './names.ts'

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe('an instant sent by a caller', () => {
  test.each([
    '2026-01-31T10:00:00Z',
    '2026-01-31T10:00:00.123456+07:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999-12:00',
    '2024-02-29T00:00:00+14:00',
  ])('may be %s', (text) => {
    expect(takes(TimeText, text)).toBe(true)
  })

  test.each([
    ['a year that PostgreSQL has not', '0000-01-01T00:00:00Z'],
    ['an offset that no place has', '2026-01-31T10:00:00+23:59'],
    ['a day that no month has', '2026-02-30T00:00:00Z'],
    ['a fraction without end', `2026-01-31T10:00:00.${'1'.repeat(200)}Z`],
    ['no offset', '2026-01-31T10:00:00'],
    ['a day', '2026-01-31'],
    ['Thai digits', '๒๕๖๙-01-31T10:00:00Z'],
    ['a word that PostgreSQL takes', 'infinity'],
  ])('may not be %s', (_, text) => {
    expect(takes(TimeText, text)).toBe(false)
  })
})

describe('an id in an address', () => {
  test.prop([fc.integer({ min: 1, max: 2_147_483_647 })])('is its digits', (id) => {
    expect(IdText.parse(String(id))).toBe(id)
  })

  test.each(['0', '-1', '01', '+1', '1.0', '1e3', ' 1', '1 ', '๑', '2147483648', '99999999999999999999', ''])(
    'is not "%s"',
    (text) => {
      expect(takes(IdText, text)).toBe(false)
    },
  )
})

describe('text', () => {
  test('is refused with U+0000 or half a character in it, which PostgreSQL would refuse or change', () => {
    for (const text of ['a\u0000', '\ud800', 'a\udc00b', 'ก\ud83d'])
      expect([text, takes(Text(100), text)]).toEqual([text, false])
    for (const text of ['', '😀', 'ก้ำ', '\u202eabc', '\ufeff'])
      expect([text, takes(Text(100), text)]).toEqual([text, true])
  })

  test.prop([fc.string({ unit: 'binary', maxLength: 50 })])('comes out as it went in', (text) => {
    const parsed = Text(1000).safeParse(text)
    expect(parsed.success).toBe(text.isWellFormed() && !text.includes('\u0000'))
    if (parsed.success) expect(parsed.data).toBe(text)
  })
})

describe('a name', () => {
  test('is counted in letters that a reader sees: Thai marks stay with their consonant', () => {
    expect([countGraphemes('กี่'), countGraphemes('น้ำ'), countGraphemes('👨‍👩‍👧')]).toEqual([1, 1, 1])
    expect([isName('กี่'.repeat(100)), isName('กี่'.repeat(101)), isName('a'.repeat(101))]).toEqual([true, false, false])
  })

  test.each(['', '   ', '\u200b', '\u00a0\u3000', '\u200b \ufeff\u2060', '\u0007'])(
    'has something that can be seen, unlike "%s"',
    (text) => {
      expect([isName(text), takes(Name, text)]).toEqual([false, false])
    },
  )

  test.prop([fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })])(
    'comes out trimmed and in one Unicode form, and is then a fixed point',
    (text) => {
      const parsed = Name.safeParse(text)
      if (!parsed.success) return
      expect(parsed.data).toBe(parsed.data.trim().normalize('NFC'))
      expect(Name.parse(parsed.data)).toBe(parsed.data)
    },
  )
})

describe('a description', () => {
  test('has up to 500 letters that a reader sees, or none', () => {
    const ofLetters = (count: number) => 'กี่'.repeat(count)
    expect([isDescription(ofLetters(500)), isDescription(ofLetters(501))]).toEqual([true, false])
    expect([takes(Description, ofLetters(500)), takes(Description, ofLetters(501))]).toEqual([true, false])
    expect([Description.parse(''), Description.parse(` ${'ก'.repeat(500)}\n`)]).toEqual(['', 'ก'.repeat(500)])
  })
})

describe('an e-mail address', () => {
  test.each([
    ['  Malee@Example.COM ', 'malee@example.com'],
    ['a+b@sub.example.co.th', 'a+b@sub.example.co.th'],
    ['มาลี@ตัวอย่าง.ไทย', 'มาลี@ตัวอย่าง.ไทย'],
    ['malee@xn--72c1a1bt4awk9o.xn--o3cw4h', 'malee@xn--72c1a1bt4awk9o.xn--o3cw4h'],
  ])('%s is %s', (typed, kept) => {
    expect(Email.parse(typed)).toBe(kept)
  })

  test.each([
    'malee',
    'malee@',
    '@example.com',
    'a b@example.com',
    'a@example',
    'a@-example.com',
    '<a@example.com>',
    'a@b@c.com',
    `${'a'.repeat(65)}@example.com`,
  ])('is not "%s"', (text) => {
    expect(takes(Email, text)).toBe(false)
  })
})

describe('a page of a list', () => {
  test('is the first ten rows by default, and all rows for 0 and -1', () => {
    expect(Page.parse({})).toEqual({ offset: 0, limit: 10 })
    expect([rowsOf(0), rowsOf(-1), rowsOf(25)]).toEqual([10_000, 10_000, 25])
  })

  test.each([
    { limit: '10001' },
    { limit: '-2' },
    { offset: '-1' },
    { offset: '1e3' },
    { limit: '' },
    { limit: 10 },
    { page: '2' },
  ])('is not %o', (query) => {
    expect(takes(Page, query)).toBe(false)
  })

  test('is sorted by a field it knows, named in either way of writing', () => {
    const schema = sortBy(['updated_at', 'name'], 'name')
    expect([schema.parse('updatedAt'), schema.parse('updated_at'), schema.parse(undefined)]).toEqual([
      'updated_at',
      'updated_at',
      'name',
    ])
    for (const field of ['password', 'UPDATED_AT', '__proto__', 'name;--', ''])
      expect([field, takes(schema, field)]).toEqual([field, false])
  })
})

describe('a name', () => {
  test.each([
    '\u0007',
    '\u001b[31m',
    '\n',
    '\t',
    '\u0085',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u2028',
  ])('is refused with %j in it', (sign) => {
    expect(takes(Name, `ร้าน${sign}ดี`)).toBe(false)
  })

  test('keeps joiners of letters and the zero-width space of Thai pages', () => {
    for (const text of ['ร้าน\u200bดี', 'क्\u200dष', '👨\u200d👩\u200d👧']) expect(takes(Name, text)).toBe(true)
  })
})
