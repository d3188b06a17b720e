import { expect, test } from 'vitest'
import {
  type Conflict,
  type ConflictPerson,
  conflictAnswerOf,
  differencesOf,
  nameOfValues,
  sidesOf,
  updatesOf,
  waitingOf,
} from './conflict-view.ts'
import { type Legend, noLegend } from './record-view.ts'

type Values = ConflictPerson['fields']
type DataType = 'String' | 'Date' | 'Number'

const field = (id: number, fieldName: string, dataType: DataType = 'String') => ({
  id,
  fieldName,
  displayName: fieldName,
  dataType,
  fieldType: 'system_profile',
})
const source = { columns: ['1'], part: 'whole' as const, overwrite: 'always' as const, clears: false }
const fields = [
  field(1, 'firstName'),
  field(2, 'lastName'),
  field(8, 'birthDate', 'Date'),
  field(9, 'phone'),
  field(10, 'citizenId'),
  field(40, 'lastBought', 'Date'),
  field(41, 'province'),
]
const legend: Legend = {
  ...noLegend,
  fields: new Map(fields.map((one) => [one.id, one])),
  sources: new Map(fields.map(({ id }) => [id, source])),
}
const values = (of: Record<number, string | number>): Values =>
  Object.entries(of).map(([id, value]) => ({ id: Number(id), name: legend.fields.get(Number(id))!.fieldName, value }))
const person = (of: Record<number, string | number>): ConflictPerson => ({
  profileId: 7,
  recordNo: null,
  line: null,
  fieldId: 9,
  fields: values(of),
})
const row = (of: Record<number, string | number>): Conflict => ({
  held: true,
  group: null,
  fields: values(of),
  people: [],
  answer: null,
})

const ours = row({
  1: 'พรรลพ',
  2: 'เจะเลาะ',
  8: '1986-10-18',
  9: '+66817335078',
  10: '9523210124573',
  40: '2026-11-12',
  41: 'มหาสารคาม',
})
const theirs = person({
  1: 'พุทธชาติ',
  2: 'สิงห์ธนวัฒน์',
  8: '1975-04-01',
  9: '+66817335078',
  40: '2026-06-03',
  41: 'ขอนแก่น',
})

test('identifying fields come first, names in one line, and optional ones are not held against them', () => {
  const found = sidesOf(ours, theirs, legend).map(({ title, verdict }) => [
    title === 'fullName' ? title : title.fieldName,
    verdict,
  ])
  expect(found).toEqual([
    ['phone', 'same'],
    ['fullName', 'different'],
    ['birthDate', 'different'],
    ['citizenId', null],
    ['lastBought', null],
    ['province', 'different'],
  ])
  expect(sidesOf(ours, theirs, legend)[1]).toMatchObject({ ours: 'พรรลพ เจะเลาะ', theirs: 'พุทธชาติ สิงห์ธนวัฒน์' })
})

test('people of one family have the same last name', () => {
  const verdict = (of: Record<number, string>) => sidesOf(row(of), theirs, legend)[1]?.verdict
  expect(verdict({ 1: 'มานี', 2: 'สิงห์ธนวัฒน์', 9: '+66817335078' })).toBe('lastName')
  expect(verdict({ 1: 'พุทธชาติ', 2: 'สิงห์ธนวัฒน์', 9: '+66817335078' })).toBe('same')
})

test('a value that is covered is compared with nothing', () => {
  const [, , id] = sidesOf(row({ 1: 'ก', 9: '1', 10: '•••' }), person({ 1: 'ข', 9: '1', 10: '•••' }), legend)
  expect(id).toMatchObject({ title: { fieldName: 'citizenId' }, verdict: null })
})

test('only what tells people apart speaks against them', () => {
  expect(differencesOf(ours, theirs, legend).map(({ fieldName }) => fieldName)).toEqual([
    'firstName',
    'lastName',
    'birthDate',
  ])
})

test('an update counts what the file would change, by how each column is written', () => {
  expect(updatesOf(ours, theirs, legend)).toBe(6)
  const written = (overwrite: 'always' | 'if_empty' | 'never', clears = false): Legend => ({
    ...legend,
    sources: new Map([...legend.sources].map(([id, one]) => [id, { ...one, overwrite, clears }])),
  })
  expect(updatesOf(ours, theirs, written('if_empty'))).toBe(1)
  expect(updatesOf(ours, theirs, written('never'))).toBe(0)
  expect(updatesOf(row({ 9: '+66817335078' }), theirs, written('always'))).toBe(0)
  expect(updatesOf(row({ 9: '+66817335078' }), theirs, written('always', true))).toBe(5)
  expect(updatesOf(ours, theirs, { ...legend, mode: 'new' })).toBe(0)
})

test('an answer is one of after the run: what the run knew already has settled nothing', () => {
  const record = { conflict: { ...ours, answer: 'same' as const } }
  expect(conflictAnswerOf(record, { outdated: true })).toBe('same')
  expect(conflictAnswerOf(record, { outdated: false })).toBeNull()
})

test('counts waiting rows of one group, or of all', () => {
  const groups = [
    { group: 'birth_date:9', rows: 40, answered: 3 },
    { group: 'title:11', rows: 1, answered: 0 },
  ]
  expect(waitingOf(groups)).toBe(38)
  expect(waitingOf(groups, 'birth_date:9')).toBe(37)
  expect(waitingOf(groups, 'title:9')).toBe(0)
})

test('names a customer without a name by the company', () => {
  const found = (name: string, value: string) => [{ id: 1, name, value }]
  expect(nameOfValues(found('company', 'ร้านญี่ปุ่น'))).toBe('ร้านญี่ปุ่น')
  expect(nameOfValues(found('firstNameEN', 'Mali'))).toBe('Mali')
  expect(nameOfValues([])).toBe('')
})
