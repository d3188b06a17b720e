import { expect, test } from 'vitest'
import { splitZone, zonedHeader } from './zoned-header.ts'

test('a header with a time zone is split into its name and the zone', () => {
  for (const timeZone of ['Asia/Bangkok', 'America/Argentina/Buenos_Aires', 'Etc/GMT-7', 'UTC'])
    expect(splitZone(zonedHeader('วันที่สร้าง', timeZone))).toEqual({ name: 'วันที่สร้าง', timeZone })
})

test.each(['ยอด (บาท)', 'Total (USD/THB)', 'Phone (Mobile/Home)', '(Asia/Bangkok)', 'Asia/Bangkok', ''])(
  'the header %j keeps its brackets',
  (header) => {
    expect(splitZone(header)).toEqual({ name: header })
  },
)
