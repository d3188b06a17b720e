import { dpa } from '@ruam/contract/access/dpa.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import { describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const NAME = 'ร้านทดสอบ'
const idOf = (store: { storeId: number }) => ({ id: String(store.storeId) })
/** Deletes a store and returns the status and error name. */
async function remove(store: TestStore, name = NAME) {
  const { status, body } = await store.try(stores.delete, { params: idOf(store), body: { name } })
  return { status, error: (body as Partial<ErrorBody> | undefined)?.error }
}
const enter = async (person: Pick<TestStore, 'try'>, id: number) =>
  (await person.try(stores.token, { body: { id } })).status
const listOf = async (person: TestStore) =>
  (await person.call(users.stores, { params: { user_id: String(person.userId) } })).data

describe('a further store', () => {
  test('is made by an owner, has the preset roles, and waits for its own agreement', async () => {
    const own = await newStore()
    const made = await own.call(stores.create, { body: { name: 'สาขาสอง' } })
    const token = await own.call(stores.token, { body: { id: made.id } })
    expect(token).toMatchObject({ roles: ['owner'], dpa_status: 'not-found' })
    expect((await listOf(own)).map(({ id }) => id).toSorted()).toEqual([own.storeId, made.id].toSorted())
    const { admin } = await testServer()
    const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from role where store_id = $1', [
      made.id,
    ])
    expect(rows[0]!.n).toBe((await own.call(roles.listOfSettings, { query: {} })).total)
  })

  test('is audited once, in the new store, and a refused one is not', async () => {
    const own = await newStore()
    const made = await own.call(stores.create, { body: { name: 'สาขาสาม' } })
    await (await own.member([])).try(stores.create, { body: { name: 'ของฉัน' } })
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select store_id, user_id, request_id is not null as asked from audit_log where action = 'store_made' and store_id >= $1",
      [made.id],
    )
    expect(rows).toEqual([{ store_id: made.id, user_id: own.userId, asked: true }])
  })

  test('is refused to members who own no store, or only a deleted one', async () => {
    const own = await newStore()
    const member = await own.member(['store.store.edit'])
    const made = await member.try(stores.create, { body: { name: 'ของฉัน' } })
    expect([made.status, made.body.error]).toEqual([403, 'stores_for_owners'])
    await remove(own)
    expect((await own.try(stores.create, { body: { name: 'ใหม่' } })).status).toBe(403)
  })
})

describe('a deleted store', () => {
  test('is locked when the call returns: for its members, its tokens and open sockets', async () => {
    const own = await newStore()
    const member = await own.member(['cdp-core.profile.read'])
    expect((await member.try(profiles.list, { query: {} })).status).toBe(200)
    expect((await remove(own)).status).toBe(204)
    expect([(await member.try(profiles.list, { query: {} })).status, await enter(member, own.storeId)]).toEqual([
      401, 404,
    ])
    expect((await own.try(stores.get, { params: idOf(own) })).status).toBe(401)
    const { admin } = await testServer()
    const { rows } = await admin.query('select * from auth.still_in($1, $2)', [
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      Array(9).fill(own.storeId),
    ])
    expect(rows).toEqual([])
  })

  test('is visible only to its owners, who can restore it unchanged', async () => {
    const own = await newStore()
    const member = await own.member([])
    await remove(own)
    expect((await member.call(users.stores, { params: { user_id: String(member.userId) } })).data).toEqual([])
    expect(await listOf(own)).toEqual([expect.objectContaining({ id: own.storeId, deleted_at: expect.any(String) })])
    expect((await member.try(stores.restore, { params: idOf(own) })).status).toBe(404)
    await own.call(stores.restore, { params: idOf(own) })
    expect([await enter(own, own.storeId), await enter(member, own.storeId)]).toEqual([200, 200])
    const { admin } = await testServer()
    const { rows } = await admin.query<{ action: string }>(
      "select action from audit_log where store_id = $1 and action like 'store_%' order by id",
      [own.storeId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['store_deleted', 'store_restored'])
  })

  test('cannot be restored after 30 days, nor by the owner of another store', async () => {
    const [own, other] = [await newStore(), await newStore()]
    await remove(own)
    expect((await other.try(stores.restore, { params: idOf(own) })).status).toBe(404)
    const { admin } = await testServer()
    await admin.query("update store set deleted_at = now() - interval '30 days' where store_id = $1", [own.storeId])
    expect((await own.try(stores.restore, { params: idOf(own) })).status).toBe(404)
    expect(await listOf(own)).toEqual([])
  })

  test('is deleted only after its name was typed', async () => {
    const own = await newStore()
    for (const name of ['', 'ร้าน', 'ร้านทดสอบ!']) {
      const { status, error } = await remove(own, name)
      expect([status, error]).toEqual([400, 'store_name_wrong'])
    }
    expect(await enter(own, own.storeId)).toBe(200)
  })

  test('was deleted by an owner, and not through the address of another store', async () => {
    const [own, other] = [await newStore(), await newStore()]
    const manager = await own.member(['store.store.edit', 'user.user.delete'])
    expect((await manager.try(stores.delete, { params: idOf(own), body: { name: NAME } })).status).toBe(403)
    expect((await other.try(stores.delete, { params: idOf(own), body: { name: NAME } })).status).toBe(404)
    expect(await enter(own, own.storeId)).toBe(200)
  })

  test('a role deleted by two owners at once was deleted by one', async () => {
    const own = await newStore()
    const second = await own.member('owner')
    const body = { name: NAME }
    const replies = await Promise.all([own, second].map((one) => one.try(stores.delete, { params: idOf(own), body })))
    expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
  })

  test('admits no member who opens it at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const own = await newStore()
      const member = await own.member(['cdp-core.profile.read'])
      const entering = Array.from({ length: 6 }, () => member.try(stores.token, { body: { id: own.storeId } }))
      await Promise.all([...entering, remove(own)])
      const { admin } = await testServer()
      const { rows } = await admin.query('select from access_token where store_id = $1', [own.storeId])
      expect(rows).toEqual([])
    }
  })

  test('may be one that has no agreement', async () => {
    const own = await newStore({ dpa: 'declined' })
    expect((await own.call(dpa.status, { body: { app_name: 'ruam', type: 'dpa' } })).status).toBe('declined')
    expect((await remove(own)).status).toBe(204)
  })
})
