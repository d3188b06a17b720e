import { auth } from '@ruam/contract/access/auth.ts'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { invited, listed, newcomer } from '../../testing/access/people.testing.ts'
import { madeRole, presetId, roleParams } from '../../testing/access/roles.testing.ts'
import { type From, freshAddress, post, signIn, statusOf } from '../../testing/app/auth.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let role: number
beforeAll(async () => {
  store = await newStore()
  role = await presetId(store, 'viewer')
})

const look = (token: string, from: From = {}) => post(auth.invitation, { token }, from)
const accept = (body: object, from: From = {}) => post(auth.acceptInvitation, body, from)
const as = ({ personToken }: Member): From => ({ headers: { authorization: `Bearer ${personToken}` } })

/** A person with an account elsewhere, who is invited here. */
async function invitedStranger() {
  const other = await newStore()
  return { other, ...(await invited(store, role, other.email)) }
}

describe('the link of an invitation', () => {
  test('names its recipient, author, store and role', async () => {
    const { token, email } = await invited(store, role)
    expect((await look(token)).body).toMatchObject({
      email,
      store: { name: 'ร้านทดสอบ' },
      role: { name: 'viewer' },
      created_by: { first_name: 'สมชาย' },
      has_account: false,
    })
    const { token: known } = await invitedStranger()
    expect((await look(known)).body.has_account).toBe(true)
  })

  test('is invalid if it was never issued', async () => {
    const body = { error: 'invitation_invalid' }
    const rubbish = 'x'.repeat(43)
    expect([await look(rubbish), await accept(newcomer(rubbish))]).toMatchObject([
      { status: 404, body },
      { status: 404, body },
    ])
  })

  test('that was replaced by a newer one is invalid', async () => {
    const first = await invited(store, role)
    await invited(store, role, first.email)
    expect((await accept(newcomer(first.token))).body.error).toBe('invitation_invalid')
  })

  test('can’t be guessed at for long from one address', async () => {
    const from = { from: freshAddress() }
    const tries = []
    for (let n = 0; n < 21; n++) tries.push((await look(`${n}`.padStart(43, 'x'), from)).status)
    expect([tries.slice(0, 20).every((status) => status === 404), tries[20]]).toEqual([true, 429])
  })
})

describe('a newcomer who accepts', () => {
  test('is signed in, and a member with the role', async () => {
    const { token, email } = await invited(store, role)
    const made = await accept(newcomer(token))
    expect([made.status, made.body.user.email, made.body.store.id]).toEqual([200, email, store.storeId])
    expect(made.cookie).toMatch(/^[\w-]{43}$/)
    expect(await listed(store, email)).toEqual([{ status: 'member', role: 'viewer' }])
    expect(await statusOf(auth.me, made.body.access_token)).toBe(200)
    expect((await signIn(email, newcomer(token).password)).status).toBe(200)
  })

  test('gives their name and chooses a password that is not easily guessed', async () => {
    const { token, email } = await invited(store, role)
    const nameless = await accept({ token, password: newcomer(token).password })
    const easy = await accept({ ...newcomer(token), password: `${email.split('@')[0]}2024` })
    expect([nameless.body.error, easy.body.error]).toEqual(['invalid_input', 'password_common'])
    expect(await listed(store, email)).toMatchObject([{ status: 'pending' }])
  })

  test('joins once, even when the link is used twice at the same time', async () => {
    const { token, email } = await invited(store, role)
    const tries = await Promise.all([1, 2, 3].map(() => accept(newcomer(token))))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await accept(newcomer(token))).body.error).toBe('invitation_used')
    expect(await listed(store, email)).toHaveLength(1)
  })

  test('a person invited to two stores at once has one account', async () => {
    const other = await newStore()
    const here = await invited(store, role)
    const there = await invited(other, await presetId(other, 'viewer'), here.email)
    const tries = await Promise.all([accept(newcomer(here.token)), accept(newcomer(there.token))])
    expect(tries.map(({ status, body }) => `${status} ${body.error ?? ''}`).sort()).toEqual([
      '200 ',
      '409 invitation_sign_in',
    ])
  })
})

