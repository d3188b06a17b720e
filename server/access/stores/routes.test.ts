import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

/** Makes a person a member of a further store, with one of its preset roles. */
async function join(userId: number, other: TestStore, role: string) {
  const { admin } = await testServer()
  await admin.query(
    'insert into store_member (store_id, user_id, role_id) select $1, $2, id from role where store_id = $1 and name = $3',
    [other.storeId, userId, role],
  )
}

describe('a token for a store', () => {
  test('contains the roles and permissions held there', async () => {
    const own = await store.call(stores.token, { body: { id: store.storeId } })
    expect(own).toMatchObject({ expires_in: 900, roles: ['owner'], permissions, dpa_status: 'found' })
    const other = await newStore()
    await join(store.userId, other, 'viewer')
    const there = await store.call(stores.token, { body: { id: other.storeId } })
    expect([there.roles, there.permissions]).toEqual([
      ['viewer'],
      presetRoles.find(({ name }) => name === 'viewer')!.permissions,
    ])
  })

  test.each([
    ['none', 'not-found'],
    ['declined', 'declined'],
    ['accepted', 'found'],
  ] as const)('tells that the agreement is %s', async (dpa, status) => {
    const own = await newStore({ dpa })
    expect((await own.call(stores.token, { body: { id: own.storeId } })).dpa_status).toBe(status)
  })

  test('follows the newest decision about the agreement', async () => {
    const { admin } = await testServer()
    const own = await newStore({ dpa: 'declined' })
    await admin.query(
      "insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $3, 'accepted', '{}', '', $2)",
      [own.storeId, own.userId, DPA_VERSION],
    )
    expect((await own.call(stores.token, { body: { id: own.storeId } })).dpa_status).toBe('found')
  })

  test('is refused to a former member', async () => {
    const { admin } = await testServer()
    const member = await store.member([])
    await admin.query('update store_member set removed_at = now() where user_id = $1', [member.userId])
    expect((await member.try(stores.token, { body: { id: store.storeId } })).status).toBe(404)
  })
})

describe('the stores of a person', () => {
  test('are those of which one is a member, by name, with the roles held there', async () => {
    const { admin } = await testServer()
    const own = await newStore()
    const [second, left] = [await newStore(), await newStore()]
    await admin.query("update store set name = 'กกก' where store_id = $1", [second.storeId])
    await join(own.userId, second, 'marketer')
    await join(own.userId, left, 'viewer')
    await admin.query('update store_member set removed_at = now() where user_id = $1 and store_id = $2', [
      own.userId,
      left.storeId,
    ])
    expect(await own.call(users.stores, { params: { user_id: String(own.userId) } })).toEqual({
      data: [
        { id: second.storeId, store: { id: second.storeId, name: 'กกก' }, roles: ['marketer'], deleted_at: null },
        { id: own.storeId, store: { id: own.storeId, name: 'ร้านทดสอบ' }, roles: ['owner'], deleted_at: null },
      ],
      total: 2,
    })
  })

  test('stores of other people are not listed', async () => {
    const other = await newStore()
    const foreign = await store.try(users.stores, { params: { user_id: String(other.userId) } })
    expect([foreign.status, foreign]).toEqual([
      404,
      await store.try(users.stores, { params: { user_id: '2147483647' } }),
    ])
  })
})

test('members read the settings of a store and their own permissions, also before the agreement is accepted', async () => {
  const own = await newStore({ dpa: 'none' })
  const told = {
    ...{ id: own.storeId, name: 'ร้านทดสอบ', business_type: '', phone: null, tax_id: null, photo: null },
    address: { line: '', sub_district: '', district: '', province_id: null, postal_code: '' },
    ...{ time_zone: 'Asia/Bangkok', languages: ['th', 'en'], era: 'ce', names_in_tabs: true, dpa_status: 'not-found' },
    flags: { api_connector: false, facebook: false, sandbox: false },
    home: 'overview',
    updated_at: expect.any(String),
  }
  const params = { id: String(own.storeId) }
  expect(await own.call(stores.get, { params })).toEqual({ ...told, roles: ['owner'], permissions })
  const member = await own.member(['cdp-core.label.read'])
  const theirs = await member.call(stores.get, { params })
  expect(theirs).toEqual({ ...told, roles: [expect.any(String)], permissions: ['cdp-core.label.read'] })
})
