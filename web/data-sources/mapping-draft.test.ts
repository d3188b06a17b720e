import { fc, test as property } from '@fast-check/vitest'
import { FIELD_NAME } from '@ruam/contract/names.ts'
import { expect, test } from 'vitest'
import {
  bodyOf,
  candidatesOf,
  changeRow,
  clashesOf,
  draftOf,
  fieldNameOf,
  isWaiting,
  keysOf,
  type MappingAnswer,
  placeKey,
  problemOf,
  reasonOf,
} from './mapping-draft.ts'

const PHONE = 9
const EMAIL = 11
const CODE = 1000

const field = (id: number, fieldName: string, fieldType: string) => ({
  id,
  fieldName,
  displayName: fieldName,
  dataType: 'String' as const,
  fieldType,
})

const answer: MappingAnswer = {
  activityId: null,
  labels: [],
  mapping: [{ sourceSchemaId: '1', destinationId: PHONE, destinationType: 'system_profile', overwrite: 'always' }],
  match: { keys: [PHONE], mode: 'both' },
  saved: false,
  sourceSchema: [
    { id: '1', name: 'มือถือ' },
    { id: '2', name: 'LINE ID' },
    { id: '3', name: 'รหัส' },
  ],
  previewData: [],
  profileFields: [
    field(PHONE, 'phone', 'system_profile'),
    field(EMAIL, 'email', 'system_profile'),
    field(CODE, 'code', 'custom_profile'),
  ],
  requireFields: [PHONE, EMAIL, CODE],
  sourceMapping: [
    { sourceSchemaId: '1', destinationId: PHONE, reason: 'keyword', dataType: 'String' },
    { sourceSchemaId: '2', destinationId: null, reason: 'ambiguous', dataType: 'String' },
    { sourceSchemaId: '3', destinationId: null, reason: 'unknown', dataType: 'String' },
  ],
  updatedAt: '2026-11-20T00:00:00Z',
}
const draft = draftOf(answer)

test('an ambiguous column waits until somebody has looked at it', () => {
  const [, ambiguous] = answer.sourceMapping
  expect(isWaiting(draft.rows['2']!, ambiguous!)).toBe(true)
  const left = changeRow(draft, '2', { target: null })
  expect(isWaiting(left.rows['2']!, ambiguous!)).toBe(false)
  expect(reasonOf(left.rows['2']!, ambiguous!)).toBe('left')
})

test('a column that somebody mapped says so, one that went back to the suggestion gives its reason again', () => {
  const [phone] = answer.sourceMapping
  const other = changeRow(draft, '1', { target: CODE })
  expect(reasonOf(other.rows['1']!, phone!)).toBe('chosen')
  expect(reasonOf(changeRow(other, '1', { target: PHONE }).rows['1']!, phone!)).toBe('keyword')
})

test('two columns for one field clash, and the mapping can not be saved', () => {
  const clashing = changeRow(draft, '3', { target: PHONE })
  expect(Object.fromEntries(clashesOf(clashing))).toEqual({ 1: '3', 3: '1' })
  expect(problemOf(clashing, [PHONE])).toBe('clashNeeded')
})

test('a key counts only while a column feeds its field', () => {
  const without = changeRow(draft, '1', { target: null })
  expect(keysOf(without, candidatesOf(without, answer))).toEqual([])
  expect(problemOf(changeRow(without, '3', { target: CODE }), [])).toBe('keysNeeded')
  expect(problemOf(without, [])).toBe('columnsNeeded')
  expect(keysOf(draft, candidatesOf(draft, answer))).toEqual([PHONE])
})

test('choosing a key that stands elsewhere changes the order', () => {
  expect(placeKey([PHONE, EMAIL, CODE], 0, CODE)).toEqual([CODE, EMAIL, PHONE])
  expect(placeKey([PHONE], 1, EMAIL)).toEqual([PHONE, EMAIL])
  expect(placeKey([PHONE, EMAIL], 0, null)).toEqual([EMAIL])
})

property.prop([
  fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
  fc.nat(8),
  fc.integer({ min: 1, max: 9 }),
])('no key is ever asked twice', (keys, place, chosen) => {
  const next = placeKey(keys, Math.min(place, keys.length), chosen)
  expect(new Set(next).size).toBe(next.length)
  expect(next).toContain(chosen)
})

test('only columns that feed a field are saved, with the kind of the field', () => {
  const sent = bodyOf(changeRow(draft, '3', { target: CODE, overwrite: 'never' }), [CODE], answer.profileFields)
  expect(sent).toEqual({
    mapping: [
      { sourceSchemaId: '1', destinationId: PHONE, destinationType: 'system_profile', overwrite: 'always' },
      { sourceSchemaId: '3', destinationId: CODE, destinationType: 'custom_profile', overwrite: 'never' },
    ],
    match: { keys: [CODE], mode: 'both' },
  })
})

test('a header in Latin letters names its field, a Thai one asks', () => {
  expect(fieldNameOf('customerID')).toBe('customerID')
  expect(fieldNameOf('Monthly Charges')).toBe('monthlyCharges')
  expect(fieldNameOf('CUSTOMER_ID')).toBe('customerID')
  expect(fieldNameOf('รหัสสมาชิก')).toBe('')
  expect(fieldNameOf('รหัส ID')).toBe('')
  expect(fieldNameOf('2nd phone')).toBe('')
})

property.prop([fc.string({ maxLength: 100 })])(
  'a field name out of a header is one the server takes, or none',
  (header) => {
    const name = fieldNameOf(header)
    expect(name === '' || FIELD_NAME.test(name)).toBe(true)
  },
)
