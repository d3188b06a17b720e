import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, isWaiting, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { runDataSource } from './run.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const never = new AbortController().signal
const customers = 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\nค,0833333333\n'

test('a run whose worker died after its last rows ends as if nothing had happened', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { id, real } = await importFile(store, customers)
  await admin.query("update run set status = 'processing', finished_at = null where run_id = $1", [real])
  await admin.query("update data_source set status = 'processing' where store_id = $1 and id = $2", [store.storeId, id])
  await runDataSource(core, store.storeId, await runNumber(real), never)
  expect(await runOf(store, id, real)).toMatchObject({ status: 'completed', stats: { added: 3, total: 3 } })
  expect((await store.call(dataSources.get, { params: { id: String(id) } })).status).toBe('success')
})

test('a worker that lost its run to another one commits nothing, and its open rows block no other', async () => {
  const core = await coreOf(store)
  const { id, real } = await waitingRun(store)
  const release = await holdCounters()
  const first = runDataSource(core, store.storeId, await runNumber(real), never)
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  const second = runDataSource(core, store.storeId, await runNumber(real), never)
  await expect(first).rejects.toThrow('terminating connection')
  await release()
  await second
  expect(await runOf(store, id, real)).toMatchObject({ status: 'completed', stats: { added: 3, total: 3 } })
  expect(await count('profile')).toBe(3)
})

test('a worker that does not know it has lost its run commits nothing', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { real } = await waitingRun(store)
  const number = await runNumber(real)
  const release = await holdCounters()
  const working = runDataSource(core, store.storeId, number, never)
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  await admin.query('update run set fence = fence + 1 where id = $1', [number])
  await release()
  await working
  // A dry run has no records of plain additions.
  expect([await count('profile'), await count('run_record')]).toEqual([0, 0])
})

test('a worker that has lost its run and stumbles over the rows of the other one does not end the run', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { real } = await waitingRun(store)
  const number = await runNumber(real)
  const record = "insert into run_record (store_id, run, record_no, status) values ($1, $2, 1, 'added')"
  const release = await hold(record, number)
  const working = runDataSource(core, store.storeId, number, never)
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  await admin.query('update run set fence = fence + 1 where id = $1', [number])
  await release('commit')
  await working
  const { rows } = await admin.query('select status from run where id = $1', [number])
  expect(rows).toEqual([{ status: 'processing' }])
})

test('people are found by a field that began to tell them apart while they were being imported', {
  tags: ['verify'],
}, async () => {
  const core = await coreOf(store)
  const field = await store.call(profileFields.create, {
    body: { field_name: 'member', display_name: 'สมาชิก', data_type: 'String' },
  })
  const csv = 'member,เบอร์โทร\nM1,0811111111\nM2,0822222222\n'
  const later = await createDataSource(store, csv, 'later')
  const { real } = await waitingRun(store, csv)
  const release = await hold('insert into profile_total (store_id) values ($1)')
  const running = runDataSource(core, store.storeId, await runNumber(real), never, 1)
  await vi.waitUntil(isWaiting, { timeout: 60_000 })
  const mapping = await store.call(dataSources.getMapping, { params: { id: String(later.id) } })
  const body = { mapping: mapping.mapping, match: { ...mapping.match, keys: [field.id] } }
  const saved = store.call(dataSources.putMapping, { params: { id: String(later.id) }, body })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await release()
  await Promise.all([running, saved])
  expect(await count('profile_key')).toBe(2)
})

test('a file with 120 mapped columns is imported', { tags: ['verify'] }, async () => {
  const names = Array.from({ length: 119 }, (_, place) => `extra${place}`)
  for (const name of names)
    await store.call(profileFields.create, {
      body: { field_name: name, display_name: `ช่อง ${name}`, data_type: 'String' },
    })
  const csv = `เบอร์โทร,${names.join(',')}\n0811111111,${names.map((_, place) => `ค่า${place}`).join(',')}\n`
  await importFile(store, csv)
  expect((await importFile(store, csv, { name: 'อีกครั้ง' })).stats).toMatchObject({ duplicated: 1, failed: 0 })
})