describe('an account holder who accepts', () => {
  test('needs only a signed-in session', async () => {
    const { token, other, email } = await invitedStranger()
    const made = await accept({ token }, as(other))
    expect([made.status, made.cookie]).toEqual([200, undefined])
    expect(await statusOf(auth.me, made.body.access_token)).toBe(200)
    expect((await other.call(stores.token, { body: { id: store.storeId } })).roles).toEqual(['viewer'])
    expect(await listed(store, email)).toMatchObject([{ status: 'member' }])
  })

  test('must sign in first: the link alone takes no account over', async () => {
    const { token, email } = await invitedStranger()
    expect((await accept(newcomer(token))).body).toMatchObject({ error: 'invitation_sign_in', details: { email } })
  })

  test('can’t be another user', async () => {
    const [{ token, email }, somebody] = [await invitedStranger(), await newStore()]
    expect((await accept({ token }, as(somebody))).body).toMatchObject({
      error: 'invitation_for_another',
      details: { email },
    })
    // A link for an e-mail address without an account is not valid for the signed-in user.
    const fresh = await invited(store, role)
    expect((await accept(newcomer(fresh.token), as(somebody))).body.error).toBe('invitation_for_another')
  })

  test('can’t accept with the token of a store, or an invalid one', async () => {
    const { token, other } = await invitedStranger()
    for (const bearer of [other.token, 'x'.repeat(43)]) {
      const tried = await accept({ token }, { headers: { authorization: `Bearer ${bearer}` } })
      expect([tried.status, tried.body.error]).toEqual([401, 'signed_out'])
    }
  })

  test('after they were removed comes back with the new role, and no older token opens the store', async () => {
    const member = await store.member(['cdp-core.profile.read'])
    await store.call(people.remove, { params: { id: String(member.userId) }, query: {} })
    const { token } = await invited(store, role, member.email)
    expect((await accept({ token }, as(member))).status).toBe(200)
    expect((await member.try(stores.get, { params: { id: String(store.storeId) } })).status).toBe(401)
    expect((await member.call(stores.token, { body: { id: store.storeId } })).roles).toEqual(['viewer'])
  })
})

describe('an invitation that is over', () => {
  test('because it was revoked, even while its link is open', async () => {
    const { token, id } = await invited(store, role)
    await look(token)
    await store.call(invitations.revoke, { params: { id: String(store.storeId), key: String(id) } })
    expect([(await look(token)).body.error, (await accept(newcomer(token))).body.error]).toEqual([
      'invitation_revoked',
      'invitation_revoked',
    ])
  })

  test('because its time is', async () => {
    const { admin } = await testServer()
    const { token, id } = await invited(store, role)
    await admin.query("update invitation set expires_at = now() - interval '1 second' where id = $1", [id])
    expect((await accept(newcomer(token))).body.error).toBe('invitation_expired')
  })

  test('is accepted or taken back, when both happen at once', async () => {
    const { token, id, email } = await invited(store, role)
    const params = { id: String(store.storeId), key: String(id) }
    const [accepted, revoked] = await Promise.all([accept(newcomer(token)), store.try(invitations.revoke, { params })])
    expect([accepted.status, revoked.status]).toEqual(accepted.status === 200 ? [200, 404] : [409, 204])
    expect(await listed(store, email)).toHaveLength(accepted.status === 200 ? 1 : 0)
  })
})

test('a person invited to a role that is then deleted gets the new role of its members', async () => {
  const [going, heir] = [
    await madeRole(store, ['cdp-core.profile.read']),
    await madeRole(store, ['cdp-core.label.read']),
  ]
  const { token, email } = await invited(store, going.id)
  const params = roleParams(store, going.id)
  const refused = await store.try(roles.delete, { params, query: {} })
  expect(refused.body).toMatchObject({ error: 'role_in_use', details: { members: 0, invitations: 1 } })
  const [accepted] = await Promise.all([
    accept(newcomer(token)),
    store.call(roles.delete, { params, query: { move_to: String(heir.id) } }),
  ])
  expect([accepted.status, await listed(store, email)]).toEqual([200, [{ status: 'member', role: heir.name }]])
})

