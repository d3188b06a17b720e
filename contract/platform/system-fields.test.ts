import { expect, test } from 'vitest'
import { activityDate, FIRST_CUSTOM_FIELD_ID, fieldGroups, systemFields } from './system-fields.ts'

test.each(fieldGroups)('each system field of the group %s has a place of its own, without gaps', (group) => {
  const places = systemFields.filter((field) => field.group[0] === group).map((field) => field.group[1])
  expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, index) => index + 1))
})

test('each system field has an id, a name and a column of its own', () => {
  const distinct = (values: readonly (number | string)[]) => new Set(values).size
  const ids = [...systemFields.map(({ id }) => id), activityDate.id]
  expect(distinct(ids)).toBe(systemFields.length + 1)
  expect(Math.max(...ids)).toBeLessThan(FIRST_CUSTOM_FIELD_ID)
  for (const key of ['name', 'column', 'th', 'en'] as const)
    expect(distinct(systemFields.map((field) => field[key]))).toBe(systemFields.length)
})
