import { auth, setup } from '@ruam/contract/access/auth.ts'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { consents, FIRST_PURPOSE } from '@ruam/contract/customers/consents.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { SETUP_LINK_HOURS } from '@ruam/contract/platform/constants.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newToken, tokenHash } from '../../core/tokens.ts'
import { PASSWORD, setUp, signIn, statusOf } from '../../testing/app/auth.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { offerSetup } from './queries.ts'
import { setUpUnattended } from './set-up.ts'

const owner = {
  email: 'Malee@Example.com',
  password: PASSWORD,
  first_name: 'มาลี',
  last_name: 'ใจดี',
  store_name: 'ร้านมาลี',
  dpa_accepted: true,
}
let token: string

beforeEach(async () => {
  const { admin, core } = await testServer()
  await admin.query('truncate users, store, setup_link, rate_limit cascade')
  token = newToken()
  await offerSetup(core.pool, tokenHash(token))
})

const count = async (table: 'users' | 'store' | 'role' | 'setup_link') => {
  const { admin } = await testServer()
  return (await admin.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]!.n
}

async function needed(): Promise<boolean> {
  const { app } = await testServer()
  return (await app.inject(`/api${setup.status.path}`)).json().needed
}

test('set-up makes the owner, the store with its roles and the agreement, and signs the owner in', async () => {
  expect(await needed()).toBe(true)
  const made = await setUp({ token, ...owner })
  expect([made.status, made.body.user.email, made.body.store.name]).toEqual([200, 'malee@example.com', 'ร้านมาลี'])
  expect(made.cookie).toMatch(/^[\w-]{43}$/)
  expect([await needed(), await count('role')]).toEqual([false, presetRoles.length])

  const { app } = await testServer()
  const bearer = { authorization: `Bearer ${made.body.access_token}` }
  const entered = await app.inject({
    method: 'POST',
    url: `/api${stores.token.path}`,
    headers: bearer,
    payload: { id: made.body.store.id },
  })
  expect(entered.json()).toMatchObject({ roles: ['owner'], dpa_status: 'found' })
  const purposes = await app.inject({
    url: `/api${consents.purposes.path}`,
    headers: { authorization: `Bearer ${entered.json().token}` },
  })
  expect(purposes.json()).toMatchObject({ data: [{ name: FIRST_PURPOSE }] })
  const types = await app.inject({
    url: `/api${activities.types.path}`,
    headers: { authorization: `Bearer ${entered.json().token}`, 'accept-language': 'en' },
  })
  expect(types.json()).toMatchObject({ data: [{ name: 'Purchase' }] })
  const fields = types.json().data[0].fields.map((one: { display_name: string }) => one.display_name)
  expect(fields).toEqual(['Activity date', 'Purchase amount', 'Order number', 'Items', 'Branch', 'Channel'])
  const purchase = types.json().data[0]
  expect(purchase.fields.filter((one: { purpose: string }) => one.purpose === 'amount')).toEqual([purchase.fields[1]])
  expect(await statusOf(profiles.list, entered.json().token)).toBe(200)
  expect(await statusOf(users.stores, made.body.access_token, { user_id: String(made.body.user.id) })).toBe(200)
  expect((await signIn('malee@example.com')).status).toBe(200)
})

test('a set-up and the sign-in that comes with it are written down, each once', async () => {
  const { body } = await setUp({ token, ...owner })
  const { admin } = await testServer()
  const { rows } = await admin.query(
    'select action, user_id, address is not null as placed from audit_log where store_id = $1 order by id',
    [body.store.id],
  )
  expect(rows).toEqual(['set_up', 'sign_in'].map((action) => ({ action, user_id: body.user.id, placed: true })))
})

test('sample data is preselected on the embedded database, and never created without consent', async () => {
  const { app, admin } = await testServer()
  expect((await app.inject(`/api${setup.status.path}`)).json()).toMatchObject({ needed: true, sample: true })
  const { body } = await setUp({ token, ...owner })
  const jobs = await admin.query(
    "select from pgboss.job where name = 'sample-store' and (data ->> 'store_id')::int = $1",
    [body.store.id],
  )
  expect([await needed(), jobs.rowCount]).toEqual([false, 0])
})

test('set-up happens once: the link is spent, and a new one is not offered', async () => {
  await setUp({ token, ...owner })
  const again = await setUp({ token, ...owner, email: 'other@example.com' })
  expect([again.status, again.body.error]).toEqual([409, 'setup_done'])
  const { core } = await testServer()
  expect([await offerSetup(core.pool, tokenHash(newToken())), await count('users'), await count('setup_link')]).toEqual(
    [false, 1, 0],
  )
})

test('a wrong link makes nothing and leaves the right one good', async () => {
  const wrong = await setUp({ ...owner, token: newToken() })
  expect([wrong.status, wrong.body.error, await count('users')]).toEqual([403, 'setup_link_invalid', 0])
  expect((await setUp({ token, ...owner })).status).toBe(200)
})

test('a link is looked at before anything is filled in, and looking spends nothing', async () => {
  const { app, core } = await testServer()
  const look = async (of: string) =>
    (await app.inject({ method: 'POST', url: `/api${setup.link.path}`, payload: { token: of } })).json().state
  expect([await look(token), await look(newToken()), await look('')]).toEqual(['open', 'invalid', 'invalid'])
  expect((await setUp({ token, ...owner })).status).toBe(200)
  expect([await look(token), await offerSetup(core.pool, tokenHash(newToken()))]).toEqual(['done', false])
})

