import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { newStore, testServer } from '../store.testing.ts'
import { clockSettings, takeClock } from './set-clock.testing.ts'

test('a customer that is added at a set time was created then', async () => {
  const { admin } = await testServer({ settings: clockSettings })
  const setClock = await takeClock(admin)
  const store = await newStore()
  await setClock(new Date('2026-03-01T05:00:00Z'))
  const { id } = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'กานดา' }] } })
  const { rows } = await admin.query('select created_at from profile where store_id = $1 and id = $2', [
    store.storeId,
    id,
  ])
  expect(new Date(rows[0].created_at).toISOString()).toBe('2026-03-01T05:00:00.000Z')
})
