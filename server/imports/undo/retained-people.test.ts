import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { deleteProfiles, writeValues } from '../../customers/profiles/write.ts'
import { inStore } from '../../database/db.ts'
import { bulk, undo as bulkUndone } from '../../testing/customers/profile-bulk.testing.ts'
import { membersOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const FIRST_NAME_EN = 3
const PHONE = 9
const CITIZEN_ID = 10
const EMAIL = 11
const yada = 'ชื่อ,นามสกุล,เบอร์โทร\nญาดา,ศรีสุข,0812345678\n'
const yadaWithEmail = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\nญาดา,ศรีสุข,0812345678,file@example.com\n'

const profiles = async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; first_name: string | null; email: string | null }>(
    'select id, first_name, email from profile where store_id = $1 order by id',
    [store.storeId],
  )
  return rows
}

const setEmail = (id: number) =>
  bulk(store, { ids: [id] }, { type: 'set_field', field_id: EMAIL, value: 'bulk@example.com' })

test('an undo keeps a customer whose edit by hand came back when a bulk change was undone', async () => {
  const run = await importFile(store, yada)
  const [kept] = await profiles()
  const core = await coreOf(store)
  const edit = { id: kept!.id, values: new Map([[EMAIL, 'hand@example.com']]) }
  await inStore(core.pool, store.storeId, (db) =>
    writeValues(db, store.storeId, { source: 'user', id: store.userId }, [edit]),
  )
  const { id } = await setEmail(kept!.id)
  await bulkUndone(store, id)
  expect(await undone(store, run.id, run.real)).toMatchObject({ profiles_removed: 0, profiles_kept: 1 })
  expect(await profiles()).toEqual([{ ...kept, email: 'hand@example.com' }])
})

test('an undo keeps a customer when a later import wrote over the value of a bulk change', async () => {
  const first = await importFile(store, yada, { name: 'แรก' })
  const [kept] = await profiles()
  await setEmail(kept!.id)
  const second = await importFile(store, yadaWithEmail, { name: 'สอง', keys: [PHONE] })
  expect(second.stats.updated).toBe(1)
  expect(await undone(store, first.id, first.real)).toMatchObject({ profiles_removed: 0, profiles_kept: 1 })
  expect(await profiles()).toEqual([{ ...kept, email: 'file@example.com' }])
})

test('an undo removes a deleted customer to whom another import had given a LINE id until its own undo', async () => {
  const line = `U${'2'.repeat(32)}`
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,LINE ID\n'
  const first = await importFile(store, `${header}ญาดา,ศรีสุข,0812345678,\n`, { name: 'แรก' })
  const [customer] = await profiles()
  const second = await importFile(store, `${header}ญาดา,ศรีสุข,0812345678,${line}\n`, { name: 'สอง', keys: [PHONE] })
  const { admin } = await testServer()
  const lineIds = async () =>
    (await admin.query('select value from identity where store_id = $1', [store.storeId])).rows
  expect(await lineIds()).toEqual([{ value: line }])
  const core = await coreOf(store)
  await inStore(core.pool, store.storeId, (db) =>
    deleteProfiles(db, store.storeId, { source: 'user', id: store.userId }, [customer!.id]),
  )
  await undone(store, second.id, second.real)
  await undone(store, first.id, first.real)
  expect(await profiles()).toEqual([])
  expect(await lineIds()).toEqual([])
})

test('an undo removes the English spelling that an import added to a Thai name', { tags: ['verify'] }, async () => {
  const header = 'ชื่อ,นามสกุล,เลขบัตรประชาชน\n'
  const keys = [CITIZEN_ID]
  const { id: label } = await segment(store, { kind: 'profile', field_id: FIRST_NAME_EN, operator: 'not_empty' })
  await importFile(store, `${header}ญาดา,ศรีสุข,1101700230716\n`, { name: 'แรก', keys })
  const spelling = async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query<{ first_name: string; first_name_en: string | null }>(
      'select first_name, first_name_en from profile where store_id = $1',
      [store.storeId],
    )
    return rows[0]
  }
  const run = await importFile(store, `${header}Yada,Srisuk,1101700230716\n`, { name: 'สอง', keys })
  expect(await spelling()).toEqual({ first_name: 'ญาดา', first_name_en: 'Yada' })
  await settled(store)
  expect(await membersOf(store, label)).toHaveLength(1)
  expect(await undone(store, run.id, run.real)).toMatchObject({ profiles_restored: 1, values_restored: 2 })
  expect(await spelling()).toEqual({ first_name: 'ญาดา', first_name_en: null })
  await settled(store)
  expect(await membersOf(store, label)).toEqual([])
})

test('an undo takes a key away when only the preview of a later import found the customer by it', {
  tags: ['verify'],
}, async () => {
  const header = 'ชื่อ,นามสกุล,เลขบัตรประชาชน,อีเมล,เบอร์โทร\n'
  await importFile(store, `${header}ญาดา,ศรีสุข,1101700230716,,\n`, { name: 'แรก', keys: [CITIZEN_ID] })
  const second = `${header}ญาดา,ศรีสุข,1101700230716,yada@example.com,\n`
  const run = await importFile(store, second, { name: 'สอง', keys: [CITIZEN_ID] })
  const { id } = await createDataSource(store, `${header}ญาดา,ศรีสุข,,yada@example.com,0812345678\n`, 'สาม')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match: { ...match, keys: [EMAIL] } } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  expect((await runOf(store, id, run_id)).stats.updated).toBe(1)
  await undone(store, run.id, run.real)
  expect(await profiles()).toMatchObject([{ first_name: 'ญาดา', email: null }])
})
