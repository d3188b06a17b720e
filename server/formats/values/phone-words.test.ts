import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phonesAmongWords, wordsAroundEmails } from './phone-words.ts'
import { readContacts } from './several-contacts.ts'

const style = { phones: 'thai', dates: { order: 'dmy', twoDigitYears: 'ce', unsure: [] }, timeZone: null } as never

describe('a number among words', () => {
  test.each([
    ['p:+66815550004', ['+66815550004'], ''],
    ['0815550015 ลูกสาว', ['+66815550015'], 'ลูกสาว'],
    ['แม่ 081-555-0015', ['+66815550015'], 'แม่'],
    ['081 555 0015 คุณแม่', ['+66815550015'], 'คุณแม่'],
    ['LINE: 0815550015', ['+66815550015'], 'LINE'],
    ['0815550015 กด 123', ['+66815550015'], 'กด 123'],
    ['02-555-0015-123', ['+6625550015'], '-123'],
    ['081-234-5671-6', ['+66812345671'], '-6'],
    ['โทร. 0815550015', ['+66815550015'], ''],
    ['02-555-0010 (ที่ทำงาน) / มือถือ 0815550015', ['+66815550015', '+6625550010'], 'ที่ทำงาน) / มือถือ'],
    ['0815550015 หรือ 0815550016', ['+66815550015', '+66815550016'], ''],
    ['call +1 415 555 0123 office', ['+14155550123'], 'call office'],
    ['บัตร 1101700203450 โทร 0815550015', ['+66815550015'], 'บัตร โทร'],
  ])('%s', (cell, phones, words) => {
    expect(phonesAmongWords(cell)).toEqual({ phones, words })
  })

  test.each([
    '1101700203450',
    'เลขผู้เสียภาษี 0835561234567',
    'ภาษี 0-8355-61234-56-7',
    'SKU0812345670',
    'MB-0812345670',
    'INV 12-0812345670',
    '0812345670 บาท',
    '฿0812345670',
    'ราคา 0812345670.50',
    'แฟกซ์ 025550010',
    'Fax: 025550010',
    '#0812345670',
    '081-234-567X',
    'แม่ 099-999-9999',
    'ไม่มีเบอร์',
  ])('is none in %s', (cell) => {
    expect(phonesAmongWords(cell).phones).toEqual([])
  })
})

const mobile = fc
  .tuple(fc.constantFrom('6', '8', '9'), fc.integer({ min: 10_000_000, max: 98_765_431 }))
  .map(([first, rest]) => `0${first}${rest}`)
  .filter((national) => phonesAmongWords(`ก ${national}`).phones.length > 0)
const forms: ((n: string) => string)[] = [
  (n) => n,
  (n) => `${n.slice(0, 3)}-${n.slice(3, 6)}-${n.slice(6)}`,
  (n) => `${n.slice(0, 3)} ${n.slice(3, 6)} ${n.slice(6)}`,
  (n) => `+66${n.slice(1)}`,
  (n) => `+66 (0) ${n.slice(1)}`,
]
const word = fc.constantFrom('แม่', 'ลูกสาว', 'คุณแม่', 'ที่ทำงาน', 'LINE', 'call after six', 'บ้าน')

test('one number and one word give the number and the word, in either order', () => {
  fc.assert(
    fc.property(
      mobile,
      fc.constantFrom(...forms),
      word,
      fc.constantFrom(' ', ': ', ' - '),
      fc.boolean(),
      (n, form, said, gap, after) => {
        const cell = after ? `${form(n)}${gap}${said}` : `${said}${gap}${form(n)}`
        const read = readContacts('phone', cell, style, false)
        expect(read).toMatchObject({ value: `+66${n.slice(1)}` })
        expect((read as { words: string }).words).toContain(said)
      },
    ),
  )
})

test('two numbers with words between give both, the first one first', () => {
  fc.assert(
    fc.property(mobile, mobile, word, fc.constantFrom(...forms), (one, two, said, form) => {
      fc.pre(one !== two)
      const read = readContacts('phone', `${form(one)} ${said} ${form(two)}`, style, false)
      expect(read).toMatchObject({ value: `+66${one.slice(1)}`, further: [`+66${two.slice(1)}`], words: said })
    }),
  )
})

test('digits that make up no phone are never one, whatever words are around them', () => {
  const digits = fc.stringMatching(/^[1-9]\d{3,8}$/)
  fc.assert(
    fc.property(digits, word, (number, said) => {
      expect(phonesAmongWords(`${said} ${number}`).phones).toEqual([])
      expect(phonesAmongWords(`${number} ${said}`).phones).toEqual([])
    }),
  )
})

test.each([
  ['Kamol Jaidee <kamol@x.test>', 'Kamol Jaidee'],
  ['"กมล ใจดี" <kamol@x.test>', 'กมล ใจดี'],
  ['a@x.test; b@x.test', ''],
  ['อีเมล: a@x.test', ''],
  ['a@x.test (ที่ทำงาน)', 'ที่ทำงาน'],
])('words beside the addresses of %s', (cell, words) => {
  expect(wordsAroundEmails(cell)).toBe(words)
})
