import { expect, test } from 'vitest'
import { cellAtFault, changesOf, type Legend, nameOfRecord, type RunRecord, reachOfRecord } from './record-view.ts'

const field = (id: number, fieldName: string) => ({
  id,
  fieldName,
  displayName: fieldName,
  dataType: 'String' as const,
  fieldType: 'system_profile',
})
const legend: Legend = {
  columns: new Map([
    ['1', 'ชื่อ'],
    ['2', 'มือถือ'],
    ['3', 'คำนำหน้า'],
  ]),
  fields: new Map([field(1, 'firstName'), field(9, 'phone'), field(5, 'prefixName')].map((one) => [one.id, one])),
  sources: new Map([
    [1, { column: '1', overwrite: 'always' as const }],
    [9, { column: '2', overwrite: 'always' as const }],
    [5, { column: '3', overwrite: 'if_empty' as const }],
  ]),
}
const values = (...entries: [number, string][]) => ({
  fields: entries.map(([id, value]) => ({ id, name: '', value })),
  labelIds: [],
})
const record = (change: Partial<RunRecord>): RunRecord => ({
  recordNo: 18,
  status: 'updated',
  profileId: 7,
  data: [
    { id: '1', value: 'ญาดา', error: null },
    { id: '2', value: '812345678', error: null },
    { id: '3', value: 'น.ส.', error: null },
  ],
  change: null,
  error: null,
  ...change,
})

test('a value that was there is changed, one that was not is filled in', () => {
  const { changed } = changesOf(
    record({
      change: {
        activity: null,
        previousProfile: values([9, '+6621149087']),
        nextProfile: values([1, 'ญาดา'], [9, '+66812345678']),
      },
    }),
    legend,
  )
  expect(changed.map(({ field, before, after }) => [field.fieldName, before, after])).toEqual([
    ['firstName', null, 'ญาดา'],
    ['phone', '+6621149087', '+66812345678'],
  ])
})

test('a value of the file that was not used says so, one that reads the same does not', () => {
  const same = values([1, 'ญาดา'], [9, '+66812345678'], [5, 'นางสาว'])
  const { kept } = changesOf(record({ change: { activity: null, previousProfile: same, nextProfile: same } }), legend)
  expect(kept.map(({ field, why }) => [field.fieldName, why])).toEqual([
    ['firstName', 'same'],
    ['phone', 'same'],
    ['prefixName', 'kept'],
  ])
})

test('a row that failed is called by what stands in the file', () => {
  const failed = record({
    status: 'failed',
    data: [
      { id: '1', value: ' ประเสริฐ ', error: null },
      { id: '2', value: '12', error: 'เบอร์โทรศัพท์ไม่ถูกต้อง' },
    ],
  })
  expect(nameOfRecord(failed, legend)).toBe('ประเสริฐ')
  expect(reachOfRecord(failed, legend).phone).toBe('12')
  expect(cellAtFault(failed, legend)).toEqual({ column: 'มือถือ', value: '12' })
})

test('a row with a wrong number of fields has no cell to blame', () => {
  expect(cellAtFault(record({ status: 'failed' }), legend)).toBeUndefined()
})
