import { type MappingBody, matchModes, overwriteModes } from '@ruam/contract/imports/mapping.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../customers/fields/fields.ts'
import { mappingProblem } from '../data-sources/mapping-problem.ts'
import { plainRow as plain } from '../data-sources/plain-row.ts'
import { mayMatch, type Targets } from '../data-sources/targets.ts'
import { keyText, planOf } from './plan.ts'

const own = (id: number, data_type: Field['data_type']): Field => ({
  ...{
    id,
    name: `own${id}`,
    display_name: `ฟิลด์ ${id}`,
    data_type,
    kind: 'text',
    type: 'custom_profile',
    sensitive: false,
  },
})
const system = systemFields.map(
  (field): Field => ({ ...field, display_name: field.th, type: 'system_profile', sensitive: 'sensitive' in field }),
)
const fields: Field[] = [...system, own(1000, 'String'), own(1001, 'Number'), own(1002, 'Boolean')]
const [PHONE, EMAIL, NAME, BIRTH] = [9, 11, 1, 8]

const PURCHASE = {
  id: 7,
  name: 'ซื้อสินค้า',
  fields: [
    { id: 24, name: 'activityDate', display_name: 'วันที่ทำกิจกรรม', data_type: 'Date' as const, kind: 'date' as const },
    { id: 1000, name: 'total', display_name: 'ยอด', data_type: 'Number' as const, kind: 'number' as const },
  ],
}
const targets = (width: number): Targets => ({ width, fields, activity: PURCHASE, labels: new Set([5]) })
const activityRow = (column: number, destination_id: number) => ({
  ...plain,
  source_schema_id: String(column),
  destination_id,
  destination_type: destination_id === 24 ? ('system_activity' as const) : ('custom_activity' as const),
})

/** A mapping of columns to fields, in that order. */
function bodyOf(targets: number[], keys: number[]): MappingBody {
  const mapping = targets.map((id, place) => ({
    source_schema_id: String(place + 1),
    destination_id: id,
    destination_type: id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
    ...plain,
  }))
  return {
    activity_id: null,
    activity_key: null,
    equal_activities: 'each',
    labels: [],
    row_labels: { columns: [], unknown: 'make' },
    consents: [],
    number_column: null,
    line_account_id: null,
    lines: null,
    every_row_is_new: false,
    mended: [],
    unreadable_cells: 'empty',
    mapping,
    match: { keys, mode: 'both', keyless: 'fail' },
  }
}

describe('a mapping is refused', () => {
  const refusals: [why: string, body: MappingBody, says: string][] = [
    ['without a column', bodyOf([], []), 'no column is mapped yet'],
    ['that names a field which is gone', bodyOf([PHONE, 1003], [PHONE]), 'it names a field that does not exist'],
    [
      'that takes a field for one of another kind',
      withKind(bodyOf([PHONE], [PHONE])),
      'it names a field that does not exist',
    ],
    [
      'that names a column past the last one',
      bodyOf([NAME, 2, 3, PHONE], [PHONE]),
      'it names a column that is not in the file',
    ],
    [
      'that maps a column to a field twice',
      withTwice(bodyOf([PHONE, PHONE], [PHONE])),
      'one column is mapped to เบอร์โทร twice',
    ],
    ['that joins what is no text', bodyOf([PHONE, BIRTH, BIRTH], [PHONE]), 'two columns are mapped to วันเกิด'],
    [
      'that puts a part of a name into a phone',
      { ...bodyOf([PHONE], [PHONE]), mapping: [{ ...bodyOf([PHONE], [PHONE]).mapping[0]!, part: 'prefix' }] },
      'เบอร์โทร cannot take a part of a name',
    ],
    [
      'whose activity has no date',
      { ...bodyOf([PHONE], [PHONE]), activity_id: 7 },
      'map a column to the date of the activity',
    ],
    [
      'whose activity lacks the field',
      withActivity([activityRow(2, 24), activityRow(3, 1001)]),
      'it names a field that does not exist',
    ],
    [
      'with a label that is gone',
      { ...bodyOf([PHONE], [PHONE]), labels: [5, 6] },
      'it names a label that does not exist',
    ],
    [
      'with a match field for new rows alone',
      { ...bodyOf([PHONE], [PHONE]), every_row_is_new: true },
      'every row is a new customer, so no key, no customer number and no updates go with it',
    ],
    [
      'that names a match field twice',
      bodyOf([PHONE], [PHONE, PHONE]),
      'a field that tells customers apart is named twice',
    ],
    [
      'whose match field has no column',
      bodyOf([PHONE], [EMAIL]),
      'each field that tells customers apart needs a column',
    ],
    ['that matches people by what they share', bodyOf([NAME], [NAME]), 'ชื่อ cannot tell customers apart'],
    ['that matches people by yes or no', bodyOf([1002], [1002]), 'ฟิลด์ 1002 cannot tell customers apart'],
  ]
  test.for(refusals)('%s', ([, body, says]) => {
    expect(mappingProblem(body, targets(3))?.en).toBe(says)
  })
})

