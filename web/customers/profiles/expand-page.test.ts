import { expect, test } from 'vitest'
import { expandPage } from './expand-page.ts'

const page = {
  total: 2,
  totalCapped: false,
  totalAll: 2,
  pages: 1,
  page: 1,
  limit: 10,
  sortBy: 'updated_at',
  order: 'desc',
} as const
const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-02T00:00:00Z' }
const name = { id: 1, name: 'firstName', displayName: 'ชื่อ', dataType: 'String', type: 'system_profile' } as const
const citizen = {
  id: 10,
  name: 'citizenId',
  displayName: 'เลขบัตรประชาชน',
  dataType: 'String',
  type: 'system_profile',
} as const
const vip = { id: 3, name: 'VIP', color: 'red', type: 'general' } as const

test('each row of a page gets what its fields and labels are called, and keeps what is masked', () => {
  const whole = expandPage({
    ...page,
    fields: [name, citizen],
    labels: [vip],
    data: [
      {
        id: 1,
        fields: [
          { id: 1, value: 'กบ' },
          { id: 10, value: '•••', masked: true },
        ],
        labels: [3],
        ...times,
      },
      { id: 2, fields: [], labels: [], ...times },
    ],
  })
  expect(whole).toEqual({
    ...page,
    data: [
      {
        id: 1,
        fields: [
          { ...name, value: 'กบ' },
          { ...citizen, value: '•••', masked: true },
        ],
        labels: [vip],
        ...times,
      },
      { id: 2, fields: [], labels: [], ...times },
    ],
  })
})
