import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateFacts, noDates, noteDate } from './date-facts.ts'
import { type DateStyle, dateStyleOf } from './date-styles.ts'
import { readDate, readDateTime } from './dates.ts'

const TODAY = '2026-11-27'

function factsOf(cells: readonly string[]): DateFacts {
  const facts = noDates()
  for (const cell of cells) noteDate(facts, cell)
  return facts
}

const styleOf = (...cells: string[]): DateStyle => dateStyleOf(factsOf(cells), TODAY)
const thai = styleOf('12/01/2530', '31/01/2530')

const months = ['ม.ค.', 'ก.พ.', 'มี.ค.', 'เม.ย.', 'พ.ค.', 'มิ.ย.', 'ก.ค.', 'ส.ค.', 'ก.ย.', 'ต.ค.', 'พ.ย.', 'ธ.ค.']
const english = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const thaiDigits = (text: string) => text.replace(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'.charAt(Number(digit)))
const two = (number: number) => String(number).padStart(2, '0')

/** Ways in which a day is typed; y is the year in the calendar that is tried. */
const forms: ((y: number, m: number, d: number) => string)[] = [
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${d}/${m}/${y}`,
  (y, m, d) => `${d}-${m}-${y}`,
  (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  (y, m, d) => `${two(d)} ${two(m)} ${y}`,
  (y, m, d) => ` ${thaiDigits(`${d}/${m}/${y}`)} `,
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${y}/${m}/${d}`,
  (y, m, d) => `${y}${two(m)}${two(d)}`,
  (y, m, d) => `${y}-${two(m)}-${two(d)} 00:00:00.000`,
  (y, m, d) => `${y}-${two(m)}-${two(d)}T00:00:00Z`,
  (y, m, d) => `${two(d)}/${two(m)}/${y} 10:47`,
  (y, m, d) => `${d} ${months[m - 1]} ${y}`,
  (y, m, d) => thaiDigits(`วันที่ ${d} ${months[m - 1]} ${y}`),
  (y, m, d) => `${d}${months[m - 1]}${y} เวลา 10.47 น.`,
  (y, m, d) => `วันจันทร์ที่ ${d} ${months[m - 1]} ${y}`,
  (y, m, d) => `${d} ${english[m - 1]} ${y}`,
  (y, m, d) => `${two(d)}-${english[m - 1]!.toUpperCase()}-${y}`,
  (y, m, d) => `${english[m - 1]} ${d}, ${y} 10:47 PM`,
]

describe('a day', () => {
  test('reads the same in the Buddhist and the Christian calendar, however it is typed', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1860-01-01'), max: new Date('2190-12-31'), noInvalidDate: true }),
        fc.constantFrom(...forms),
        (date, form) => {
          const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
          const iso = `${year}-${two(month)}-${two(day)}`
          expect(readDate(form(year, month, day), thai)).toEqual({ value: iso })
          expect(readDate(form(year + 543, month, day), thai)).toEqual({ value: iso })
        },
      ),
    )
  })

  test.each([
    ['29/02/2567', '2024-02-29'],
    ['12 มกราคม พ.ศ. 2530', '1987-01-12'],
    ['12 มกราคม ค.ศ. 1987', '1987-01-12'],
    ['12 January 2530 BE', '1987-01-12'],
    ['12 ม.ค. 30', '1987-01-12'],
    ['January 12th, 1987', '1987-01-12'],
    ['12012530', '1987-01-12'],
    ['20122530', '1987-12-20'],
    ['2019-08-09T03:33:09.000+07:00', '2019-08-09'],
    ['31/12/9999', '9999-12-31'],
  ])('%s is %s', (raw, value) => {
    expect(readDate(raw, thai)).toEqual({ value })
  })

  test.each(['29/02/2566', '31/04/2530', '2023-02-29', '19371233', '00/01/2530', '30 ก.พ. 2530', '13/13/2530'])(
    'that the calendar does not have fails: %s',
    (raw) => expect(readDate(raw, thai)).toEqual({ failure: 'date_impossible' }),
  )

  test.each([
    ...['เมื่อวาน', '12/01', '2530', '12/01/253', '32154', '949/3 หมู่ 7', '1-2-3'],
    ...['12/01/2530 25:00', '12 ม.ค.', 'ม.ค. 2530', '12 ม.ค. 10:30', '12/01-2530', '2530-01-12 abc', 'x'.repeat(5000)],
  ])('that is not readable fails: %.20s', (raw) => {
    expect(readDate(raw, thai)).toEqual({ failure: 'date_invalid' })
  })

  test.each(['12/01/1530', '12/01/2300'])('a date in an implausible year fails: %s', (raw) => {
    expect(readDate(raw, thai)).toEqual({ failure: 'date_year_impossible' })
  })

  test.each(['0000-00-00', '0001-01-01T00:00:00Z', '00/00/0000', '', ' '])('that is all zero is empty: %j', (raw) => {
    expect(readDate(raw, thai)).toEqual({ value: null })
  })
})

