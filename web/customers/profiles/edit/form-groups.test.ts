import { expect, test } from 'vitest'
import type { ProfileListField } from '../values.ts'
import { formGroups } from './form-groups.ts'

let id = 0
const field = (name: string, value: ProfileListField['value'], type: ProfileListField['type'] = 'system_profile') => ({
  id: ++id,
  name,
  displayName: name,
  dataType: 'String' as const,
  type,
  value,
})

test('fields stand in the order of the profile page, whether or not they have a value', () => {
  const fields = [
    field('gender', null),
    field('lastNameEN', null),
    field('firstNameEN', null),
    field('birthDate', '2000-02-29'),
    field('lastName', 'ศรีสุข'),
    field('firstName', 'ญาดา'),
    field('prefixName', null),
    field('phone', null),
    field('points', null, 'custom_profile'),
    field('member', false, 'custom_profile'),
  ]
  const namesOf = (some: typeof fields) =>
    formGroups(some).map(({ group, rows }) => [group, rows.map((row) => row.map(({ name }) => name))])
  const order = namesOf(fields)
  expect(order[0]).toEqual(['fullName', [['prefixName', 'firstName', 'lastName']]])
  expect(order[1]).toEqual(['contact', [['phone']]])
  expect(order.at(-1)).toEqual(['own', [['points'], ['member']]])
  expect(namesOf(fields.map((one) => ({ ...one, value: one.value === null ? 'ก' : null })))).toEqual(order)
})
