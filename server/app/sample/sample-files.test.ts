import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { readPhone } from '../../formats/values/phones.ts'
import type { SampleFile } from './file.ts'
import { SPOILED } from './members.ts'
import { sampleFiles, sampleSize } from './sample-files.ts'

const TODAY = '2026-11-20'
const { members, orders } = sampleFiles(TODAY)
const { members: MEMBERS, onlineOnly: ONLINE_ONLY, orders: ORDERS } = sampleSize
const files = [members, orders]
const linesOf = (content: string) => content.trimEnd().split('\r\n').slice(1)

test('the files are the same on each run of one day', () => {
  expect(sampleFiles(TODAY)).toEqual({ members, orders })
})

test('they bring 5,000 people: 3,900 rows of members and 4,500 orders', () => {
  expect(MEMBERS + ONLINE_ONLY).toBe(5000)
  expect([linesOf(members.content).length, linesOf(orders.content).length]).toEqual([3900, ORDERS])
  expect(SPOILED / 3900).toBeGreaterThan(0.01)
  expect(SPOILED / 3900).toBeLessThan(0.02)
})

const cellsOf = (file: SampleFile, header: string) =>
  Papa.parse<Record<string, string>>(file.content.slice(1), { header: true, skipEmptyLines: true })
    .data.map((row) => row[header]!)
    .filter((cell) => cell !== '')

describe('sample data can’t reach a real person', () => {
  test.each(files)('every e-mail address of $name is of a domain reserved for examples', (file) => {
    const domains = cellsOf(file, 'อีเมล').flatMap((email) => email.trim().toLowerCase().split('@').slice(1))
    expect(domains.length).toBeGreaterThan(1000)
    expect(domains.filter((domain) => !/^(?:mail\.)?example(?:\.com|\.net|\.org|)$/.test(domain))).toEqual([])
  })

  test.each([
    { ...members, header: 'เบอร์โทร' },
    { ...orders, header: 'เบอร์ผู้รับ' },
  ])('every phone number of $name is of a range that no operator has', ({ header, ...file }) => {
    const phones = cellsOf(file, header).map((phone) => readPhone(phone))
    const read = phones.flatMap((reading) => ('value' in reading ? [reading.value] : []))
    expect(read.length).toBeGreaterThan(3700)
    expect(read.filter((phone) => !phone?.startsWith('+6669'))).toEqual([])
  })

  test('every citizen id begins with 9', () => {
    const ids = cellsOf(members, 'เลขบัตรประชาชน')
    expect(ids.length).toBeGreaterThan(1000)
    expect(ids.filter((id) => !id.startsWith('9'))).toEqual([])
  })
})

test.each(['2026-11-20', '2027-01-01', '2028-03-01'])(
  'made on %s, the orders are of the year that ends the day before',
  (today) => {
    const days = linesOf(sampleFiles(today).orders.content).map((line) => {
      const [, date, month, year] = /,(\d\d)\/(\d\d)\/(\d{4}) \d\d:\d\d,/.exec(line)!
      return Date.parse(`${Number(year) - 543}-${month}-${date}`)
    })
    const ago = days.map((day) => (Date.parse(today) - day) / 86_400_000)
    expect(Math.min(...ago)).toBe(1)
    expect(Math.max(...ago)).toBeGreaterThan(350)
    expect(Math.max(...ago)).toBeLessThan(366)
  },
)
