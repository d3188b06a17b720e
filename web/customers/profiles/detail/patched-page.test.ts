import { expect, test } from 'vitest'
import { expandPage } from '../expand-page.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { patchedPage } from './patched-page.ts'

const field = (id: number, value: ProfileListField['value'], masked?: boolean): ProfileListField => ({
  id,
  name: `field${id}`,
  displayName: `Field ${id}`,
  dataType: 'String',
  type: 'custom_profile',
  value,
  ...(masked && { masked }),
})
const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const page = {
  fields: [field(1, null), field(3, null)].map(({ value: _, ...name }) => name),
  labels: [],
  data: [
    { id: 8, fields: [{ id: 1, value: 'ข' }], labels: [], ...times },
    {
      id: 7,
      fields: [
        { id: 1, value: 'ก' },
        { id: 3, value: 'ลับ' },
      ],
      labels: [],
      ...times,
    },
  ],
  total: 2,
  pages: 1,
  page: 1,
  limit: 10,
  sortBy: 'updated_at',
  order: 'desc' as const,
  totalAll: 2,
}
const newer: ListedProfile = {
  id: 7,
  fields: [field(1, null), field(2, 'ใหม่'), field(3, '•••', true)],
  labels: [],
  createdAt: times.createdAt,
  updatedAt: '2026-02-01T00:00:00Z',
}

test('updates values of a customer in place, names new fields, and keeps revealed values', () => {
  const patched = patchedPage(page, newer)
  const [other, row] = expandPage(patched as typeof page).data
  expect(other!.fields.map(({ value }) => value)).toEqual(['ข'])
  expect(row).toMatchObject({ id: 7, updatedAt: newer.updatedAt })
  expect(row!.fields.map(({ displayName, value }) => [displayName, value])).toEqual([
    ['Field 2', 'ใหม่'],
    ['Field 3', 'ลับ'],
  ])
})

test('a page without them stays as it is', () => {
  expect(patchedPage(page, { ...newer, id: 9 })).toBe(page)
})
