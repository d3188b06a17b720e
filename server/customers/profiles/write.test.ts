import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import type { MaskedValue } from './masking.ts'
import { createProfile, deleteProfiles, type ProfileEdit, restoreProfiles, writeValues } from './write.ts'

const PHONE = 9
const BIRTH_DATE = 8
const AMOUNT = 23
const FIRST_NAME = 1

async function within<T>(store: TestStore, work: Parameters<typeof inStore<T>>[2]): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, work)
}

const write = (store: TestStore, edits: ProfileEdit[]) =>
  within(store, (db) => writeValues(db, store.storeId, { source: 'user', id: store.userId }, edits))

async function rows<T extends object>(store: TestStore, text: string, ...values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query<T>(text, [store.storeId, ...values])).rows
}

/** As an import leaves them. */
async function people(store: TestStore, count: number): Promise<number[]> {
  const { admin } = await testServer()
  const { rows: made } = await admin.query<{ id: number }>(
    `with made as (insert into profile (store_id, first_name, phone, origin_run, origin_row)
        select $1, 'คน' || n, '+668' || lpad(n::text, 8, '0'), 1, n + 1 from generate_series(0, $2 - 1) n returning id),
      counted as (insert into profile_total (store_id, live) values ($1, $2))
      select id from made order by id`,
    [store.storeId, count],
  )
  return made.map(({ id }) => id)
}

async function customField(store: TestStore, data_type: 'String' | 'Number' | 'Boolean' = 'String') {
  const { id } = await store.call(profileFields.create, {
    body: { field_name: 'own', display_name: 'ของร้าน', data_type },
  })
  return id
}

const edit = (id: number, ...values: [number, MaskedValue][]): ProfileEdit => ({ id, values: new Map(values) })

test('only profiles whose values differ are changed, and each has one change that tells before and after', async () => {
  const store = await newStore()
  const [a, b] = (await people(store, 2)) as [number, number]
  expect(
    await write(store, [edit(a, [FIRST_NAME, 'คน0']), edit(b, [FIRST_NAME, 'ใหม่'], [PHONE, '+66800000001'])]),
  ).toBe(1)
  const told = await rows(
    store,
    'select profile_id, source, source_id, changes, previous from profile_change where store_id = $1',
  )
  expect(told).toEqual([
    { profile_id: b, source: 'user', source_id: store.userId, changes: { 1: ['คน1', 'ใหม่'] }, previous: { 1: null } },
  ])
  const [kept] = await rows<{ sources: object }>(
    store,
    'select sources from profile where store_id = $1 and id = $2',
    b,
  )
  expect(kept!.sources).toEqual({ 1: ['user', store.userId] })
})

test('every type of value is written, and what is taken away leaves nothing behind', async () => {
  const store = await newStore()
  const own = await customField(store, 'Boolean')
  const [a] = (await people(store, 1)) as [number]
  await write(store, [edit(a, [BIRTH_DATE, '2024-02-29'], [AMOUNT, 0.1], [own, false])])
  const read = 'select birth_date, amount, custom from profile where store_id = $1'
  expect(await rows(store, read)).toEqual([{ birth_date: '2024-02-29', amount: 0.1, custom: { [own]: false } }])
  await write(store, [edit(a, [BIRTH_DATE, null], [AMOUNT, null], [own, null])])
  expect(await rows(store, read)).toEqual([{ birth_date: null, amount: null, custom: {} }])
  expect(await write(store, [edit(a, [AMOUNT, null])])).toBe(0)
})

test('a value keeps the source that is given with it', async () => {
  const store = await newStore()
  const [a] = (await people(store, 1)) as [number]
  await write(store, [edit(a, [FIRST_NAME, 'หนึ่ง'], [AMOUNT, 5])])
  const sources = new Map([
    [FIRST_NAME, null],
    [AMOUNT, ['run', 7, 3] as ['run', number, number]],
  ])
  await write(store, [{ ...edit(a, [FIRST_NAME, 'สอง'], [AMOUNT, 6]), sources }])
  const [kept] = await rows<{ sources: object }>(store, 'select sources from profile where store_id = $1')
  expect(kept!.sources).toEqual({ [AMOUNT]: ['run', 7, 3] })
})

test('a changed value of a match key is found by its new text alone', async () => {
  const store = await newStore()
  const own = await customField(store)
  await rows(store, 'update profile_field set match_key = true where store_id = $1 and id = $2', own)
  const [a, b] = (await people(store, 2)) as [number, number]
  await write(store, [edit(a, [own, 'ก-1']), edit(b, [own, 'ก-2'])])
  await write(store, [edit(a, [own, 'ก-9']), edit(b, [own, null])])
  expect(await rows(store, 'select value, profile_id from profile_key where store_id = $1')).toEqual([
    { value: 'ก-9', profile_id: a },
  ])
})

test('deleted profiles are not written to', async () => {
  const store = await newStore()
  const [a] = (await people(store, 1)) as [number]
  const by = { source: 'user', id: store.userId } as const
  await within(store, (db) => deleteProfiles(db, store.storeId, by, [a]))
  expect(await write(store, [edit(a, [FIRST_NAME, 'ผี'])])).toBe(0)
})

test('deleting and restoring keep the total, and do nothing the second time', async () => {
  const store = await newStore()
  const ids = await people(store, 3)
  const by = { source: 'system', id: null } as const
  const total = async () => (await store.call(profiles.list, { query: {} })).total_all
  const both = ids.slice(0, 2)
  expect(await within(store, (db) => deleteProfiles(db, store.storeId, by, both))).toBe(2)
  expect(await within(store, (db) => deleteProfiles(db, store.storeId, by, both))).toBe(0)
  expect(await total()).toBe(1)
  expect(await within(store, (db) => restoreProfiles(db, store.storeId, by, ids))).toBe(2)
  expect(await total()).toBe(3)
  const told = await rows<{ changes: object }>(
    store,
    'select changes from profile_change where store_id = $1 and profile_id = $2 order by id',
    both[0],
  )
  expect(told.map(({ changes }) => changes)).toEqual([{ deleted: [false, true] }, { deleted: [true, false] }])
})

test('a profile that is made counts, is found by its match keys and has its values as its first change', async () => {
  const store = await newStore()
  const own = await customField(store)
  await rows(store, 'update profile_field set match_key = true where store_id = $1 and id = $2', own)
  const values = new Map<number, MaskedValue>([
    [FIRST_NAME, 'มานี'],
    [own, 'ข-1'],
    [PHONE, null],
  ])
  const id = await within(store, (db) => createProfile(db, store.storeId, { source: 'user', id: store.userId }, values))
  expect((await store.call(profiles.list, { query: {} })).total_all).toBe(1)
  expect(await rows(store, 'select value, profile_id from profile_key where store_id = $1')).toEqual([
    { value: 'ข-1', profile_id: id },
  ])
  const told = await rows(store, 'select changes from profile_change where store_id = $1')
  expect(told).toEqual([{ changes: { [FIRST_NAME]: [null, 'มานี'], [own]: [null, 'ข-1'] } }])
})

test('5,000 profiles of a block are written together, each with its own value', async () => {
  const store = await newStore()
  const ids = await people(store, 5000)
  const edits = ids.map((id, place) => edit(id, [AMOUNT, place], [PHONE, '+66812345678']))
  expect(await write(store, edits)).toBe(5000)
  const [sum] = await rows(
    store,
    'select sum(amount) as sum, count(distinct phone) as phones from profile where store_id = $1',
  )
  expect(sum).toEqual({ sum: (4999 * 5000) / 2, phones: 1 })
})
