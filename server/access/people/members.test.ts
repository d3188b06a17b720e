import { people } from '@ruam/contract/access/people.ts'
import { completeRights } from '@ruam/contract/access/right-needs.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { OWNER, permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  errorOf,
  madeRole,
  memberWith,
  permissionsOf,
  presetId,
  roleParams,
} from '../../testing/access/roles.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const id = ({ userId }: Pick<Member, 'userId'>) => ({ params: { id: String(userId) } })
const give = (by: Member, whom: Pick<Member, 'userId'>, role_id: number) =>
  by.try(people.update, { ...id(whom), body: { role_id } })
const remove = (by: Member, whom: Pick<Member, 'userId'>) => by.try(people.remove, { ...id(whom), query: {} })
const leave = (who: Member, from = store) => who.try(people.leave, { params: { id: String(from.storeId) } })

async function ownersOf({ storeId }: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number }>(
    `select count(*) as n from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
     where m.store_id = $1 and m.removed_at is null and r.name = 'owner'`,
    [storeId],
  )
  return rows[0]!.n
}

describe('the people of a store', () => {
  test('are its members, each with role, store and time of the last visit', async () => {
    const own = await newStore()
    const member = await own.member(['cdp-core.profile.read'])
    const before = await own.call(people.get, id(member))
    expect(before).toMatchObject({ email: member.email, store: { id: own.storeId }, last_seen_at: null })
    await member.call(stores.token, { body: { id: own.storeId } })
    const after = await own.call(people.get, id(member))
    expect(Date.parse(after.last_seen_at!)).toBeGreaterThan(Date.now() - 60_000)
    const { data, members } = await own.call(people.list, { query: {} })
    expect([data.map(({ email }) => email), members]).toEqual([[own.email, member.email], 2])
    const older = await own.call(people.ofStore, { params: { id: String(own.storeId) } })
    expect(older.data.map(({ email }) => email)).toEqual([own.email, member.email])
    const params = { user_id: String(member.userId), id: String(own.storeId) }
    expect(await own.call(people.inStore, { params })).toEqual(after)
  })

  test('are found by name, e-mail, role and status', async () => {
    const own = await newStore()
    const member = await own.member([])
    const { role } = await own.call(people.get, id(member))
    const found = async (query: Record<string, string>) =>
      (await own.call(people.list, { query })).data.map(({ email }) => email)
    expect(await found({ keyword: member.email.toUpperCase() })).toEqual([member.email])
    expect(await found({ keyword: 'สมชาย ใจดี' })).toEqual([own.email, member.email])
    expect(await found({ role_id: String(role.id) })).toEqual([member.email])
    expect(await found({ status: 'pending' })).toEqual([])
    expect(await found({ keyword: '%' })).toEqual([])
  })
})

describe('another role', () => {
  test('applies at the next request', async () => {
    const member = await store.member(['cdp-core.profile.read'])
    const role = await madeRole(store, ['cdp-core.label.read'])
    expect((await give(store, member, role.id)).body.role).toEqual({ id: role.id, name: role.name })
    expect((await member.try(profiles.list, { query: {} })).body.error).toBe('forbidden')
  })

  test('is not found if it does not exist, and neither is a former member', async () => {
    const member = await store.member([])
    expect((await give(store, member, 2_147_483_647)).status).toBe(404)
    expect((await remove(store, member)).status).toBe(200)
    expect([
      (await remove(store, member)).status,
      (await give(store, member, (await madeRole(store, [])).id)).status,
    ]).toEqual([404, 404])
  })

  test('cannot be given or taken by a member with fewer permissions', async () => {
    const manager = await memberWith(store, await presetId(store, 'manager'))
    const [weak, owner] = [await store.member([]), await store.member('owner')]
    const tries = [
      give(manager, weak, await presetId(store, OWNER)),
      give(manager, owner, await presetId(store, 'viewer')),
      give(manager, weak, (await madeRole(store, ['user.user.delete'])).id),
    ]
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body.error]).toEqual([403, 'role_beyond_rights'])
    }
  })

  test('the owner’s role is handed over by an owner, who may then step down', async () => {
    const own = await newStore()
    const heir = await own.member([])
    expect((await give(own, heir, await presetId(own, OWNER))).status).toBe(200)
    expect((await give(heir, own, await presetId(own, 'viewer'))).status).toBe(200)
    expect([await ownersOf(own), (await permissionsOf(own, heir)).length]).toEqual([1, permissions.length])
  })

  test('assigned during an edit of that role is checked against the edited version', async () => {
    const role = await madeRole(store, ['cdp-core.profile.read'])
    const giver = await store.member(['user.user.edit', 'cdp-core.profile.read'])
    const taker = await store.member([])
    const wished = ['cdp-core.privacy.manage' as const]
    const edited = { permissions: wished, origin_time: role.updated_at }
    const [given] = await Promise.all([
      give(giver, taker, role.id),
      store.call(roles.update, { params: roleParams(store, role.id), body: edited }),
    ])
    // Either it was given before the edit, or the edit has put it out of the giver's reach.
    const held = new Set(await permissionsOf(store, taker))
    expect([given.status, held]).toEqual(
      given.status === 200 ? [200, new Set(completeRights(wished))] : [403, new Set()],
    )
  })
})

