import { expect, test } from 'vitest'
import type { ProfileListField } from '../values.ts'
import { headFields, linesOf } from './field-lines.ts'

let id = 0
const field = (name: string, value: ProfileListField['value'], type: ProfileListField['type'] = 'system_profile') => ({
  id: ++id,
  name,
  displayName: name,
  dataType: 'String' as const,
  type,
  value,
})
const names = (fields: ProfileListField[]) =>
  linesOf(fields).groups.map(([group, lines]) => [group, lines.map((line) => line.fields.map(({ name }) => name))])

test('the parts of a name are one line, what calls the customer stands in the head alone, and what is empty is folded away', () => {
  const fields = [
    field('firstName', 'ญาดา'),
    field('lastName', 'ศรีสุข'),
    field('prefixName', null),
    field('firstNameEN', 'Yada'),
    field('lastNameEN', null),
    field('gender', null),
    field('phone', '+66812345678'),
    field('points', 3, 'custom_profile'),
  ]
  expect(names(fields)).toEqual([
    ['personal', [['firstNameEN', 'lastNameEN']]],
    ['contact', [['phone']]],
    ['own', [['points']]],
  ])
  expect(linesOf(fields).empty.map(([group, lines]) => [group, lines.length])).toEqual([['personal', 1]])
  expect(headFields(fields).map(({ name }) => name)).toEqual(['prefixName', 'firstName', 'lastName'])
})

test('a person without a name is called by the company, and without either gets a generic name', () => {
  const company = [field('firstName', null), field('prefixName', 'คุณ'), field('company', 'ร้านกาแฟริมปิง')]
  expect(headFields(company).map(({ name }) => name)).toEqual(['company'])
  expect(names(company)).toEqual([['personal', [['prefixName', 'firstName']]]])
  const nobody = [field('firstName', null), field('lastName', null), field('phone', '+66812345678')]
  expect(headFields(nobody).map(({ name }) => name)).toEqual(['firstName', 'lastName'])
  expect(linesOf(nobody).empty).toEqual([])
})

test('no and zero are values', () => {
  const fields = [field('consented', false, 'custom_profile'), field('points', 0, 'custom_profile')]
  expect(names(fields)).toEqual([['own', [['consented'], ['points']]]])
})