test('looking at links is not done without end', async () => {
  const { app } = await testServer()
  const look = () =>
    app.inject({
      method: 'POST',
      url: `/api${setup.link.path}`,
      payload: { token: newToken() },
      remoteAddress: '10.9.9.8',
    })
  const seen = []
  for (let n = 0; n < 21; n++) seen.push((await look()).statusCode)
  expect([seen.slice(0, 20).every((status) => status === 200), seen[20]]).toEqual([true, 429])
})

test('the sign-in form names the store if there is only one', async () => {
  const { app, admin } = await testServer()
  const named = async () => (await app.inject(`/api${setup.status.path}`)).json().store
  expect(await named()).toBe(null)
  const { body } = await setUp({ token, ...owner })
  expect(await named()).toBe('ร้านมาลี')
  const { rows } = await admin.query<{ store_id: number }>(
    "insert into store (name) values ('อีกร้าน') returning store_id",
  )
  expect(await named()).toBe(null)
  // A deleted store does not count.
  await admin.query('update store set deleted_at = now() where store_id = $1', [body.store.id])
  expect(await named()).toBe('อีกร้าน')
  await admin.query('delete from store where store_id = $1', [rows[0]!.store_id])
  expect(await named()).toBe(null)
})

test('a newer link takes the place of an older one', async () => {
  const { core } = await testServer()
  await offerSetup(core.pool, tokenHash(newToken()))
  expect((await setUp({ token, ...owner })).body.error).toBe('setup_link_invalid')
})

test('a link lives for a day', async () => {
  const { admin } = await testServer()
  const age = (hours: number) =>
    admin.query('update setup_link set created_at = clock_timestamp() - make_interval(hours => $1)', [hours])
  await age(SETUP_LINK_HOURS + 1)
  const late = await setUp({ token, ...owner })
  expect([late.status, late.body.error, await count('users')]).toEqual([403, 'setup_link_invalid', 0])
  const { core } = await testServer()
  await offerSetup(core.pool, tokenHash(token))
  await age(SETUP_LINK_HOURS - 1)
  expect((await setUp({ token, ...owner })).status).toBe(200)
})

test('a password that is easily guessed is refused, and leaves the link good', async () => {
  for (const password of ['1234567890', 'มาลีใจดี 2569', 'ร้านมาลี 123', 'isylzjko12']) {
    const { status, body } = await setUp({ token, ...owner, password }, `10.8.8.${password.length}`)
    expect([password, status, body.error]).toEqual([password, 400, 'password_common'])
  }
  expect([await count('users'), (await setUp({ token, ...owner })).status]).toEqual([0, 200])
})

test('ten set-ups at once make one owner', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => setUp({ token, ...owner, email: `owner${n}@example.com` })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  expect([await count('users'), await count('store')]).toEqual([1, 1])
})

test('a sixth try with a wrong link waits', async () => {
  const from = '10.9.9.9'
  for (let n = 0; n < 5; n++) await setUp({ ...owner, token: newToken() }, from)
  const sixth = await setUp({ token, ...owner }, from)
  expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
})

describe('validation of set-up', () => {
  test.each([
    ['the agreement', { dpa_accepted: false }],
    ['a password of ten characters', { password: '123456789' }],
    ['an e-mail address', { email: 'malee' }],
    ['a store name that can be seen', { store_name: '\u200b \u00a0' }],
    ['names without half characters', { first_name: 'มาลี\ud800' }],
    ['nothing beyond what it knows', { role: 'owner' }],
  ])('%s', async (_, change) => {
    const reply = await setUp({ token, ...owner, ...change })
    expect([reply.status, reply.body.error, await count('users')]).toEqual([400, 'invalid_input', 0])
  })
})

test('an unattended set-up needs no link, happens once and may leave the agreement open', async () => {
  const { core } = await testServer()
  const settings = { email: 'Malee@example.com', password: PASSWORD, store: 'ร้าน', dpaAccepted: false, sample: false }
  const withSettings = { ...core, config: { ...core.config, setup: settings } }
  await setUpUnattended(withSettings)
  await setUpUnattended({ ...core, config: { ...core.config, setup: { ...settings, email: 'other@example.com' } } })
  expect([await count('users'), await count('store')]).toEqual([1, 1])
  const { body } = await signIn('malee@example.com')
  const { app, admin } = await testServer()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const entered = await app.inject({
    method: 'POST',
    url: `/api${stores.token.path}`,
    headers: { authorization: `Bearer ${body.access_token}` },
    payload: { id: rows[0]!.store_id },
  })
  expect([entered.json().dpa_status, await statusOf(profiles.list, entered.json().token)]).toEqual([
    'not-found',
    '403 dpa_required',
  ])
  expect(await statusOf(auth.me, body.access_token)).toBe(200)
})

test('an unattended set-up with a password that is easily guessed stops the start, until there is an owner', async () => {
  const { core } = await testServer()
  const settings = {
    email: 'malee@example.com',
    password: 'malee-2569',
    store: 'ร้าน',
    dpaAccepted: true,
    sample: false,
  }
  const weak = { ...core, config: { ...core.config, setup: settings } }
  await expect(setUpUnattended(weak)).rejects.toThrow(/^The setting RUAM_SETUP_PASSWORD is not valid: .*easy to guess/)
  expect(await count('users')).toBe(0)
  await setUp({ token, ...owner })
  await setUpUnattended(weak)
  expect(await count('users')).toBe(1)
})