test('one column may feed several fields, several columns one text, and each row an activity and labels', () => {
  const body = withActivity([activityRow(2, 24), activityRow(3, 1000)])
  body.labels = [5]
  body.mapping.push(
    { ...plain, source_schema_id: '2', destination_id: 17, destination_type: 'system_profile' },
    { ...plain, source_schema_id: '3', destination_id: 17, destination_type: 'system_profile', overwrite: 'never' },
    { ...plain, source_schema_id: '3', destination_id: NAME, destination_type: 'system_profile', part: 'first_name' },
  )
  expect(mappingProblem(body, targets(3))).toBeNull()
  const plan = planOf(body, targets(3))
  expect(
    plan.fields.map(({ field, column, joined, part, overwrite }) => [field.id, column, joined, part, overwrite]),
  ).toEqual([
    [PHONE, 0, [], 'whole', 'always'],
    [17, 1, [2], 'whole', 'always'],
    [NAME, 2, [], 'first_name', 'always'],
  ])
  expect(plan.activity?.fields.map(({ id, column }) => [id, column])).toEqual([
    [24, 1],
    [1000, 2],
  ])
  expect(plan.labels).toEqual([5])
})

function withActivity(rows: MappingBody['mapping']): MappingBody {
  const body = bodyOf([PHONE], [PHONE])
  return { ...body, activity_id: 7, mapping: [...body.mapping, ...rows] }
}

function withKind(body: MappingBody): MappingBody {
  return { ...body, mapping: body.mapping.map((row) => ({ ...row, destination_type: 'custom_profile' })) }
}

function withTwice(body: MappingBody): MappingBody {
  return { ...body, mapping: body.mapping.map((row) => ({ ...row, source_schema_id: '1' })) }
}

test('a mapping that is not refused compiles to columns of the file, each field once, and keys that can tell people apart', () => {
  const ids = [...fields.map((field) => field.id), 1003]
  const matching = [PHONE, EMAIL, 10, 20, 1000, 1001]
  const row = fc.record({
    source_schema_id: fc.integer({ min: 1, max: 6 }).map(String),
    destination_id: fc.oneof(fc.constantFrom(...matching), fc.constantFrom(...ids)),
    overwrite: fc.constantFrom(...overwriteModes),
    empty: fc.constantFrom('keep' as const, 'clear' as const),
    part: fc.constantFrom('whole' as const, 'whole' as const, 'last_name' as const),
  })
  const rows = fc.array(row, { maxLength: 4 })
  const match = fc.record({
    keys: fc.array(fc.constantFrom(...matching, ...ids), { maxLength: 3 }),
    mode: fc.constantFrom(...matchModes),
  })
  const body = fc.tuple(rows, match, fc.boolean()).map(([rows, match, ownKeys]): MappingBody => {
    const mapping = rows.map((row) => ({
      ...plain,
      ...row,
      destination_type: row.destination_id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
    }))
    const keys = ownKeys ? rows.slice(0, 2).map((row) => row.destination_id) : match.keys
    return {
      activity_id: null,
      activity_key: null,
      equal_activities: 'each',
      labels: [],
      row_labels: { columns: [], unknown: 'make' },
      consents: [],
      number_column: null,
      line_account_id: null,
      lines: null,
      every_row_is_new: false,
      mended: [],
      unreadable_cells: 'empty',
      mapping,
      match: { ...match, keys, keyless: 'fail' },
    }
  })
  let compiled = 0
  fc.assert(
    fc.property(body, fc.integer({ min: 1, max: 6 }), (body, width) => {
      if (mappingProblem(body, targets(width))) return
      compiled++
      const plan = planOf(body, targets(width))
      expect(new Set(plan.fields.map(({ field }) => field.id)).size).toBe(plan.fields.length)
      const fed = plan.fields.flatMap(({ field, column, joined }) => [column, ...joined].map((c) => [c + 1, field.id]))
      expect(fed).toHaveLength(body.mapping.length)
      for (const row of body.mapping) expect(fed).toContainEqual([Number(row.source_schema_id), row.destination_id])
      for (const [column] of fed) expect(column! >= 1 && column! <= width).toBe(true)
      expect(plan.keys.map((key) => plan.fields[key]?.field.id)).toEqual(body.match.keys)
      for (const key of plan.keys) expect(mayMatch(plan.fields[key]!.field)).toBe(true)
    }),
    { numRuns: 3000 },
  )
  expect(compiled).toBeGreaterThan(100)
})

test('a number that tells people apart is looked up as the database writes it', () => {
  expect([0.0000001, 1.5e-10, -2.5e-7, 12.5, 1e15, 1.25e21, 0].map(keyText)).toEqual([
    ...['0.0000001', '0.00000000015', '-0.00000025', '12.5', '1000000000000000', '1250000000000000000000', '0'],
  ])
})