test('an acceptance and the sign-in that comes with it are written down, each once, and no refused one', async () => {
  const { admin } = await testServer()
  const own = await newStore()
  const { token } = await invited(own, await presetId(own, 'viewer'))
  await accept({ token })
  const { body } = await accept(newcomer(token))
  await accept(newcomer(token))
  const { rows } = await admin.query(
    'select action, user_id, request_id is not null and address is not null as asked from audit_log where store_id = $1 and user_id = $2 order by id',
    [own.storeId, body.user.id],
  )
  const user_id = body.user.id
  expect(rows).toEqual(['invitation_accepted', 'sign_in'].map((action) => ({ action, user_id, asked: true })))
})

test('another page’s acceptance is refused', async () => {
  const { token } = await invited(store, role)
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  expect((await accept(newcomer(token), { headers })).body.error).toBe('foreign_page')
})

describe('an invitation whose author', () => {
  /** A member who may invite to the rights they hold, and the person they invited. */
  async function invitedByColleague() {
    const own = await newStore()
    const maker = await own.member(['user.user.edit', 'cdp-core.profile.read'])
    const given = await madeRole(own, ['cdp-core.profile.read'])
    const email = `late.${maker.userId}@example.com`
    const { link } = await maker.call(invitations.create, { body: { email, role_id: given.id } })
    return { own, maker, email, token: link!.split('#')[1]! }
  }
  const taken = (token: string) => Promise.all([look(token), accept(newcomer(token))])

  test('still holds what it gives is good', async () => {
    const { token } = await invitedByColleague()
    expect((await accept(newcomer(token))).status).toBe(200)
  })

  test('has left is taken back', async () => {
    const { own, maker, token } = await invitedByColleague()
    await own.call(people.remove, { params: { id: String(maker.userId) }, query: {} })
    const [looked, accepted] = await taken(token)
    expect([looked.body.error, accepted.body.error]).toEqual(['invitation_revoked', 'invitation_revoked'])
  })

  test.each([
    ['no longer holds the rights it grants', ['user.user.edit']],
    ['may no longer invite', ['cdp-core.profile.read']],
  ])('%s is invalid until the author regains the right', async (_, permissions) => {
    const { own, maker, email, token } = await invitedByColleague()
    const { admin } = await testServer()
    const set =
      'update role r set permissions = $3 from store_member m where m.store_id = $1 and m.user_id = $2 and r.store_id = m.store_id and r.id = m.role_id'
    await admin.query(set, [own.storeId, maker.userId, permissions])
    const [looked, accepted] = await taken(token)
    expect([looked.body.error, accepted.body.error]).toEqual(['invitation_revoked', 'invitation_revoked'])
    const { rows } = await admin.query('select from users where email = $1', [email])
    expect(rows).toEqual([])
    await admin.query(set, [own.storeId, maker.userId, ['user.user.edit', 'cdp-core.profile.read']])
    expect((await accept(newcomer(token))).status).toBe(200)
  })
})

test('an invitation that can no longer be accepted is deleted after 90 days', async () => {
  const own = await newStore()
  const { admin, core } = await testServer()
  const [old, young] = [
    await invited(own, await presetId(own, 'viewer')),
    await invited(own, await presetId(own, 'viewer')),
  ]
  const expire =
    'update invitation set expires_at = now() - make_interval(days => $2) where store_id = $1 and lower(email) = $3'
  await admin.query(expire, [own.storeId, 91, old.email])
  await admin.query(expire, [own.storeId, 89, young.email])
  await core.pool.query('select auth.purge()')
  const { rows } = await admin.query<{ email: string }>('select email from invitation where store_id = $1', [
    own.storeId,
  ])
  expect(rows.map(({ email }) => email)).toEqual([young.email])
})
