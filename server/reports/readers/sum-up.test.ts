import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { brokenReads } from '../audit-log/seals.ts'
import { purgeReads, sumUpReads } from './sum-up.ts'

let store: TestStore
let reader: Member

beforeEach(async () => {
  store = await newStore()
  reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
  await madeProfile(store, { [field.firstName]: 'ญาดา', [field.income]: 50_000 })
})

/** Moves the traces of the store to five o'clock of an earlier day. */
const moveTo = (daysAgo: number) =>
  rowsOf(
    store,
    "update sensitive_read set at = date_trunc('day', now(), 'UTC') - make_interval(days => $2) + interval '5 hours' where store_id = $1",
    daysAgo,
  )
const readAgain = async (times: number, daysAgo: number) => {
  for (let n = 0; n < times; n++) await reader.call(profiles.list, { query: {} })
  await moveTo(daysAgo)
}
const summed = () =>
  rowsOf<{ ago: number; hour: number; reads: number }>(
    store,
    `select (now() at time zone 'UTC')::date - (hour at time zone 'UTC')::date as ago, extract(hour from hour at time zone 'UTC')::int as hour,
       reads from sensitive_read_hour h where store_id = $1 order by h.hour desc`,
  )
const digests = () =>
  rowsOf<{ rows: number }>(
    store,
    "select (details ->> 'rows')::int as rows from audit_log where store_id = $1 and action = 'reads_summed' order by id",
  )
const broken = async () =>
  (await brokenReads((await testServer()).core.pool)).filter(({ store_id }) => store_id === store.storeId)

test('traces of one hour are added up over blocks, and their day gets one digest', async () => {
  const { core } = await testServer()
  await readAgain(3, 2)
  await sumUpReads(core.pool, undefined, 1)
  expect(await summed()).toEqual([{ ago: 2, hour: 5, reads: 3 }])
  expect([await digests(), await broken()]).toEqual([[{ rows: 1 }], []])
})

test('a trace that was committed after the digest of its day counts for the next day', async () => {
  const { core } = await testServer()
  await readAgain(1, 3)
  await sumUpReads(core.pool)
  await readAgain(2, 3)
  await sumUpReads(core.pool)
  expect(await summed()).toEqual([
    { ago: 2, hour: 0, reads: 2 },
    { ago: 3, hour: 5, reads: 1 },
  ])
  expect([await digests(), await broken()]).toEqual([[{ rows: 1 }, { rows: 1 }], []])
})

test('an interrupted sum is continued, and no trace is counted twice', async () => {
  const { core } = await testServer()
  await readAgain(3, 2)
  await core.pool.query('select auth.sum_reads(1)')
  const left = await rowsOf(store, 'select from sensitive_read where store_id = $1')
  await sumUpReads(core.pool)
  expect([left.length, await summed()]).toEqual([2, [{ ago: 2, hour: 5, reads: 3 }]])
})

test('rows of more than two years ago are deleted, and no others', async () => {
  await readAgain(1, 2)
  await sumUpReads((await testServer()).core.pool)
  await rowsOf(
    store,
    "insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, field_ids, reads) values ($1, 1, now() - interval '2 years 3 days', 'person:1', 'GET /', '{}', 1)",
  )
  await purgeReads((await testServer()).core.pool)
  expect((await summed()).map(({ ago }) => ago)).toEqual([2])
})
