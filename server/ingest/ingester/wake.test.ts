import { expect, test } from 'vitest'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { wakeIngester } from './wake.ts'

test('an ingester that cannot be enqueued is reported', async () => {
  const { storeId } = await newStore()
  const { core } = await testServer()
  const lost = new Error('connection lost')
  const jobs = { enqueue: () => Promise.reject(lost) }
  const { promise, resolve: report } = Promise.withResolvers<unknown>()
  wakeIngester({ pool: core.pool, jobs, report }, storeId)
  expect(await promise).toBe(lost)
})
