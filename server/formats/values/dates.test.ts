import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateFacts, noDates, noteDate } from './date-facts.ts'
import { answeredDates, type DateStyle, dateStyleOf } from './date-styles.ts'
import { readDate, readDateTime } from './dates.ts'
import type { DateShift } from './year-doubts.ts'

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
          // Until 1940 the Thai year began in April, so that the year of January to March is open.
          const buddhist = year < 1941 && month < 4 ? { failure: 'date_year_april' } : { value: iso }
          expect(readDate(form(year + 543, month, day), thai)).toEqual(buddhist)
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

  test.each([...['0000-00-00', '0001-01-01T00:00:00Z', '00/00/0000', '0/0/00', '1900-01-00', '30/12/1899', '', ' ']])(
    'that is all zero is empty: %j',
    (raw) => {
      expect(readDate(raw, thai)).toEqual({ value: null })
    },
  )
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
    expect(readDate('12/05/70', styleOf('12/05/70'))).toEqual({ value: '1927-05-12' })
    expect(readDate('12/01/87', styleOf('12/01/87', '12/01/1987'))).toEqual({ value: '1987-01-12' })
    expect(readDate('12/01/26', styleOf('12/01/26', '12/01/1987'))).toEqual({ value: '2026-01-12' })
    expect(readDate('12-Jan-87', styleOf('12-Jan-87'))).toEqual({ value: '1987-01-12' })
    expect(readDate('68/12/21', styleOf('68/12/21'))).toEqual({ value: '2025-12-21' })
  })

  test('that leaves the order or the century open says so', () => {
    expect(styleOf('01/02/1987').unsure).toEqual(['order'])
    expect(styleOf('01/02/2530', '03/04/1987').unsure).toEqual(['order'])
    expect(styleOf('25/02/30').unsure).toEqual(['two_digit_years'])
    expect(styleOf('25/02/2530', '2530-01-01').unsure).toEqual([])
  })

  test('of the Buddhist era is day first without a question', () => {
    expect(styleOf('01/02/2530').unsure).toEqual([])
    expect(readDate('01/02/2530', styleOf('01/02/2530'))).toEqual({ value: '1987-02-01' })
  })

  test('holds times only when one is not midnight', () => {
    expect(styleOf('1945-12-30 00:00:00.000').timed).toBe(false)
    expect(styleOf('1945-12-30 00:00:00.000', '1945-12-30 00:00:01').timed).toBe(true)
  })
})

/** Cells of `count` births: the day is that of the place, the year is made of it. */
const births = (count: number, yearOf: (place: number) => number | string) =>
  Array.from({ length: count }, (_, place) => `${(place % 28) + 1}/5/${yearOf(place)}`)
const birthStyle = (cells: readonly string[]) => dateStyleOf(factsOf(cells), TODAY, 'birth')

