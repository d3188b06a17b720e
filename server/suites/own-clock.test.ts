import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databaseNow, setDatabaseTime } from '../core/now.ts'
import { readClock } from '../database/follow-clock.ts'
import { draft, read, type Scene, scene, schedule } from '../testing/broadcasts/broadcasts.testing.ts'
import { exported } from '../testing/reports/exports.testing.ts'
import { testServer } from '../testing/store.testing.ts'

const HOUR_MS = 3_600_000

let broadcast: Scene
beforeEach(async () => {
  broadcast = await scene({ friends: 1 })
})
afterEach(() => {
  vi.useRealTimers()
  setDatabaseTime(undefined)
})

/** Sets the clock of this process, but not that of PostgreSQL. Returns an instant in ten minutes by the latter. */
async function wrongClock(aheadMs: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
  await readClock((await testServer()).core.pool)
  return new Date(databaseNow() + HOUR_MS / 6).toISOString()
}

test.each([
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('a process whose clock is %s exports, makes keys and schedules as any other', async (_, aheadMs) => {
  const soon = await wrongClock(aheadMs)
  const { store } = broadcast
  const { item } = await exported(store, { type: 'profile', file_type: 'csv', columns: ['id'] })
  expect(item.status).toBe('completed')
  const key = await store.call(apiKeys.create, { body: { name: 'POS', scopes: ['profile:write'], expired_at: soon } })
  expect(key.key).toBeTruthy()
  const past = new Date(databaseNow() - HOUR_MS / 6).toISOString()
  expect(
    await store.try(apiKeys.create, { body: { name: 'เก่า', scopes: ['profile:write'], expired_at: past } }),
  ).toMatchObject({ status: 400 })
  const { id } = await draft(broadcast, { schedule: { type: 'at', send_at: soon } })
  await schedule(broadcast, id)
  expect((await read(broadcast, id)).status).toBe('pending')
})
