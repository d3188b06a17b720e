import { randomUUID } from 'node:crypto'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { readers } from '@ruam/contract/reports/readers.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { brokenReads } from '../audit-log/seals.ts'
import { sumUpReads } from './sum-up.ts'

let store: TestStore
let reader: Member
let id: number

beforeAll(async () => {
  store = await newStore()
  reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
  id = (await madeProfile(store, { [field.firstName]: 'ญาดา', [field.income]: 50_000 })).id
})

const readingsOf = async (profile: number) =>
  (await store.call(readers.ofProfile, { params: { id: String(profile) }, query: {} })).data

/** Moves the traces of the store to another day. */
const longAgo = (days: number) =>
  rowsOf(
    store,
    "update sensitive_read set at = date_trunc('day', now(), 'UTC') - make_interval(days => $2) + interval '5 hours' where store_id = $1",
    days,
  )
const broken = async () =>
  (await brokenReads((await testServer()).core.pool)).filter(({ store_id }) => store_id === store.storeId).length

test('the viewers of a customer are listed before and after the day is summed up', async () => {
  for (const _time of [1, 2]) await reader.call(profiles.list, { query: {} })
  const { first_name, last_name } = (
    await rowsOf<{ first_name: string; last_name: string }>(
      store,
      'select first_name, last_name from users where id = $2 and $1 > 0',
      reader.userId,
    )
  )[0]!
  const reading = {
    kind: 'person',
    viewer: { id: reader.userId, name: `${first_name} ${last_name}`.trim() },
    way: { call: titleOf(profiles.list), title: profiles.list.summary[0] },
    certain: true,
    fields: [{ id: field.income, display_name: expect.any(String) }],
    reads: 2,
  }
  expect(await readingsOf(id)).toMatchObject([reading])
  await longAgo(3)
  await sumUpReads((await testServer()).core.pool)
  expect(await readingsOf(id)).toMatchObject([reading])
  expect(await rowsOf(store, 'select from sensitive_read where store_id = $1')).toEqual([])
})

test('people without the right to sensitive values do not learn who saw some, for that tells that there are values', async () => {
  const auditor = await store.member(['cdp-core.audit-log.read', 'cdp-core.profile.read'])
  const { status, body } = await auditor.try(readers.ofProfile, { params: { id: String(id) }, query: {} })
  expect([status, body.error]).toEqual([403, 'forbidden'])
})

test('equal reads of a program are one line with their number, and sessions of the SQL account are possible readings', async () => {
  const other = await newStore()
  const seen = await madeProfile(other, { [field.firstName]: 'ปิ่น', [field.income]: 1 })
  const add = (hours: number, viewer: string, way: string, fields: number[]) =>
    rowsOf(
      other,
      `insert into sensitive_read (store_id, at, viewer, way, field_ids, profile_ids)
       values ($1, now() - make_interval(hours => $2), $3, $4, $5, array[$6::bigint])`,
      ...[hours, viewer, way, fields, seen.id],
    )
  for (const hours of [1, 5, 9]) await add(hours, 'program:7', 'GET /open-api/v1/profiles', [field.income])
  await add(3, `person:${other.userId}`, titleOf(exports.create), [field.income])
  await rowsOf(
    other,
    `insert into sql_session (store_id, role_name, pid, began_at, seen_at, field_ids)
     values ($1, 'ruam_sql_1_abcdefghij', 1, now(), now() + interval '1 minute', $2)`,
    [field.income],
  )
  const list = (query: { kind?: 'sql'; days?: '30' }) =>
    other.call(readers.ofProfile, { params: { id: String(seen.id) }, query })
  const { data, kinds, total } = await list({})
  expect([kinds, total]).toEqual([{ person: 0, program: 1, export: 1, sql: 1 }, 3])
  expect(data.map(({ kind, reads, certain }) => [kind, reads, certain]).toSorted()).toEqual([
    ['export', 1, true],
    ['program', 3, true],
    ['sql', 1, false],
  ])
  expect((await list({ kind: 'sql', days: '30' })).data).toMatchObject([
    { kind: 'sql', way: null, viewer: { id: null } },
  ])
})

describe('the digest of a day', () => {
  test('is in the audit log, and finds a row that was changed or removed', async () => {
    await reader.call(profiles.list, { query: {} })
    await longAgo(2)
    await sumUpReads((await testServer()).core.pool)
    expect(await broken()).toBe(0)
    await rowsOf(
      store,
      "update sensitive_read_hour set reads = 7 where store_id = $1 and hour >= date_trunc('day', now(), 'UTC') - interval '2 days'",
    )
    expect(await broken()).toBe(1)
    await rowsOf(
      store,
      "delete from sensitive_read_hour where store_id = $1 and hour >= date_trunc('day', now(), 'UTC') - interval '2 days'",
    )
    expect(await broken()).toBe(1)
  })

  test('finds a row of a day without one', async () => {
    const before = await broken()
    await rowsOf(
      store,
      "insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, field_ids, reads) values ($1, 1, date_trunc('day', now(), 'UTC') - interval '20 days', $2, 'GET /', '{}', 1)",
      `person:${randomUUID()}`,
    )
    expect(await broken()).toBe(before + 1)
  })
})