describe('births', () => {
  test('with two-digit years are read in the calendar whose ages are those of customers', () => {
    const buddhist = birthStyle(births(30, (place) => String(10 + place).padStart(2, '0')))
    expect([buddhist.twoDigitYears, buddhist.unsure]).toEqual(['be', []])
    const christian = birthStyle(births(30, (place) => 60 + place))
    expect([christian.twoDigitYears, christian.unsure]).toEqual(['ce', []])
    const open = birthStyle(['25/5/02'])
    expect([open.twoDigitYears, open.unsure]).toEqual(['open', ['two_digit_years']])
    expect(readDate('25/5/02', open)).toEqual({ failure: 'date_year_unknown' })
    expect(readDate('25/5/02', answeredDates(open, { date_order: null, two_digit_years: 'ce' }))).toEqual({
      value: '2002-05-25',
    })
  })

  test('in two groups of years far apart stay empty until a person says which group is wrong', () => {
    const cells = births(40, (place) => (place % 2 === 0 ? 1985 + (place % 20) : 1928 + (place % 20)))
    const style = birthStyle(cells)
    expect(style.unsure).toContain('shift')
    expect(readDate('25/5/1990', style)).toEqual({ failure: 'date_year_unknown' })
    const answer = (date_shift: DateShift) =>
      answeredDates(style, { date_order: null, two_digit_years: null, date_shift })
    expect(readDate('25/5/1930', answer('earlier'))).toEqual({ value: '1987-05-25' })
    expect(readDate('25/5/1990', answer('earlier'))).toEqual({ value: '1990-05-25' })
    expect(readDate('25/5/1990', answer('later'))).toEqual({ value: '1947-05-25' })
    expect(readDate('25/5/1930', answer('none'))).toEqual({ value: '1930-05-25' })
  })

  test('after today, or more than 110 years ago, are left out, and a filler leaves the other births', () => {
    const style = birthStyle([...births(20, (place) => 1970 + place), '31/12/2099'])
    expect(readDate('25/5/1975', style)).toEqual({ value: '1975-05-25' })
    expect(readDate('31/12/2099', style)).toEqual({ failure: 'date_in_future' })
    expect(readDate('1/1/1900', style)).toEqual({ failure: 'date_too_early' })
  })

  test('never lie after today, whatever the column and the answer', () => {
    const anyYear = fc.integer({ min: 1900, max: 2110 })
    fc.assert(
      fc.property(
        fc.array(anyYear, { minLength: 1, maxLength: 60 }),
        fc.constantFrom<DateShift | null>(null, 'none', 'empty', 'earlier', 'later', 'all', 'century'),
        (years, date_shift) => {
          const cells = births(years.length, (place) => years[place]!)
          const style = answeredDates(birthStyle(cells), { date_order: 'dmy', two_digit_years: null, date_shift })
          for (const cell of cells) {
            const reading = readDate(cell, style)
            if ('value' in reading) expect(reading.value! <= '2026-11-28' && reading.value! >= '1916').toBe(true)
          }
        },
      ),
    )
  })

  test('as midnights of another time zone are the nearest day', () => {
    const cells = ['1990-05-11T17:00:00Z', '1985-01-31T17:00:00.000Z']
    expect(readDate(cells[0]!, birthStyle(cells))).toEqual({ value: '1990-05-12' })
    expect(readDate(cells[1]!, birthStyle(cells))).toEqual({ value: '1985-02-01' })
  })
})

describe('activities', () => {
  const styleFor = (cells: readonly string[]) => dateStyleOf(factsOf(cells), TODAY, 'activity')

  test('of years that a spreadsheet completed from two Buddhist digits are moved without a question', () => {
    const style = styleFor(['25/5/1968', '26/5/1967'])
    expect(style.unsure).toEqual([])
    expect(readDate('25/5/1968', style)).toEqual({ value: '2025-05-25' })
  })

  test('after today wait for an answer, which may keep them', () => {
    const style = styleFor(['25/5/2026', '25/12/2026'])
    expect(style.unsure).toEqual(['shift'])
    expect(readDate('25/12/2026', style)).toEqual({ failure: 'date_in_future' })
    const kept = answeredDates(style, { date_order: null, two_digit_years: null, date_shift: 'none' })
    expect(readDate('25/12/2026', kept)).toEqual({ value: '2026-12-25' })
  })
})

describe('a column with both orders', () => {
  test('asks once, reads cells of one order in it, and leaves the others empty', () => {
    const style = styleOf('25/12/1990', '03/04/1985', '12/25/1991', '05/06/1979')
    expect(style.unsure).toEqual(['order'])
    expect(readDate('25/12/1990', style)).toEqual({ value: '1990-12-25' })
    expect(readDate('12/25/1991', style)).toEqual({ value: '1991-12-25' })
    expect(readDate('03/04/1985', style)).toEqual({ failure: 'date_order_unknown' })
    expect(readDate('05/05/1979', style)).toEqual({ value: '1979-05-05' })
    const answered = answeredDates(style, { date_order: 'mdy', two_digit_years: null })
    expect(readDate('03/04/1985', answered)).toEqual({ value: '1985-03-04' })
    expect(readDate('25/12/1990', answered)).toEqual({ value: '1990-12-25' })
  })

  test('takes one cell in a thousand or fewer for a typing error', () => {
    const cells = Array.from({ length: 1200 }, (_, place) => `${13 + (place % 15)}/05/1990`)
    const style = styleOf(...cells, '05/13/1990', '03/04/1985')
    expect(style.unsure).toEqual([])
    expect(readDate('03/04/1985', style)).toEqual({ value: '1985-04-03' })
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
