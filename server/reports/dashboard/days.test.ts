import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { expect, test } from 'vitest'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { sumUpDays } from './days.ts'

/** Seventy days of hours up to now in which a few things of each kind were counted. */
async function counted(): Promise<TestStore> {
  const store = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into hourly_count (store_id, hour, metric, channel, value)
     select $1, hour, metric, channel, 1 + extract(epoch from hour)::bigint / 3600 % 7
     from generate_series(date_trunc('hour', now(), 'UTC') - interval '70 days', now(), interval '1 hour') hour,
       (values ('profile', 'user'), ('profile_erased', 'user'), ('record', 'import'), ('record_add', 'import'), ('record', 'openapi')) kinds (metric, channel)
     where extract(epoch from hour)::bigint / 3600 % 5 <> length(metric) % 5`,
    [store.storeId],
  )
  return store
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

/** All figures of the dashboard over periods of days, weeks and months. */
async function figures(store: TestStore) {
  const found: unknown[] = []
  for (const [from, to] of [
    [day(69), day(0)],
    [day(33), day(3)],
    [day(2), day(1)],
    [day(0), day(0)],
  ]) {
    const query = { from: from!, to: to! }
    found.push(await store.call(dashboard.pipeline, { query }), await store.call(dashboard.channel, { query }))
    for (const timescale of ['day', 'week', 'month'] as const) {
      for (const timezone of ['Asia/Bangkok', 'UTC', 'Asia/Kolkata']) {
        found.push(await store.call(dashboard.timeframe, { query: { ...query, timescale, timezone } }))
      }
    }
  }
  return found
}

const summed = async ({ storeId }: TestStore) => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number; last: string }>(
    "select count(*) as n, max(day)::text as last from daily_count where store_id = $1 and metric = 'record'",
    [storeId],
  )
  return rows[0]!
}

test('figures are the same before and after their days are summed up, today’s by the hour', async () => {
  const store = await counted()
  const core = await coreOf(store)
  const before = await figures(store)
  await sumUpDays(core, new Date())
  expect(await summed(store)).toEqual({ n: expect.any(Number), last: day(2) })
  expect((await summed(store)).n).toBeGreaterThan(130)
  expect(await figures(store)).toEqual(before)
})

test('days are summed up once, also by two processes at once, and those that end later with the next time', async () => {
  const store = await counted()
  const core = await coreOf(store)
  const before = await figures(store)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await sumUpDays(core, ago(30))
  const { n } = await summed(store)
  await Promise.all([sumUpDays(core, new Date()), sumUpDays(core, new Date())])
  expect((await summed(store)).n).toBeGreaterThan(n)
  expect((await summed(store)).last).toBe(day(2))
  // A clock that was set back takes nothing away.
  await sumUpDays(core, ago(10))
  expect(await figures(store)).toEqual(before)
})
