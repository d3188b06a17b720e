import { Readable } from 'node:stream'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startClock } from '../core/clock.ts'
import type { MovableStorage } from '../storage/storage.ts'
import { importFile, loaded, runMapping } from '../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { withAges } from '../testing/stored.testing.ts'
import { purge, purgeHourly } from './purge.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n'

async function age(table: string, column: string, days: number) {
  const { admin } = await testServer()
  const aged = `update ${table} set ${column} = ${column} - make_interval(days => $2) where store_id = $1`
  await admin.query(aged, [store.storeId, days])
}

async function count(sql: string): Promise<number> {
  const { admin } = await testServer()
  return (await admin.query<{ n: number }>(`select count(*) as n ${sql}`, [store.storeId])).rows[0]!.n
}

test('a dry run’s records go after 7 days, a real run’s, which undo it, after 30', async () => {
  const { core } = await testServer()
  const { id, dry } = await importFile(store, `${csv}ปอ,ไม่มี\n`)
  const params = { id: String(id), run_id: dry }
  const shown = async (kind?: 'dry') =>
    (await store.call(importRun.records, { params, query: { ...(kind && { kind }), limit: '10' } })).data.length
  const records = async () => [await count('from run_record where store_id = $1'), await shown('dry'), await shown()]
  await purge(core)
  // A preview has no record of a plain addition, and shows it.
  expect(await records()).toEqual([3, 2, 2])
  await age('run', 'finished_at', 8)
  await purge(core)
  expect(await records()).toEqual([2, 0, 2])
  await age('run', 'finished_at', 23)
  await purge(core)
  expect(await records()).toEqual([0, 0, 0])
})

test('an upload without a data source is deleted after two days, with its file in the storage', async () => {
  const { core, admin } = await testServer()
  const { file_id } = (await store.upload(files.import, 'left.csv', csv)).body
  const { rows } = await admin.query<{ storage_key: string }>(
    'select storage_key from file where store_id = $1 and id = $2',
    [store.storeId, file_id],
  )
  const used = await count('from data_source where store_id = $1')
  await age('file', 'created_at', 3)
  await purge(core)
  expect(await count('from file where store_id = $1')).toBe(used)
  await expect(core.storage.size(rows[0]!.storage_key)).rejects.toThrow()
})

test('a session that ended a week ago is deleted, an open one stays', async () => {
  const { core, admin } = await testServer()
  const gone = await store.member([])
  const session = 'select session_id from access_token where user_id = $1'
  await admin.query(`update user_session set revoked_at = now() - interval '8 days' where id in (${session})`, [
    gone.userId,
  ])
  await purge(core)
  expect((await admin.query('select from user_session where user_id = $1', [gone.userId])).rowCount).toBe(0)
  expect((await admin.query('select from access_token where user_id = $1', [store.userId])).rowCount).toBeGreaterThan(0)
})

describe('the raw file of a data source', () => {
  interface Stored {
    storage_key: string
    rows_key: string | null
    facts: unknown[]
    removed_at: string | null
  }

  /** Every file that the data source has or had, the oldest first. */
  async function filesOf(id: number): Promise<Stored[]> {
    const { admin } = await testServer()
    const sql = `select storage_key, rows_key, facts, removed_at from file where store_id = $1 and id in (
      select file_id from run where data_source_id = $2 union select file_id from data_source where id = $2) order by id`
    return (await admin.query<Stored>(sql, [store.storeId, id])).rows
  }
  const isThere = async (key: string) =>
    (await testServer()).core.storage.size(key).then(
      () => true,
      () => false,
    )

  /** Imports a file, then another one in its place; the one that is replaced lies in UTF-16, so that its rows were written down. */
  async function replaced(name: string) {
    const { id } = await importFile(store, Buffer.from(`\ufeff${csv}`, 'utf16le'), { name })
    const { file_id, file_type } = (await store.upload(files.import, 'next.csv', csv)).body
    const params = { id: String(id) }
    await store.call(dataSources.putFile, { params, body: { file_id, file_type } })
    await loaded(store, id)
    const { mapping, match } = await store.call(dataSources.getMapping, { params })
    return runMapping(store, id, { mapping, match })
  }

  test('goes with the data source, the ones before it too, and takes its samples along', async () => {
    const { id } = await replaced('ลบทั้งหมด')
    const before = await filesOf(id)
    const keys = before.flatMap(({ storage_key, rows_key }) => [storage_key, rows_key ?? []].flat())
    expect([keys.length, await Promise.all(keys.map(isThere))]).toEqual([3, [true, true, true]])
    await store.call(dataSources.delete, { params: { id: String(id) }, query: {} })
    await expect.poll(() => Promise.all(keys.map(isThere)), { timeout: 10_000 }).toEqual([false, false, false])
    for (const { facts, removed_at } of await filesOf(id)) expect([facts, removed_at]).toEqual([[], expect.any(String)])
  })

  test('stays where another data source has taken it over', async () => {
    const { id } = await replaced('เดิม')
    const [old] = await filesOf(id)
    const { admin } = await testServer()
    const { rows } = await admin.query<{ file_id: number }>(
      'select id as file_id from file where store_id = $1 and storage_key = $2',
      [store.storeId, old!.storage_key],
    )
    const body = { ...rows[0]!, file_type: 'csv' as const, name: 'รับช่วง' }
    const { datasource_id } = await store.call(dataSources.create, { body })
    await store.call(dataSources.delete, { params: { id: String(id) }, query: {} })
    const { core } = await testServer()
    await purge(core)
    expect((await filesOf(datasource_id))[0]).toMatchObject({ removed_at: null, facts: [{}, {}] })
    const { preview_data } = await store.call(dataSources.getMapping, { params: { id: String(datasource_id) } })
    expect([preview_data[0]!.values, await isThere(old!.storage_key)]).toEqual([['ญาดา'], true])
  })

  test('goes with the purge where the server died after the data source was deleted', async () => {
    const { core, admin } = await testServer()
    const { id } = await importFile(store, csv, { name: 'ดับกลางคัน' })
    const [file] = await filesOf(id)
    await admin.query('update data_source set deleted_at = now() where store_id = $1 and id = $2', [store.storeId, id])
    await purge(core)
    expect(await isThere(file!.storage_key)).toBe(false)
    // Its bytes come back, as if they had never been removed: nothing names them any more.
    const storage = core.storage as MovableStorage
    await storage.place(file!.storage_key, Readable.from([csv]))
    const later = withAges(core, new Map([[file!.storage_key, 30]]))
    await purge(later, await purge(later))
    expect(await isThere(file!.storage_key)).toBe(false)
  })

  test('that another one took the place of goes with what is kept of its runs, which are then told as empty', {
    tags: ['verify'],
  }, async () => {
    const { core, admin } = await testServer()
    const { id } = await replaced('ไฟล์ใหม่')
    const [old, now] = await filesOf(id)
    const runs = await store.call(importRun.runs, { params: { id: String(id) }, query: {} })
    const first = runs.data.at(-2)!
    await purge(core)
    expect(await isThere(old!.storage_key)).toBe(true)
    await admin.query("update run set finished_at = finished_at - interval '32 days' where store_id = $1", [
      store.storeId,
    ])
    await purge(core)
    expect(await Promise.all([old!, now!].map(({ storage_key }) => isThere(storage_key)))).toEqual([false, true])
    const params = { id: String(id), run_id: first.run_id }
    const { data, total } = await store.call(importRun.records, { params, query: {} })
    expect([first.kind, data, total]).toEqual(['real', [], 1])
  })
})