describe('a removed member', () => {
  test('is locked out at the next request, and history keeps their name', async () => {
    const member = await store.member(['store.role.create', 'store.role.read'])
    const role = await member.call(roles.create, {
      params: { id: String(store.storeId) },
      body: { name: `ของ ${member.email}`, permissions: [] },
    })
    expect((await remove(store, member)).status).toBe(200)
    const params = { id: String(store.storeId) }
    expect((await member.try(stores.get, { params })).body.error).toBe('signed_out')
    expect((await member.try(stores.token, { body: { id: store.storeId } })).status).toBe(404)
    const { updated_by } = await store.call(roles.get, { params: roleParams(store, role.id) })
    expect(updated_by).toMatchObject({ id: member.userId, first_name: 'สมชาย' })
  })

  test('cannot hold more permissions than the remover', async () => {
    const remover = await store.member(['user.user.delete'])
    const [owner, strong] = [await store.member('owner'), await store.member(['cdp-core.profile.read'])]
    for (const whom of [owner, strong]) expect(errorOf(await remove(remover, whom))).toBe('role_beyond_rights')
  })

  test('stays in their other stores', async () => {
    const { admin } = await testServer()
    const [other, member] = [await newStore(), await store.member([])]
    await admin.query(
      "insert into store_member (store_id, user_id, role_id) select $1, $2, id from role where store_id = $1 and name = 'viewer'",
      [other.storeId, member.userId],
    )
    await remove(store, member)
    expect((await member.try(stores.token, { body: { id: other.storeId } })).status).toBe(200)
  })
})

describe('a store is never left without an owner', () => {
  let own: TestStore
  beforeEach(async () => {
    own = await newStore()
  })

  test('the last owner can neither leave, nor be removed, nor step down', async () => {
    const viewer = await presetId(own, 'viewer')
    const tries = [await leave(own, own), await remove(own, own), await give(own, own, viewer)]
    expect(tries.map(({ body }) => body.error)).toEqual(['last_owner', 'last_owner', 'last_owner'])
    expect(await ownersOf(own)).toBe(1)
  })

  test('when two owners remove each other at once one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await own.member('owner')
      const tries = await Promise.all([remove(own, other), remove(other, own)])
      expect(tries.map(({ status }) => status).sort()).toEqual([200, 401])
      expect(await ownersOf(own)).toBe(1)
      if (tries[1]!.status === 200) own = { ...own, ...other }
    }
  })

  test('however many owners leave, step down and remove each other at once', async () => {
    const owners: Member[] = [own, ...(await Promise.all(Array.from({ length: 9 }, () => own.member('owner'))))]
    const viewer = await presetId(own, 'viewer')
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const [one, next] = [owners[n % 10]!, owners[(n + 3) % 10]!]
        return [() => leave(one, own), () => remove(one, next), () => give(one, one, viewer)][n % 3]!()
      }),
    )
    expect(await ownersOf(own)).toBeGreaterThanOrEqual(1)
  })
})

test('any member may leave, and loses access', async () => {
  const member = await store.member([])
  expect((await leave(member)).status).toBe(204)
  expect((await member.try(stores.get, { params: { id: String(store.storeId) } })).status).toBe(401)
})
