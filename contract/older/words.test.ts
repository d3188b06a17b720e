import { expect, test } from 'vitest'
import { dataSourceStatuses } from '../imports/status.ts'
import { olderStatus, olderStatuses, statusesOf } from './words.ts'

test.each(dataSourceStatuses)('%s is found again by its older word', (status) => {
  expect(statusesOf(olderStatus(status))).toContain(status)
})

test.each(olderStatuses)('the older word "%s" stands for statuses that have this word, and for no others', (word) => {
  const statuses = statusesOf(word)
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.map(olderStatus)).toEqual(statuses.map(() => word))
  const others = dataSourceStatuses.filter((status) => !statuses.includes(status))
  expect(others.map(olderStatus)).not.toContain(word)
})

test('each status has exactly one older word', () => {
  expect(olderStatuses.flatMap(statusesOf).toSorted()).toEqual([...dataSourceStatuses].toSorted())
})
