import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { matchReasonsOf } from './doubts.ts'
import { traitsOf } from './traits.ts'

const columns = ['prefix_name', 'first_name', 'last_name', 'birth_date', 'phone', 'email', 'citizen_id']
const fields = columns.map((column) => ({
  field: systemFields.find((field) => field.column === column)!,
})) as unknown as Parameters<typeof traitsOf>[0]
const traits = traitsOf(fields, [4])
const person = ['นาย', 'สมชาย', 'ใจดี', '1980-05-06', '+66811111111', 'a@x.test', '1112034563562']

test.each([
  ['an equal row', {}, []],
  ['another given name and birth date', { 1: 'วิชัย', 3: '1999-12-24' }, ['birth_date', 'given_name']],
  ['a man’s other surname', { 2: 'อินทร์แก้ว' }, ['surname']],
  ['a woman’s title', { 0: 'นางสาว', 1: 'มาลี' }, ['title', 'given_name']],
  ['another e-mail', { 5: 'b@x.test' }, ['email']],
  ['a new name with the birth date and the citizen id of before', { 1: 'วิชัย' }, ['changed_name', 'given_name']],
  ['another citizen id', { 6: '9517812865702' }, ['own_id']],
  [
    'a given name that is the other’s surname',
    { 1: 'ใจดี', 2: 'มั่นคง' },
    ['changed_name', 'surname_first', 'given_name', 'surname'],
  ],
])('the doubts about %s are named in order', (_, changed, doubts) => {
  const row = person.map((value, place) => (changed as Record<number, string>)[place] ?? value)
  expect(matchReasonsOf(traits, 4, row, { values: person, further: null }).doubts).toEqual(doubts)
})
