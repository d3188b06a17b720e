import { expect, test } from 'vitest'
import { fieldGroups, systemFields } from './system-fields.ts'

test.each(fieldGroups)('each system field of the group %s has a place of its own, without gaps', (group) => {
  const places = systemFields.filter((field) => field.group[0] === group).map((field) => field.group[1])
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, index) => index + 1))
})