test('a key too long to be looked up fails its row, not the run', async () => {
  const field = await store.call(profileFields.create, {
    body: { field_name: 'member', display_name: 'สมาชิก', data_type: 'String' },
  })
  const long = Array.from({ length: 3000 }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20000))).join(
    '',
  )
  const byMember = await importFile(store, `member,ชื่อ\n${long},ก\nM2,ข\n`, { name: 'สมาชิก', keys: [field.id] })
  expect(byMember.stats).toMatchObject({ added: 1, failed: 1 })
  const line = (digit: number) => `U${String(digit).repeat(32)}`
  const byPhone = await importFile(
    store,
    `LINE User ID,เบอร์โทร\n${long},0811111111\n${line(1)},0822222222\n${line(2)},0833333333\n`,
    { name: 'ไลน์' },
  )
  // Its phone is a key that can be read.
  expect(byPhone.stats).toMatchObject({ added: 3, failed: 0 })
})

test('a field whose values are too long for some profiles can still tell the others apart', {
  tags: ['verify'],
}, async () => {
  const field = await store.call(profileFields.create, {
    body: { field_name: 'member', display_name: 'สมาชิก', data_type: 'String' },
  })
  const long = Array.from({ length: 3000 }, (_, place) => String.fromCodePoint(0x4e00 + ((place * 7919) % 20000))).join(
    '',
  )
  const csv = `member,เบอร์โทร\n${long},0811111111\nM2,0822222222\n`
  await importFile(store, csv)
  const again = await importFile(store, csv, { name: 'อีกครั้ง', keys: [field.id] })
  expect(again.stats).toMatchObject({ added: 0, duplicated: 1, failed: 1 })
})

test('a run whose file is missing fails with the reason', async () => {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { id, real } = await waitingRun(store)
  const { rows } = await admin.query<{ storage_key: string }>('select storage_key from file where store_id = $1', [
    store.storeId,
  ])
  await core.storage.remove(rows[0]!.storage_key)
  await expect(runDataSource(core, store.storeId, await runNumber(real), never)).rejects.toThrow()
  expect(await runOf(store, id, real)).toMatchObject({ status: 'failed', error: { error: 'internal' } })
})

/** A real run that waits for a worker, and that no queued job will begin. */
async function waitingRun(store: TestStore, csv = customers): Promise<{ id: number; real: string }> {
  const { admin } = await testServer()
  const { id } = await createDataSource(store, csv, 'รอ')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const dry = (await store.call(importRun.dryRun, { params })).run_id
  await runOf(store, id, dry)
  const real = `run_${store.storeId}_${id}_1_00000000`
  await admin.query(
    `insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total)
     select store_id, $2, data_source_id, 'real', version, mapping, file_id, total from run where run_id = $1`,
    [dry, real],
  )
  await admin.query("update data_source set status = 'waiting' where store_id = $1 and id = $2", [store.storeId, id])
  return { id, real }
}

async function runNumber(runId: string): Promise<number> {
  const { admin } = await testServer()
  return (await admin.query<{ id: number }>('select id from run where run_id = $1', [runId])).rows[0]!.id
}

/** Holds what a statement writes for the store until the answer is called, which takes it back or leaves it. */
async function hold(sql: string, ...values: unknown[]): Promise<(how?: 'rollback' | 'commit') => Promise<void>> {
  const { admin } = await testServer()
  const holder = await admin.connect()
  await holder.query('begin')
  await holder.query(sql, [store.storeId, ...values])
  return async (how = 'rollback') => {
    await holder.query(how)
    holder.release()
  }
}

/** The counters of this hour, and of the next one in case it begins: a batch has written its rows when it comes to them. */
const holdCounters = () =>
  hold(`insert into hourly_count select $1, date_trunc('hour', now(), 'UTC') + make_interval(hours => hours), 'record', 'import', 0
    from generate_series(0, 1) hours`)

async function count(table: 'profile' | 'profile_key' | 'run_record'): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number }>(`select count(*) as n from ${table} where store_id = $1`, [
    store.storeId,
  ])
  return rows[0]!.n
}
