import { beforeAll, expect, test } from 'vitest'
import { newSender } from '../testing/open-api/sending.testing.ts'
import { coreOf, newStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { sessionLocks } from './postgres/locks.ts'
import { refreshStatistics } from './refresh-statistics.ts'

beforeAll(async () => {
  const { admin } = await testServer({ alone: true })
  await admin.query(
    `insert into profile (store_id, first_name, phone, custom)
     select $1, 'คน', '+668' || lpad(n::text, 8, '0'), '{}' from generate_series(1, 40000) n`,
    [(await newStore()).storeId],
  )
  await admin.query('analyze')
  await passMinute()
})

/** Removes the times of the last analyses, as if a minute had passed. */
async function passMinute() {
  const { admin } = await testServer()
  await admin.query('select pg_stat_reset()')
}

async function expectedRows(storeId: number): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query(`explain select from profile where store_id = ${storeId}`)
  return Number(/rows=(\d+)/.exec(rows[0]!['QUERY PLAN'] as string)![1])
}

const batch = (from: number) =>
  Array.from({ length: 1000 }, (_, n) => ({ values: { firstName: 'นก', phone: `09${10_000_000 + from + n}` } }))

test('the planner learns of a store that a program fills while a larger one shares its tables', async () => {
  const { store, send } = await newSender()
  const { pool } = await coreOf(store)
  expect(await refreshStatistics(pool)).not.toContain('profile')
  expect(await expectedRows(store.storeId)).toBeLessThan(100)
  for (let n = 0; n < 6; n++) await send('profiles', batch(n * 1000))
  // A connection reports its changes within seconds.
  await until(async () => (await refreshStatistics(pool)).includes('profile'))
  expect(await expectedRows(store.storeId)).toBeGreaterThan(3000)
})

async function growValues() {
  const { admin } = await testServer()
  await admin.query(
    `insert into profile_value (store_id, field_id, key, hash, value) select $1, 1, n, n, n from generate_series(1, 20000) n`,
    [(await newStore()).storeId],
  )
}

test('a table that grows is not analyzed twice within a minute', async () => {
  const { core } = await testServer()
  await growValues()
  expect(await refreshStatistics(core.pool)).toContain('profile_value')
  await growValues()
  expect(await refreshStatistics(core.pool)).not.toContain('profile_value')
  await passMinute()
  expect(await refreshStatistics(core.pool)).toContain('profile_value')
})

test('a second process analyzes nothing while one looks for tables that have grown', async () => {
  const { core, admin } = await testServer()
  await growValues()
  await passMinute()
  const client = await admin.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [sessionLocks.statistics])
    expect(await refreshStatistics(core.pool)).toEqual([])
    await client.query('commit')
    expect(await refreshStatistics(core.pool)).toContain('profile_value')
  } finally {
    client.release(true)
  }
})
