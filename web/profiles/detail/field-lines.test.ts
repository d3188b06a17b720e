import { expect, test } from 'vitest'
import type { ProfileField } from '../values.ts'
import { linesOf } from './field-lines.ts'

let id = 0
const field = (name: string, value: ProfileField['value'], type: ProfileField['type'] = 'system_profile') => ({
  id: ++id,
  name,
  displayName: name,
  dataType: 'String' as const,
  type,
  value,
})
const names = (fields: ProfileField[]) =>
  linesOf(fields).groups.map(([group, lines]) => [group, lines.map((line) => line.fields.map(({ name }) => name))])

test('the parts of a name are one line, and what is empty is folded away', () => {
  const fields = [
    field('firstName', 'ญาดา'),
    field('lastName', 'ศรีสุข'),
    field('prefixName', null),
    field('gender', null),
    field('phone', '+66812345678'),
    field('points', 3, 'custom_profile'),
  ]
  expect(names(fields)).toEqual([
    ['personal', [['firstName', 'lastName']]],
    ['contact', [['phone']]],
    ['own', [['points']]],
  ])
  expect(linesOf(fields).empty.map(([group, lines]) => [group, lines.length])).toEqual([['personal', 2]])
})

test('no and zero are values', () => {
  const fields = [field('consented', false, 'custom_profile'), field('points', 0, 'custom_profile')]
  expect(names(fields)).toEqual([['own', [['consented'], ['points']]]])
})
