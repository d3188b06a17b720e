import { expect, test } from 'vitest'
import type { ProfileField } from '../values.ts'
import { filledIn, formGroups } from './form-groups.ts'

let id = 0
const field = (name: string, value: ProfileField['value'], type: ProfileField['type'] = 'system_profile') => ({
  id: ++id,
  name,
  displayName: name,
  dataType: 'String' as const,
  type,
  value,
})

test('the parts of a name stand in one row at the top, and what has a value before what has none', () => {
  const fields = [
    field('gender', null),
    field('lastNameEN', null),
    field('firstNameEN', null),
    field('birthDate', '2000-02-29'),
    field('lastName', 'ศรีสุข'),
    field('firstName', 'ญาดา'),
    field('prefixName', null),
    field('points', null, 'custom_profile'),
    field('member', false, 'custom_profile'),
  ]
  const groups = formGroups(fields, filledIn(fields)).map(({ group, rows }) => [
    group,
    rows.map((row) => row.map(({ name }) => name)),
  ])
  expect(Object.fromEntries(groups)).toMatchObject({
    personal: [['prefixName', 'firstName', 'lastName'], ['birthDate'], ['firstNameEN', 'lastNameEN'], ['gender']],
    own: [['member'], ['points']],
  })
})
