import { expect, test } from 'vitest'
import type { RecordOfRun } from '../use-source.ts'
import {
  cellAtFault,
  changesOf,
  type Legend,
  legendOf,
  nameOfRecord,
  reachOfRecord,
  recordLabelsOf,
} from './record-view.ts'

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
    [1, { columns: ['1'], part: 'whole' as const, overwrite: 'always' as const, clears: false }],
    [9, { columns: ['2'], part: 'whole' as const, overwrite: 'always' as const, clears: false }],
    [5, { columns: ['3'], part: 'whole' as const, overwrite: 'if_empty' as const, clears: false }],
  ]),
  mode: 'both',
}
const values = (...entries: [number, string][]) => ({
  fields: entries.map(([id, value]) => ({ id, name: '', value })),
  labelIds: [],
})
const record = (change: Partial<RecordOfRun>): RecordOfRun => ({
  recordNo: 18,
  line: 19,
  status: 'updated',
  profileId: 7,
  matchedBy: null,
  withheld: false,
  data: [
    { id: '1', value: 'ญาดา', error: null, note: null },
    { id: '2', value: '812345678', error: null, note: null },
    { id: '3', value: 'น.ส.', error: null, note: null },
  ],
  change: null,
  error: null,
  conflict: null,
  correctable: [],
  corrected: false,
  ...change,
})

test('a value that was there is changed, one that was not is filled in', () => {
  const { changed } = changesOf(
    record({
      change: {
        activity: null,
        newLabels: [],
        furtherNames: [],
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
  const { kept } = changesOf(
    record({ change: { activity: null, newLabels: [], furtherNames: [], previousProfile: same, nextProfile: same } }),
    legend,
  )
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
      { id: '1', value: ' ประเสริฐ ', error: null, note: null },
      { id: '2', value: '12', error: 'เบอร์โทรไม่ถูกต้อง', note: null },
    ],
  })
  expect(nameOfRecord(failed, legend)).toBe('ประเสริฐ')
  expect(reachOfRecord(failed, legend).phone).toBe('12')
  expect(cellAtFault(failed, legend)).toEqual({ column: 'มือถือ', value: '12' })
})

test('a row with a wrong number of fields has no cell to blame', () => {
  expect(cellAtFault(record({ status: 'failed' }), legend)).toBeUndefined()
})

test('shows corrections next to their value', () => {
  const repaired = record({
    data: [{ id: '2', value: '812345678', error: null, note: 'เติมเลข 0 ที่หายไปข้างหน้าให้แล้ว' }],
    change: {
      activity: null,
      newLabels: [],
      furtherNames: [],
      previousProfile: null,
      nextProfile: values([9, '+66812345678']),
    },
  })
  expect(changesOf(repaired, legend).changed[0]).toMatchObject({ notes: ['เติมเลข 0 ที่หายไปข้างหน้าให้แล้ว'] })
})

test('columns that are joined are read together, a split name is not listed twice', () => {
  const mapped = { destinationType: 'system_profile' as const, overwrite: 'always' as const, empty: 'keep' as const }
  const plain = { ...mapped, dateOrder: null, twoDigitYears: null }
  const read = legendOf({
    match: { keys: [], mode: 'both', keyless: 'fail' },
    sourceSchema: [],
    profileFields: [field(1, 'firstName'), field(2, 'lastName'), field(9, 'phone')],
    mapping: [
      { ...plain, sourceSchemaId: '1', destinationId: 1, part: 'first_name' },
      { ...plain, sourceSchemaId: '1', destinationId: 2, part: 'last_name' },
      { ...plain, sourceSchemaId: '3', destinationId: 9, part: 'whole' },
      { ...plain, sourceSchemaId: '2', destinationId: 9, part: 'whole' },
    ],
  })
  expect(nameOfRecord(record({ status: 'failed' }), read)).toBe('ญาดา')
  expect(reachOfRecord(record({ status: 'failed' }), read).phone).toBe('น.ส. 812345678')
})

test('labels that a row adds are listed with those that were there', () => {
  const side = (labelIds: number[]) => ({ fields: [], labelIds })
  const change = (before: number[], after: number[]) =>
    record({
      change: {
        activity: null,
        newLabels: [],
        furtherNames: [],
        previousProfile: side(before),
        nextProfile: side(after),
      },
    })
  expect(recordLabelsOf(change([3], [3, 5]))).toEqual({ before: [3], after: [3, 5], fresh: [], same: false })
  expect(recordLabelsOf(change([3, 5], [5, 3]))).toMatchObject({ same: true })
  expect(recordLabelsOf(change([], []))).toBeUndefined()
  const fresh = record({
    change: {
      activity: null,
      newLabels: ['ใหม่'],
      furtherNames: [],
      previousProfile: side([3]),
      nextProfile: side([3]),
    },
  })
  expect(recordLabelsOf(fresh)).toEqual({ before: [3], after: [3], fresh: ['ใหม่'], same: false })
})
