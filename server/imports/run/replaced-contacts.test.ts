import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  await testServer({ batchRows: 1 })
  store = await newStore()
})

const [CITIZEN_ID, PHONE, EMAIL] = [10, 9, 11]
const both = { keys: [PHONE, EMAIL] }
const HEADER = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n'
const stored = `${HEADER}อรทัย,มั่นคง,0811110001,ora@x.test\n`
const rows = `${HEADER}อรทัย,มั่นคง,0811110001,\nอรทัย,มั่นคง,0822220002,ora@x.test\n`

async function rowsOf<T>(sql: string): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId])).rows
}

const phones = () => rowsOf<{ phone: string }>('select phone from profile where store_id = $1 order by id')
const contacts = async () => {
  const sql = 'select value, source from profile_contact where store_id = $1 order by value'
  return (await rowsOf<{ value: string; source: string }>(sql)).map(({ value, source }) => `${source} ${value}`)
}

test('a phone that an import replaces stays a further contact, so that the same file adds no one again', async () => {
  await importFile(store, stored, { ...both, name: 'เดิม' })
  const first = await importFile(store, rows, { ...both, name: 'แรก' })
  expect(first.stats).toMatchObject({ added: 0, updated: 1, duplicated: 1 })
  expect(await contacts()).toEqual(['run +66811110001'])
  const second = await importFile(store, rows, { ...both, name: 'สอง' })
  expect(second.dryStats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  expect(second.stats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  expect(await phones()).toEqual([{ phone: '+66822220002' }])
})

test('an undo puts the phone back and removes the further contact', { tags: ['verify'] }, async () => {
  await importFile(store, stored, { ...both, name: 'เดิม' })
  const run = await importFile(store, rows, { ...both, name: 'แรก' })
  await undone(store, run.id, run.real)
  expect(await phones()).toEqual([{ phone: '+66811110001' }])
  expect(await contacts()).toEqual([])
})

test('a row of a later batch finds a customer by the phone that an earlier row replaced, even in the preview', async () => {
  const file = `${HEADER}อรทัย,มั่นคง,0811110001,ora@x.test\nอรทัย,มั่นคง,0822220002,ora@x.test\nอรทัย,มั่นคง,0811110001,\n`
  const { dryStats, stats } = await importFile(store, file, both)
  expect(dryStats).toMatchObject({ added: 1, updated: 1, duplicated: 1 })
  expect(stats).toMatchObject({ added: 1, updated: 1, duplicated: 1 })
})

test('undoing an earlier import corrects the further contact that a later one kept', { tags: ['verify'] }, async () => {
  await importFile(store, stored, { ...both, name: 'เดิม' })
  const change = (phone: string) => `${HEADER}อรทัย,มั่นคง,${phone},ora@x.test\n`
  const first = await importFile(store, change('0822220002'), { keys: [EMAIL], name: 'แรก' })
  await importFile(store, change('0833330003'), { keys: [EMAIL], name: 'สอง' })
  expect(await contacts()).toEqual(['run +66811110001', 'run +66822220002'])
  await undone(store, first.id, first.real)
  expect(await contacts()).toEqual(['run +66811110001'])
})

test('a Thai name takes the place of its Latin spelling, which becomes the English name', {
  tags: ['verify'],
}, async () => {
  const header = 'ชื่อ,นามสกุล,เลขบัตรประชาชน\n'
  const keys = [CITIZEN_ID]
  await importFile(store, `${header}Somchai,Jaidee,1101700230716\n`, { name: 'แรก', keys })
  const run = await importFile(store, `${header}สมชาย,ใจดี,1101700230716\n`, { name: 'สอง', keys })
  const names = () =>
    rowsOf('select first_name, last_name, first_name_en, last_name_en from profile where store_id = $1')
  const english = { first_name_en: 'Somchai', last_name_en: 'Jaidee' }
  expect(await names()).toEqual([{ first_name: 'สมชาย', last_name: 'ใจดี', ...english }])
  await undone(store, run.id, run.real)
  expect(await names()).toEqual([
    { first_name: 'Somchai', last_name: 'Jaidee', first_name_en: null, last_name_en: null },
  ])
})

test('an undo keeps the key by which a later import found a customer without changing anything, and the undo of both removes it', {
  tags: ['verify'],
}, async () => {
  await importFile(store, `${HEADER}อรทัย,มั่นคง,,ora@x.test\n`, { keys: [EMAIL], name: 'เดิม' })
  const first = await importFile(store, `${HEADER}อรทัย,มั่นคง,0811110001,ora@x.test\n`, { keys: [EMAIL], name: 'แรก' })
  const { id } = await createDataSource(store, 'ชื่อ,นามสกุล,เบอร์โทร\nอรทัย,มั่นคง,0811110001\n', 'สอง')
  const { mapping, match } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const second = await runMapping(store, id, { mapping, match })
  expect(second.stats).toMatchObject({ duplicated: 1 })
  await undone(store, first.id, first.real)
  expect(await phones()).toEqual([{ phone: '+66811110001' }])
  expect(await undone(store, id, second.real)).toMatchObject({ profiles_restored: 1, values_restored: 1 })
  expect(await phones()).toEqual([{ phone: null }])
})
