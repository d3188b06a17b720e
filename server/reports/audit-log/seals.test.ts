import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@ruam/contract/access/roles.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { diskLists } from '../../storage/side-lists.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { checkSeals } from './check-seals.ts'
import { exportSeals, missingSeals } from './exported-seals.ts'
import { brokenSeals, purgeAudit, sealAudit } from './seals.ts'

let store: TestStore

/** Moves what was written down in a store so far, with the names of then, into an hour long over. */
async function longAgo(hours: number) {
  const { admin } = await testServer()
  const then = "date_trunc('hour', now()) - make_interval(hours => $2) + interval '5 minutes'"
  await admin.query(`update audit_log set at = ${then} where store_id = $1 and at > now() - interval '1 hour'`, [
    store.storeId,
    hours,
  ])
  await admin.query(`update audit_name set since = ${then} where store_id = $1 and since > now() - interval '1 hour'`, [
    store.storeId,
    hours,
  ])
}

const act = (name: string) =>
  store.call(roles.create, { params: { id: String(store.storeId) }, body: { name, permissions: [] } })

async function broken() {
  const found = await brokenSeals((await testServer()).core.pool)
  return found.filter(({ store_id }) => store_id === store.storeId).length
}

beforeEach(async () => {
  store = await newStore()
  for (const hours of [50, 40, 30]) {
    await act(`งาน ${hours}`)
    await act(`อีกงาน ${hours}`)
    await longAgo(hours)
  }
  await sealAudit((await testServer()).core.pool)
})

const seals = async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query('select hour, entries, hash from audit_seal where store_id = $1 order by hour', [
    store.storeId,
  ])
  return rows
}

test('each hour with rows is sealed once, and its seal verifies', async () => {
  const { core } = await testServer()
  const before = await seals()
  expect(before).toHaveLength(3)
  expect(await broken()).toBe(0)
  await act('ชั่วโมงนี้')
  await Promise.all([sealAudit(core.pool), sealAudit(core.pool)])
  expect(await seals()).toEqual(before)
})

const ofMiddle = 'store_id = $1 and id = (select id from audit_log where store_id = $1 order by id offset 3 limit 1)'
test.each([
  ['a row that was changed', `update audit_log set details = '{"permissions": 9}' where ${ofMiddle}`, 1],
  ['a row whose person was changed', `update audit_log set user_id = null where ${ofMiddle}`, 1],
  ['a row whose address was changed', `update audit_log set address = '10.0.0.1' where ${ofMiddle}`, 1],
  ['a row that is missing', `delete from audit_log where ${ofMiddle}`, 1],
  ['a row that was moved to another hour', `update audit_log set at = at + interval '1 hour' where ${ofMiddle}`, 2],
  [
    'a row that was added to a sealed hour',
    "insert into audit_log (store_id, at, action, subject_type) select $1, hour + interval '9 minutes', 'run_started', 'run' from audit_seal where store_id = $1 order by hour limit 1",
    1,
  ],
  [
    'a seal that was recomputed for changed rows',
    `with c as (update audit_log set action = 'nothing' where ${ofMiddle}) update audit_seal s set hash = 'made up' where store_id = $1 and hour = (select hour from audit_seal where store_id = $1 order by hour offset 1 limit 1)`,
    2,
  ],
  [
    'a seal that is missing',
    'delete from audit_seal where store_id = $1 and hour = (select hour from audit_seal where store_id = $1 order by hour offset 1 limit 1)',
    2,
  ],
])('%s is found', async (_, change, hours) => {
  const { admin } = await testServer()
  await admin.query(change, [store.storeId])
  expect(await broken()).toBe(hours)
})

const nameOf = (where: string) =>
  `store_id = $1 and (subject_type, subject_id, since) = (select subject_type, subject_id, since from audit_name
    where store_id = $1 and subject_type = 'role' order by ${where} limit 1)`

test.each([
  ['a name that was changed', `update audit_name set name = 'คนอื่น' where ${nameOf('since')}`],
  ['a name with a new seal', `update audit_name set seal = encode(sha256('x'), 'hex') where ${nameOf('since')}`],
  ['a name that is missing', `delete from audit_name where ${nameOf('since')}`],
  [
    'a name that was added to a sealed hour',
    "insert into audit_name (store_id, subject_type, subject_id, since, name) select $1, 'role', '1', hour, 'ปลอม' from audit_seal where store_id = $1 order by hour limit 1",
  ],
])('%s is found', async (_, change) => {
  const { admin } = await testServer()
  await admin.query(change, [store.storeId])
  expect(await broken()).toBe(1)
})

test('the application can redact a name, and change it in no other way', async () => {
  const { core } = await testServer()
  const write = (change: string) =>
    inStore(core.pool, store.storeId, (db) => sql.raw(`${change} where store_id = ${store.storeId}`).execute(db))
  await expect(write("update audit_name set name = 'คนอื่น'")).rejects.toThrow('can only be redacted')
  await expect(write('delete from audit_name')).rejects.toThrow('permission denied')
  await expect(write("update audit_name set seal = 'x'")).rejects.toThrow('permission denied')
  await write("update audit_name set name = '•••'")
  expect(await broken()).toBe(0)
})

