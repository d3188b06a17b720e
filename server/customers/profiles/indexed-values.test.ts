import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { type Profile, profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { readValues } from './read-values.ts'

const ADDRESS = 17

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const begin = async (name: string, value: string, by = store) =>
  (await by.call(profiles.searchField, { params: { field: name }, query: { value } })).data
const read = async (of = store, rows?: number) => readValues(await coreOf(of), of.storeId, { rows })
const make = (address: string) => madeProfile(store, { [ADDRESS]: address })
const edit = async (profile: Profile, values: Parameters<typeof save>[2]) => {
  const { status } = await save(store, profile, values)
  expect(status).toBe(200)
}
const remove = ({ id }: Profile) => store.call(profiles.delete, { params: { id: String(id) } })
/** Returns indexed values of the field. */
const kept = async (id = ADDRESS) =>
  (await rowsOf<{ key: string }>(store, 'select key from profile_value where store_id = $1 and field_id = $2', id)).map(
    ({ key }) => key.trim(),
  )
const makeField = (data_type: 'String' | 'Number' | 'Boolean', sensitive = false) =>
  store.call(profileFields.create, { body: { field_name: 'own', display_name: 'เอง', data_type, sensitive } })

describe('values of all customers are indexed', () => {
  test('each value is offered once, in any case, Thai and Latin alike', async () => {
    for (const address of ['ถนนสุขุมวิท', 'ถนนสุขุมวิท', 'Sukhumvit Road', 'SUKHUMVIT ROAD', '๙๙ หมู่ 1', '100%'])
      await make(address)
    await read(store, 2)
    expect(await begin('address', 'ถนน')).toEqual(['ถนนสุขุมวิท'])
    expect(await begin('address', 'sukh')).toEqual(['SUKHUMVIT ROAD', 'Sukhumvit Road'])
    expect(await begin('address', '99')).toEqual(['๙๙ หมู่ 1'])
    expect(await begin('address', '100%')).toEqual(['100%'])
    expect(await begin('address', '1_0')).toEqual([])
    expect(await begin('address', 'สุขุมวิท')).toEqual([])
    expect(await begin('address', '')).toHaveLength(5)
    expect(await kept()).toHaveLength(5)
  })

  test('texts that differ only after a long common prefix are distinct', async () => {
    const long = 'https://www.facebook.com/profile.php?id=1000000000000000000000000'
    for (const end of ['1', '2', '21']) await make(long + end)
    await read()
    expect(await begin('address', long)).toEqual([`${long}1`, `${long}2`, `${long}21`])
    expect(await begin('address', `${long}2`)).toEqual([`${long}2`, `${long}21`])
  })

  test('numbers, dates and booleans keep their type', async () => {
    const { id } = await makeField('Boolean')
    await madeProfile(store, { [id]: true, [field.amount]: 12.5, [field.birthDate]: '2000-01-31' })
    await read()
    expect([await begin('own', 't'), await begin('amount', '12'), await begin('birthDate', '2000')]).toEqual([
      [true],
      [12.5],
      ['2000-01-31'],
    ])
    expect(await kept(field.amount)).toEqual(['12.5'])
  })

  test('at most twenty are offered, and a longer prefix finds the rest', async () => {
    const { admin } = await testServer()
    await admin.query(
      "insert into profile (store_id, address) select $1, 'ซอย ' || n from generate_series(100, 160) n",
      [store.storeId],
    )
    await read()
    expect([new Set(await begin('address', 'ซอย')).size, await begin('address', 'ซอย 16')]).toEqual([20, ['ซอย 160']])
  })

  test('values of other stores, and of restricted fields without permission, are not offered', async () => {
    const { id } = await makeField('String', true)
    await madeProfile(store, { [id]: 'ความลับ', [ADDRESS]: 'ถนนของเรา' })
    await read()
    const other = await newStore()
    await other.call(profileFields.create, { body: { field_name: 'own', display_name: 'ก', data_type: 'String' } })
    expect([await begin('address', 'ถนน', other), await begin('own', 'ความ', other)]).toEqual([[], []])
    const clerk = await store.member(['cdp-core.profile.read'])
    const asked = { params: { field: 'own' }, query: { value: 'ความ' } }
    expect((await clerk.try(profiles.searchField, asked)).status).toBe(403)
    expect(await begin('own', 'ความ')).toEqual(['ความลับ'])
  })
})

describe('a value that was added after the last run', () => {
  test('is offered at once, together with indexed ones', async () => {
    const first = await make('ถนนเก่า')
    await read()
    await make('ถนนใหม่')
    expect(await begin('address', 'ถนน')).toEqual(['ถนนเก่า', 'ถนนใหม่'])
    await edit(first, { [ADDRESS]: 'ถนนเปลี่ยน' })
    expect(await begin('address', 'ถนน')).toEqual(['ถนนเปลี่ยน', 'ถนนใหม่'])
    await importFile(store, 'ชื่อ,เบอร์โทรศัพท์,ที่อยู่\nญาดา,0812345670,ถนนจากไฟล์\n')
    expect(await begin('address', 'ถนนจ')).toEqual(['ถนนจากไฟล์'])
  })

  test('is indexed by the next run if it was being written during the last one', async () => {
    const core = await coreOf(store)
    await make('ถนนเก่า')
    await read()
    const slow = new pg.Client({ connectionString: core.config.appUrl })
    await slow.connect()
    await slow.query(`begin; select set_config('ruam.store_id', '${store.storeId}', true)`)
    await slow.query('insert into profile (store_id, address) values ($1, $2)', [store.storeId, 'ถนนช้า'])
    await make('ถนนเร็ว')
    await read()
    await slow.query('commit')
    await slow.end()
    expect(await begin('address', 'ถนน')).toEqual(['ถนนช้า', 'ถนนเก่า', 'ถนนเร็ว'])
    await read()
    expect((await kept()).length).toBe(3)
  })

  test('is offered again when its profile is restored', async () => {
    const person = await make('ถนนสาย 1')
    await read()
    await remove(person)
    expect([await begin('address', 'ถนน'), await kept()]).toEqual([[], []])
    await store.call(profiles.restore, { params: { id: String(person.id) } })
    expect(await begin('address', 'ถนน')).toEqual(['ถนนสาย 1'])
    await read()
    expect(await begin('address', 'ถนน')).toEqual(['ถนนสาย 1'])
  })
})

describe('a former value', () => {
  test('is no longer offered once no profile has it', async () => {
    const [moved, gone] = [await make('ถนนย้าย'), await make('ถนนลบ')]
    await read()
    await edit(moved, { [ADDRESS]: 'ซอยใหม่' })
    await remove(gone)
    expect(await begin('address', 'ถนน')).toEqual([])
    await read()
    expect(await kept()).toEqual([expect.stringMatching(/^ซอย/)])
  })

  test('is offered while another profile has it', async () => {
    const [first, second, third] = [await make('ถนนร่วม'), await make('ถนนร่วม'), await make('ถนนร่วม')]
    await read()
    await edit(first, { [ADDRESS]: 'ซอย' })
    expect(await begin('address', 'ถนน')).toEqual(['ถนนร่วม'])
    await read()
    await remove(second)
    expect(await begin('address', 'ถนน')).toEqual(['ถนนร่วม'])
    await read()
    expect(await begin('address', 'ถนน')).toEqual(['ถนนร่วม'])
    await edit(third, { [ADDRESS]: null })
    await read()
    expect([await begin('address', 'ถนน'), (await kept()).length]).toEqual([[], 1])
  })

  test('is removed by an erasure, unless another profile has it', async () => {
    const [person, other] = [await make('บ้านเลขที่ 1'), await make('บ้านเลขที่ 2')]
    await edit(person, { [field.firstName]: 'กานดา', [field.phone]: '0812345670' })
    await edit(other, { [field.firstName]: 'กานดา' })
    await read()
    await erase(store, person.id)
    expect([await begin('address', 'บ้าน'), await begin('firstName', 'กาน')]).toEqual([['บ้านเลขที่ 2'], ['กานดา']])
    expect([await kept(), await kept(1)].map(({ length }) => length)).toEqual([1, 1])
    const rows = await rowsOf<{ left: number }>(
      store,
      'select count(*)::int as left from profile_value where store_id = $1 and (profile_id is null or profile_id = $2)',
      person.id,
    )
    expect(rows).toEqual([{ left: 0 }])
  })

  test('is removed by a merge, and returns with its undo', async () => {
    const [keep, gone] = [await make('ถนนคนอยู่'), await make('ถนนคนไป')]
    await read()
    const { id } = await store.call(profileDuplicates.create, { body: { profile_ids: [keep.id, gone.id] } })
    const { merge_id } = await store.call(profileDuplicates.merge, {
      params: { id: String(id) },
      body: { keep: keep.id, fields: [] },
    })
    expect(await begin('address', 'ถนน')).toEqual(['ถนนคนอยู่'])
    await read()
    expect(await kept()).toHaveLength(1)
    await store.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
    expect(await begin('address', 'ถนน')).toEqual(['ถนนคนอยู่', 'ถนนคนไป'].toSorted())
  })

  test('returns with the undo of an import, which removes the imported one', async () => {
    const csv = (address: string) => `ชื่อ,เบอร์โทรศัพท์,ที่อยู่\nญาดา,0812345670,${address}\n`
    await importFile(store, csv('ถนนเก่า'))
    await read()
    const { id, real } = await importFile(store, `${csv('ถนนใหม่')}มาลี,0899999999,ถนนมาลี\n`, { name: 'สอง' })
    await make('ถนนอื่น')
    await read()
    expect(await begin('address', 'ถนน')).toEqual(['ถนนมาลี', 'ถนนอื่น', 'ถนนใหม่'].toSorted())
    await undone(store, id, real)
    expect(await begin('address', 'ถนน')).toEqual(['ถนนเก่า', 'ถนนอื่น'].toSorted())
    await read()
    expect(await begin('address', 'ถนน')).toEqual(['ถนนเก่า', 'ถนนอื่น'].toSorted())
    expect(await kept()).toHaveLength(2)
    expect((await store.call(dataSources.get, { params: { id: String(id) } })).id).toBe(id)
  })

  test('is offered with the new type of its field', async () => {
    const made = await makeField('String')
    for (const value of ['007', '12']) await madeProfile(store, { [made.id]: value })
    await read()
    expect(await begin('own', '0')).toEqual(['007'])
    await store.call(profileFields.update, {
      params: { id: String(made.id) },
      body: { data_type: 'Number', origin_time: made.updated_at! },
    })
    expect([await begin('own', '7'), await begin('own', '0'), await begin('own', '1')]).toEqual([[7], [], [12]])
    await read()
    expect([await begin('own', '7'), (await kept(made.id)).toSorted()]).toEqual([[7], ['12', '7']])
  })

  test('is removed when its field is deleted', async () => {
    const { id } = await makeField('String')
    for (const value of ['ก', 'ก', 'ข']) await madeProfile(store, { [id]: value })
    await read()
    expect(await kept(id)).toHaveLength(2)
    await store.call(profileFields.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
    expect(await kept(id)).toEqual([])
  })
})

test('a store is indexed when something in it has changed', async () => {
  const { admin } = await testServer()
  const waiting = async () =>
    (await admin.query<{ id: number }>('select auth.stores_to_read() as id')).rows.some(
      ({ id }) => id === store.storeId,
    )
  expect(await waiting()).toBe(false)
  const [person] = [await make('ถนน'), await make('ถนน')]
  expect(await waiting()).toBe(true)
  await read()
  expect(await waiting()).toBe(false)
  await remove(person)
  expect(await waiting()).toBe(true)
  await read()
  expect(await waiting()).toBe(false)
})

test('a phone, e-mail or citizen id of a million profiles does not hide others', async () => {
  const { admin } = await testServer()
  await admin.query(
    `insert into profile (store_id, phone, email, citizen_id) select $1, '+66810000000', 'a@example.com', '1101700230708'
     from generate_series(1, 6000)`,
    [store.storeId],
  )
  await madeProfile(store, {
    [field.phone]: '0810000001',
    [field.email]: 'ab@example.com',
    [field.citizenId]: '1101700230716',
  })
  const found = [await begin('phone', '081000'), await begin('email', 'a'), await begin('citizenId', '1-1017')]
  expect(found).toEqual([
    ['+66810000000', '+66810000001'],
    ['a@example.com', 'ab@example.com'],
    ['1101700230708', '1101700230716'],
  ])
})
