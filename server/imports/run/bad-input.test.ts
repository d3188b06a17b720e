import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n'
const at = (id: number) => ({ params: { id: String(id) } })
const row = (column: number, destination_id: number) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type: 'system_profile' as const,
})
const people = async () => (await store.call(profiles.list, { query: {} })).total

/** A data source that has been tried out and waits for the real run. */
async function dryRun(content = csv, name = 'รอนำเข้า', more: object = {}) {
  const { id } = await createDataSource(store, content, name)
  const mapping = { mapping: [row(1, 1), row(2, 9)], match: { keys: [9], mode: 'both' as const }, ...more }
  await store.call(dataSources.putMapping, { ...at(id), body: mapping })
  const { run_id } = await store.call(importRun.dryRun, at(id))
  await runOf(store, id, run_id)
  return { id, run_id }
}

const run = (id: number, run_id: string) => store.try(importRun.run, { ...at(id), body: { run_id } })

describe('the real run', () => {
  test('starts once, however often and fast it is requested', async () => {
    const { id, run_id } = await dryRun()
    const replies = await Promise.all(Array.from({ length: 5 }, () => run(id, run_id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await runOf(store, id, replies.find(({ status }) => status === 200)!.body.run_id)
    expect((await run(id, run_id)).status).toBe(409)
    expect(await people()).toBe(1)
  })

  test('is refused with an older dry run, with a real run, and with the dry run of another data source', {
    tags: ['verify'],
  }, async () => {
    const { id, run_id } = await dryRun()
    const newer = (await store.call(importRun.dryRun, at(id))).run_id
    await runOf(store, id, newer)
    expect((await run(id, run_id)).body).toMatchObject({ error: 'run_outdated' })
    const other = await dryRun(csv, 'อีกไฟล์')
    expect((await run(other.id, newer)).status).toBe(404)
    const done = await importFile(store, csv, { name: 'เสร็จแล้ว' })
    expect((await run(done.id, done.real)).status).toBe(409)
  })

  test('adds no one from a file whose rows identify no person', async () => {
    const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nญาดา,\nสมชาย,-\n', 'ไม่มีเบอร์')
    const { stats } = await runMapping(store, id, {
      mapping: [row(1, 1), row(2, 9)],
      match: { keys: [9], mode: 'both' },
    })
    expect(stats).toMatchObject({ total: 2, added: 0, failed: 2 })
  })
})

describe('things of a mapping deleted after the dry run', () => {
  async function deleted(table: string, id: number) {
    const { admin } = await testServer()
    await admin.query(`delete from ${table} where store_id = $1 and id = $2`, [store.storeId, id])
  }

  async function endOf(more: object, table: string, gone: number) {
    const { id, run_id } = await dryRun(csv, `ลบ ${table}`, more)
    await deleted(table, gone)
    const real = await runOf(store, id, (await run(id, run_id)).body.run_id)
    expect([real.status, real.error?.error]).toEqual(['failed', 'mapping_invalid'])
    expect((await store.call(dataSources.get, at(id))).status).toBe('process_failed')
    expect(await people()).toBe(0)
  }

  test('a field: the run fails with the reason and writes no profile', async () => {
    const body = { field_name: 'nickname', display_name: 'ชื่อเล่น', data_type: 'String' as const }
    const { id } = await store.call(profileFields.create, { body })
    const nickname = { source_schema_id: '1', destination_id: id, destination_type: 'custom_profile' }
    await endOf({ mapping: [nickname, row(2, 9)] }, 'profile_field', id)
  })

  test('a label: the run fails with the reason and writes no profile', async () => {
    const { id } = await store.call(labels.create, { body: { name: 'ป้าย', color: 'teal', type: 'general' } })
    await endOf({ labels: [id] }, 'label', id)
  })

  test('an activity type: the run fails with the reason and writes no profile', async () => {
    const { id } = await store.call(activities.createType, { body: { name: 'เข้าร้าน' } })
    const happened = { source_schema_id: '1', destination_id: 24, destination_type: 'system_activity' }
    await endOf({ activity_id: id, mapping: [row(2, 9), happened] }, 'activity_type', id)
  })
})

describe('a run that is cancelled', () => {
  const ROWS = 20_000
  const long = `ชื่อ,เบอร์โทร\n${Array.from({ length: ROWS }, (_, n) => `ลูกค้า ${n},08${String(n).padStart(8, '0')}\n`).join('')}`

  test('half-way keeps and counts what it had written, and the next run takes the rest', {
    tags: ['verify'],
  }, async () => {
    const { id, run_id } = await dryRun(long, 'ยาว')
    const real = (await run(id, run_id)).body.run_id
    const params = { id: String(id), run_id: real }
    await expect
      .poll(async () => (await store.call(importRun.getRun, { params, query: {} })).progress)
      .toBeGreaterThan(0)
    await store.call(importRun.cancelRun, { params })
    const { status, stats } = await runOf(store, id, real)
    expect(status).toBe('cancel')
    const { admin } = await testServer()
    const { rowCount } = await admin.query('select from profile where store_id = $1', [store.storeId])
    expect(stats.added).toBe(rowCount)
    expect(stats.added).toBeLessThan(ROWS)
    const source = await store.call(dataSources.get, at(id))
    expect([source.status, source.stats.pending]).toEqual(['ready_to_update', ROWS - stats.added])
    const again = (await store.call(importRun.dryRun, at(id))).run_id
    await runOf(store, id, again)
    const rest = await runOf(store, id, (await run(id, again)).body.run_id)
    expect(rest.stats).toMatchObject({ added: ROWS - stats.added, duplicated: stats.added })
  })

  test('as a dry run leaves the data source ready for another', async () => {
    const { id } = await createDataSource(store, long, 'ยาว')
    const mapping = { mapping: [row(1, 1), row(2, 9)], match: { keys: [9], mode: 'both' as const } }
    await store.call(dataSources.putMapping, { ...at(id), body: mapping })
    const { run_id } = await store.call(importRun.dryRun, at(id))
    await store.call(importRun.cancelRun, { params: { id: String(id), run_id } })
    expect((await runOf(store, id, run_id)).status).toBe('cancel')
    expect((await run(id, run_id)).body).toMatchObject({ error: 'run_outdated' })
    expect((await store.call(dataSources.get, at(id))).status).toBe('ready')
  })
})