describe('a column', () => {
  test('with a second number over 12 is month first, and one mistyped day does not turn it', () => {
    expect(styleOf('12/31/1987', '01/02/1987').order).toBe('mdy')
    expect(readDate('01/02/1987', styleOf('12/31/1987'))).toEqual({ value: '1987-01-02' })
    expect(styleOf('31/12/2530', '25/01/2530', '01/13/2530').order).toBe('dmy')
  })

  test('two-digit years are Buddhist unless other years or the months contradict', () => {
    expect(readDate('12/01/30', styleOf('12/01/30'))).toEqual({ value: '1987-01-12' })
    expect(readDate('12/01/69', styleOf('12/01/69'))).toEqual({ value: '2026-01-12' })
    expect(readDate('12/01/70', styleOf('12/01/70'))).toEqual({ value: '1927-01-12' })
    expect(readDate('12/01/87', styleOf('12/01/87', '12/01/1987'))).toEqual({ value: '1987-01-12' })
    expect(readDate('12/01/26', styleOf('12/01/26', '12/01/1987'))).toEqual({ value: '2026-01-12' })
    expect(readDate('12-Jan-87', styleOf('12-Jan-87'))).toEqual({ value: '1987-01-12' })
    expect(readDate('68/12/21', styleOf('68/12/21'))).toEqual({ value: '2025-12-21' })
  })

  test('that leaves the order or the century open says so', () => {
    expect(styleOf('01/02/2530').unsure).toEqual(['order'])
    expect(styleOf('25/02/30').unsure).toEqual(['two_digit_years'])
    expect(styleOf('25/02/2530', '2530-01-01').unsure).toEqual([])
  })

  test('holds times only when one is not midnight', () => {
    expect(styleOf('1945-12-30 00:00:00.000').timed).toBe(false)
    expect(styleOf('1945-12-30 00:00:00.000', '1945-12-30 00:00:01').timed).toBe(true)
  })
})

describe('a moment', () => {
  test.each([
    ['21/12/2568 10:47', 'Asia/Bangkok', '2025-12-21T03:47:00.000Z'],
    ['21 ธ.ค. 2568 10.47 น.', 'Asia/Bangkok', '2025-12-21T03:47:00.000Z'],
    ['2025-12-21T10:47:05.250+09:00', 'Asia/Bangkok', '2025-12-21T01:47:05.250Z'],
    ['2025-12-21T10:47:05Z', 'Asia/Bangkok', '2025-12-21T10:47:05.000Z'],
    ['12/21/2025 12:05 AM', 'UTC', '2025-12-21T00:05:00.000Z'],
    ['21/12/2568', 'Asia/Bangkok', '2025-12-21'],
    ['21/12/2568 00:00', 'Asia/Bangkok', '2025-12-20T17:00:00.000Z'],
    ['01/07/2025 10:00', 'America/New_York', '2025-07-01T14:00:00.000Z'],
    ['01/12/2025 10:00', 'America/New_York', '2025-12-01T15:00:00.000Z'],
    ['02/11/2025 00:30', 'America/New_York', '2025-11-02T04:30:00.000Z'],
    ['02/11/2025 03:30', 'America/New_York', '2025-11-02T08:30:00.000Z'],
    ['09/03/2025 02:30', 'America/New_York', '2025-03-09T07:30:00.000Z'],
  ])('%s in %s is %s', (raw, timeZone, value) => {
    const style = raw.startsWith('12/21') ? styleOf(raw) : thai
    expect(readDateTime(raw, style, timeZone)).toEqual({ value })
  })

  test('printed as an ISO instant reads back as itself', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1930-01-01'), max: new Date('2190-01-01'), noInvalidDate: true }),
        fc.constantFrom('Asia/Bangkok', 'Europe/Berlin', 'Asia/Kathmandu'),
        (date, timeZone) => {
          expect(readDateTime(date.toISOString(), thai, timeZone)).toEqual({ value: date.toISOString() })
        },
      ),
    )
  })
})