test('a server that is restarted each day purges when it starts', async () => {
  const { core, admin } = await testServer()
  const { file_id } = (await store.upload(files.import, 'left.csv', csv)).body
  await admin.query("update file set created_at = now() - interval '3 days' where store_id = $1 and id = $2", [
    store.storeId,
    file_id,
  ])
  const failures: unknown[] = []
  const stop = startClock([purgeHourly(core)], (error) => failures.push(error))
  await expect.poll(() => count(`from file where store_id = $1 and id = ${file_id}`)).toBe(0)
  await stop()
  expect(failures).toEqual([])
})

describe('in the storage', () => {
  const put = async () => (await (await testServer()).core.storage.put(store.storeId, Readable.from([csv]), 1000)).key

  const ages = new Map<string, number>()
  /** Stored so many hours ago. */
  function aged(key: string, hours: number): string {
    ages.set(key, hours)
    return key
  }
  const agedCore = async () => withAges((await testServer()).core, ages)

  async function newestKey(): Promise<string> {
    const { admin } = await testServer()
    await store.upload(files.import, 'kept.csv', csv)
    const newest = 'select storage_key from file where store_id = $1 order by id desc limit 1'
    return (await admin.query<{ storage_key: string }>(newest, [store.storeId])).rows[0]!.storage_key
  }

  async function nameRows(storageKey: string, rowsKey: string) {
    const { admin } = await testServer()
    const sql = 'update file set rows_key = $3 where store_id = $1 and storage_key = $2'
    await admin.query(sql, [store.storeId, storageKey, rowsKey])
  }

  test('orphaned files are deleted after a day, when two purges have found them, and named ones stay', async () => {
    const core = await agedCore()
    const named = aged(await newestKey(), 30)
    const rows = aged(await put(), 30)
    await nameRows(named, rows)
    const [orphan, young] = [aged(await put(), 25), aged(await put(), 23)]
    const unnamed = await purge(core)
    expect([...unnamed]).toEqual([orphan])
    for (const key of [named, rows, orphan, young]) expect(await core.storage.size(key)).toBe(Buffer.byteLength(csv))
    expect([...(await purge(core, unnamed))]).toEqual([])
    await expect(core.storage.size(orphan)).rejects.toThrow()
    for (const key of [named, rows, young]) expect(await core.storage.size(key)).toBe(Buffer.byteLength(csv))
  })

  test('a file that looks a day old and is named only then, after a sleep of the machine, stays', async () => {
    const core = await agedCore()
    const rows = aged(await put(), 30)
    const unnamed = await purge(core)
    await nameRows(await newestKey(), rows)
    await purge(core, unnamed)
    expect(await core.storage.size(rows)).toBe(Buffer.byteLength(csv))
  })

  test('an orphaned file is gone after an hour of a server', async () => {
    const core = await agedCore()
    const orphan = aged(await put(), 25)
    const failures: unknown[] = []
    let purges = 0
    const olderThan = (instant: number) => {
      purges++
      return core.storage.olderThan(instant)
    }
    const storage = { ...core.storage, olderThan }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stop = startClock([purgeHourly({ ...core, storage })], (error) => failures.push(error))
    await expect.poll(() => purges).toBe(1)
    expect(await core.storage.size(orphan)).toBe(Buffer.byteLength(csv))
    await expect
      .poll(() => {
        vi.advanceTimersByTime(3_600_000)
        return core.storage.size(orphan).catch(() => 'gone')
      })
      .toBe('gone')
    vi.useRealTimers()
    await stop()
    expect(failures).toEqual([])
  })
})