test('a fault is reported to the store once', async () => {
  const { core, admin } = await testServer()
  await admin.query(`delete from audit_log where ${ofMiddle}`, [store.storeId])
  await checkSeals(core, null)
  await checkSeals(core, null)
  const { rows } = await admin.query(
    "select data from notification where store_id = $1 and kind = 'audit_log_changed'",
    [store.storeId],
  )
  expect(rows).toEqual([{ data: { faults: 1 } }])
})

test('a row written late into a skipped hour is found', async () => {
  const { admin } = await testServer()
  await admin.query(
    "insert into audit_log (store_id, at, action, subject_type) select $1, hour + interval '3 hours', 'run_started', 'run' from audit_seal where store_id = $1 order by hour limit 1",
    [store.storeId],
  )
  expect(await broken()).toBe(1)
})

describe('rows of two years ago', () => {
  const HOURS = 2 * 366 * 24

  /** A store of its own, with acts of three hours: two of them long over, one of yesterday. */
  async function oldStore() {
    const { core } = await testServer()
    store = await newStore()
    for (const hours of [HOURS + 50, HOURS + 40, 30]) {
      await act(`งาน ${hours}`)
      await longAgo(hours)
    }
    await sealAudit(core.pool)
    return core.pool
  }
  const rowsLeft = async () => {
    const { admin } = await testServer()
    return (await admin.query('select from audit_log where store_id = $1', [store.storeId])).rowCount
  }

  test('are deleted hour by hour, and the remaining seals still verify', async () => {
    const pool = await oldStore()
    const before = await seals()
    expect(await purgeAudit(pool)).toBeGreaterThan(1)
    // That of yesterday.
    expect([await seals(), await rowsLeft()]).toEqual([before, 1])
    expect(await broken()).toBe(0)
    await purgeAudit(pool)
    expect(await rowsLeft()).toBe(1)
  })

  test.each([
    [
      'rows that are put into such an hour',
      'insert into audit_log (store_id, at, action, subject_type) select $1, hour, $2, $2 from audit_seal where store_id = $1 order by hour limit 1',
      ['run_started'],
    ],
    [
      'an hour of yesterday that is said to be so old',
      "with gone as (delete from audit_log where store_id = $1 and at > now() - interval '2 days') update audit_seal set purged_at = now() where store_id = $1 and hour > now() - interval '2 days'",
      [],
    ],
    [
      'a seal of such an hour that was changed',
      "update audit_seal set hash = $2 where store_id = $1 and hour < now() - interval '1 year'",
      ['made up'],
    ],
  ])('%s are found', async (_, change, values) => {
    const pool = await oldStore()
    await purgeAudit(pool)
    const { admin } = await testServer()
    await admin.query(change, [store.storeId, ...values])
    expect(await broken()).toBeGreaterThan(0)
  })
})

describe('the newest hours, cut off together with their seals', () => {
  const cut = async () => {
    const { admin } = await testServer()
    const last = '(select max(hour) from audit_seal where store_id = $1)'
    await admin.query(`delete from audit_log where store_id = $1 and at >= ${last}`, [store.storeId])
    await admin.query(`delete from audit_seal where store_id = $1 and hour = ${last}`, [store.storeId])
  }
  const lost = async (folder: string) =>
    (await missingSeals((await testServer()).core.pool, diskLists(folder))).filter(
      ({ store_id }) => store_id === store.storeId,
    ).length

  test('are reported by the file outside the database, even after later hours are sealed', async () => {
    const { core } = await testServer()
    const folder = await mkdtemp(join(tmpdir(), 'ruam-seals-'))
    await exportSeals(core.pool, diskLists(folder))
    expect(await lost(folder)).toBe(0)
    await cut()
    // In the database alone nothing is seen.
    expect([await broken(), await lost(folder)]).toEqual([0, 1])
    await act('หลังจากนั้น')
    await longAgo(5)
    await sealAudit(core.pool)
    await exportSeals(core.pool, diskLists(folder))
    expect(await lost(folder)).toBe(1)
    await rm(folder, { recursive: true })
  })

  test('are not reported for a store that grows normally, or without a file', async () => {
    const { core } = await testServer()
    const folder = await mkdtemp(join(tmpdir(), 'ruam-seals-'))
    expect(await lost(folder)).toBe(0)
    await exportSeals(core.pool, diskLists(folder))
    await act('ต่อไป')
    await longAgo(5)
    await sealAudit(core.pool)
    expect(await lost(folder)).toBe(0)
    await exportSeals(core.pool, diskLists(folder))
    expect(await lost(folder)).toBe(0)
    await rm(folder, { recursive: true })
  })
})
