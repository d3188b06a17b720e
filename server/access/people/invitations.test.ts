import { invitations, MAX_PENDING_INVITATIONS, people } from '@ruam/contract/access/people.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshEmail, invited, listed } from '../../testing/access/people.testing.ts'
import { madeRole, memberWith, presetId } from '../../testing/access/roles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let role: number
beforeAll(async () => {
  store = await newStore()
  role = (await madeRole(store, [])).id
})

const ofStore = () => ({ params: { id: String(store.storeId) } })
const revoke = (by: TestStore, id: number) =>
  by.try(invitations.revoke, { params: { id: String(store.storeId), key: String(id) } })

describe('an invitation', () => {
  test('answers a link once, whose secret is kept nowhere', async () => {
    const { admin } = await testServer()
    const { token, id } = await invited(store, role)
    expect(token).toMatch(/^[\w-]{43}$/)
    const { data } = await store.call(invitations.list, { ...ofStore(), query: {} })
    expect(data[0]).toMatchObject({ id, status: 'pending', created_by: { id: store.userId } })
    const { rows } = await admin.query(
      "select i::text || coalesce((select string_agg(a::text, '') from audit_log a), '') as text from invitation i",
    )
    expect(JSON.stringify([data, rows])).not.toContain(token)
  })

  test('stands in the list of people until it is answered, taken back or over', async () => {
    const { admin } = await testServer()
    const { email, id } = await invited(store, role)
    expect(await listed(store, email)).toMatchObject([{ status: 'pending' }])
    await admin.query("update invitation set expires_at = now() - interval '1 s' where id = $1", [id])
    expect(await listed(store, email)).toMatchObject([{ status: 'expired' }])
    expect([(await revoke(store, id)).status, (await revoke(store, id)).status]).toEqual([204, 404])
    expect(await listed(store, email)).toEqual([])
  })

  test('inviting a member is refused, however their e-mail is typed', async () => {
    const member = await store.member([])
    const body = { email: ` ${member.email.toUpperCase()} `, role_id: role }
    expect((await store.try(invitations.create, { body })).body).toMatchObject({
      error: 'member_already',
      details: { email: member.email },
    })
  })

  test('made again takes the new role and link', async () => {
    const email = freshEmail()
    const first = await invited(store, role, email)
    const second = await invited(store, await presetId(store, 'viewer'), email)
    expect([second.id, await listed(store, email)]).toEqual([first.id, [{ status: 'pending', role: 'viewer' }]])
    expect(second.token).not.toBe(first.token)
  })

  test('many concurrent invitations of one e-mail make one', async () => {
    const email = freshEmail()
    await Promise.all(Array.from({ length: 8 }, () => invited(store, role, email)))
    expect(await listed(store, email)).toHaveLength(1)
  })

  test('to a role beyond one’s own rights is refused, and so is taking it back', async () => {
    const manager = await memberWith(store, await presetId(store, 'manager'))
    const email = freshEmail()
    const { id } = await invited(store, await presetId(store, OWNER), email)
    const tries = [
      await manager.try(invitations.create, { body: { email: freshEmail(), role_id: await presetId(store, OWNER) } }),
      // In place of an owner's.
      await manager.try(invitations.create, { body: { email, role_id: role } }),
      await revoke({ ...store, ...manager }, id),
    ]
    expect(tries.map(({ body }) => body.error)).toEqual(Array(3).fill('role_beyond_rights'))
    expect(await listed(store, email)).toEqual([{ status: 'pending', role: OWNER }])
  })
})

test(`more than ${MAX_PENDING_INVITATIONS} invitations do not wait at once`, async () => {
  const { admin } = await testServer()
  const own = await newStore()
  const own_role = await presetId(own, 'viewer')
  await admin.query(
    `insert into invitation (store_id, email, role_id, token_hash, created_by, expires_at)
     select $1::int, n || '@many.example.com', $2, sha256((n || ' of ' || $1::int)::bytea), $3, now() + interval '1 day'
     from generate_series(1, $4::int - 1) n`,
    [own.storeId, own_role, own.userId, MAX_PENDING_INVITATIONS],
  )
  await invited(own, own_role)
  const one_more = await own.try(invitations.create, { body: { email: freshEmail(), role_id: own_role } })
  expect(one_more.body).toMatchObject({ error: 'invitations_too_many', details: { limit: MAX_PENDING_INVITATIONS } })
  // In place of one that waits.
  await invited(own, own_role, '7@many.example.com')
  const { invitations: waiting, total } = await own.call(people.list, { query: { status: 'pending' } })
  expect([waiting, total]).toEqual([MAX_PENDING_INVITATIONS, MAX_PENDING_INVITATIONS])
})
