import { type MappingBody, matchModes, overwriteModes } from '@ruam/contract/data-sources.ts'
import { systemFields } from '@ruam/contract/system-fields.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '../profile-fields/fields.ts'
import { keyText, mappingProblem, mayMatch, planOf } from './plan.ts'

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
const [PHONE, EMAIL, NAME] = [9, 11, 1]

/** A mapping of columns to fields, in that order. */
function bodyOf(targets: number[], keys: number[]): MappingBody {
  const mapping = targets.map((id, place) => ({
    source_schema_id: String(place + 1),
    destination_id: id,
    destination_type: id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
    overwrite: 'always' as const,
  }))
  return { activity_id: null, labels: [], mapping, match: { keys, mode: 'both' } }
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
    ['that maps a column twice', withTwice(bodyOf([PHONE, NAME], [PHONE])), 'one column is mapped twice'],
    ['that fills a field twice', bodyOf([PHONE, PHONE], [PHONE]), 'two columns are mapped to เบอร์โทรศัพท์'],
    ['without a match field', bodyOf([PHONE], []), 'choose the field that tells customers apart'],
    ['that names a match field twice', bodyOf([PHONE], [PHONE, PHONE]), 'a match field is named twice'],
    ['whose match field has no column', bodyOf([PHONE], [EMAIL]), 'every match field needs a column'],
    ['that matches people by what they share', bodyOf([NAME], [NAME]), 'ชื่อ cannot tell customers apart'],
    ['that matches people by yes or no', bodyOf([1002], [1002]), 'ฟิลด์ 1002 cannot tell customers apart'],
  ]
  test.for(refusals)('%s', ([, body, says]) => {
    expect(mappingProblem(body, 3, fields)?.en).toBe(says)
  })
})

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
  })
  const rows = fc.array(row, { maxLength: 4 })
  const match = fc.record({
    keys: fc.array(fc.constantFrom(...matching, ...ids), { maxLength: 3 }),
    mode: fc.constantFrom(...matchModes),
  })
  const body = fc.tuple(rows, match, fc.boolean()).map(([rows, match, ownKeys]): MappingBody => {
    const mapping = rows.map((row) => ({
      ...row,
      destination_type: row.destination_id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
    }))
    const keys = ownKeys ? rows.slice(0, 2).map((row) => row.destination_id) : match.keys
    return { activity_id: null, labels: [], mapping, match: { ...match, keys } }
  })
  let compiled = 0
  fc.assert(
    fc.property(body, fc.integer({ min: 1, max: 6 }), (body, width) => {
      if (mappingProblem(body, width, fields)) return
      compiled++
      const plan = planOf(body, width, fields)
      expect(plan.fields).toHaveLength(body.mapping.length)
      expect(new Set(plan.fields.map(({ field }) => field.id)).size).toBe(plan.fields.length)
      expect(new Set(plan.fields.map(({ column }) => column)).size).toBe(plan.fields.length)
      for (const { column } of plan.fields) expect(column >= 0 && column < width).toBe(true)
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
