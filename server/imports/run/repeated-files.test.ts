import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { writeValues } from '../../customers/profiles/write.ts'
import { inStore } from '../../database/db.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const [PHONE, EMAIL] = [9, 11]
const byPhone = { keys: [PHONE] }
const people = 'ชื่อ,นามสกุล,เบอร์โทร\nอรทัย,มั่นคง,0811110001\nธนกร,ใจดี,0811110002\n'
/** Nothing here tells people apart. */
const amounts = 'ชื่อ,นามสกุล,ยอดซื้อ\nอรทัย,มั่นคง,500\nธนกร,ใจดี,200\nธนกร,ใจดี,200\n'

async function rowsOf<T>(sql: string): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId])).rows
}

const profiles = () =>
  rowsOf<{ id: number; first_name: string; phone: string | null }>(
    'select id, first_name, phone from profile where store_id = $1 and deleted_at is null order by id',
  )

const remembered = async () =>
  (
    await rowsOf(`select from imported_row where store_id = $1
      union all select from profile where store_id = $1 and row_hash is not null`)
  ).length

/** The records of runs go after 31 days. */
async function forgetRecords(): Promise<void> {
  await rowsOf('delete from run_record where store_id = $1')
  await rowsOf('delete from run_profile where store_id = $1')
}

async function edit(id: number, field: number, value: string | null): Promise<void> {
  const core = await coreOf(store)
  const values = new Map([[field, value]])
  await inStore(core.pool, store.storeId, (db) =>
    writeValues(db, store.storeId, { source: 'user', id: store.userId }, [{ id, values }]),
  )
}

/** Imports a file with the mapping alone, as a caller who names no match keys does. */
async function importUnmatched(content: string, name: string) {
  const { id } = await createDataSource(store, content, name)
  const { mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  return runMapping(store, id, { mapping, every_row_is_new: true })
}

test('the same file finds its people after their phones were replaced and the records of its run are gone', {
  tags: ['verify'],
}, async () => {
  await importFile(store, people, { ...byPhone, name: 'แรก' })
  const [orathai] = await profiles()
  await edit(orathai!.id, PHONE, '+66899990001')
  await forgetRecords()
  const { stats, dryStats } = await importFile(store, people, { ...byPhone, name: 'สอง' })
  expect(stats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  expect(dryStats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  expect((await profiles())[0]).toMatchObject({ id: orathai!.id, phone: '+66899990001' })
})

test('a row that waited for an answer goes on waiting when the records of its run are gone', {
  tags: ['verify'],
}, async () => {
  await importFile(store, people, { ...byPhone, name: 'แรก' })
  const other = 'ชื่อ,นามสกุล,เบอร์โทร\nสมหญิง,แก้วใส,0811110001\n'
  expect((await importFile(store, other, { ...byPhone, name: 'สอง' })).stats).toMatchObject({ held: 1, added: 0 })
  const [orathai] = await profiles()
  await edit(orathai!.id, 1, 'สมหญิง')
  await edit(orathai!.id, 2, 'แก้วใส')
  await forgetRecords()
  const { stats } = await importFile(store, other, { ...byPhone, name: 'สาม' })
  expect(stats).toMatchObject({ held: 1, added: 0, updated: 0, duplicated: 0 })
})

test('a file of names and amounts adds everybody once, equal rows as several people', {
  tags: ['verify'],
}, async () => {
  const first = await importUnmatched(amounts, 'แรก')
  expect(first.dryStats).toMatchObject({ added: 3, keyless: 3 })
  expect(first.stats).toMatchObject({ added: 3, keyless: 3 })
  await forgetRecords()
  const second = await importUnmatched(amounts, 'สอง')
  expect(second.dryStats).toMatchObject({ added: 0, updated: 0, keyless: 0 })
  expect(second.stats).toMatchObject({ added: 0, updated: 0, duplicated: 3 })
  const longer = await importUnmatched(`${amounts}ธนกร,ใจดี,200\nมานี,รักดี,300\n`, 'สาม')
  expect(longer.stats).toMatchObject({ added: 2, duplicated: 3 })
  expect(await profiles()).toHaveLength(5)
})

test('a row is remembered once for its customer, however often its file is imported', {
  tags: ['verify'],
}, async () => {
  await importFile(store, people, { ...byPhone, name: 'แรก' })
  expect(await remembered()).toBe(2)
  await importFile(store, people, { ...byPhone, name: 'สอง' })
  expect(await remembered()).toBe(2)
})

test('equal rows find the same people after two of them were merged', { tags: ['verify'] }, async () => {
  await importUnmatched(amounts, 'แรก')
  const [, kept, gone] = await profiles()
  await rowsOf(`update profile set merged_into = ${kept!.id} where store_id = $1 and id = ${gone!.id}`)
  expect((await importUnmatched(amounts, 'สอง')).stats).toMatchObject({ added: 0, updated: 0, duplicated: 3 })
})

test('rows without a phone are left out, or added once when the mapping says so', { tags: ['verify'] }, async () => {
  const content = `${people}มานี,รักดี,\n`
  const { id } = await createDataSource(store, content, 'แรก')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(match).toEqual({ keys: [PHONE], mode: 'both', keyless: 'fail' })
  expect((await runMapping(store, id, { mapping, match })).stats).toMatchObject({ added: 2, failed: 1 })
  const adding = { ...match, keyless: 'add' as const }
  expect((await runMapping(store, id, { mapping, match: adding })).stats).toMatchObject({ added: 1, keyless: 1 })
  expect((await runMapping(store, id, { mapping, match: adding })).stats).toMatchObject({ added: 0, updated: 0 })
})

test('a mapping with a phone that names no match key is refused, not imported as new people', async () => {
  const { id } = await createDataSource(store, people, 'แรก')
  const params = { id: String(id) }
  const { mapping } = await store.call(dataSources.getMapping, { params })
  const body = { mapping, match: { keys: [], mode: 'both' as const } }
  await expect(store.call(dataSources.putMapping, { params, body })).rejects.toThrow()
})

test('an erasure removes what is remembered of the rows of the person', async () => {
  await importFile(store, people, byPhone)
  expect(await remembered()).toBe(2)
  const [orathai] = await profiles()
  await erase(store, orathai!.id)
  expect(await remembered()).toBe(1)
})

test('an undo removes what is remembered of its rows, so that the file adds its people again', async () => {
  const first = await importUnmatched(amounts, 'แรก')
  await undone(store, first.id, first.real)
  expect(await remembered()).toBe(0)
  expect((await importUnmatched(amounts, 'สอง')).stats).toMatchObject({ added: 3 })
})

test('a customer whom an undo keeps is found by the row that made them', { tags: ['verify'] }, async () => {
  const first = await importUnmatched(amounts, 'แรก')
  const [orathai] = await profiles()
  await edit(orathai!.id, EMAIL, 'ora@example.com')
  await undone(store, first.id, first.real)
  expect((await importUnmatched(amounts, 'สอง')).stats).toMatchObject({ added: 2, duplicated: 1 })
})
