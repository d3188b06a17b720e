import { passkeys, secondFactor } from '@ruam/contract/access/passkeys.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeAll, expect, test } from 'vitest'
import { endWeakSessions } from '../../access/stores/second-factor.ts'
import { tokenHash } from '../../core/tokens.ts'
import { post, refresh, signIn, storeWithPassword, written } from '../../testing/app/auth.testing.ts'
import { enrol, newAuthenticator, secondFactorOf, signInByPasskey } from '../../testing/app/passkeys.testing.ts'
import { mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import type { Mailbox } from '../../testing/mail-server.testing.ts'
import { coreOf, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let box: Mailbox
beforeAll(async () => {
  box = await sendingServer()
  const { core } = await testServer()
  core.config.publicUrl = 'http://localhost:3000'
})

const open = (token: string, { storeId }: TestStore) =>
  post(stores.token, { id: storeId }, { headers: { authorization: `Bearer ${token}` } })
const require = (store: TestStore, required = true) => store.call(secondFactor.set, { body: { required } })

/** As if the week of notice had passed, and the sessions of a person had begun a while ago. */
async function passWeek(store: TestStore) {
  const { admin } = await testServer()
  await admin.query('update store set second_factor_from = now() where store_id = $1', [store.storeId])
}
async function ageSessions({ userId }: { userId: number }) {
  const { home } = await testServer()
  await home.admin.query("update user_session set created_at = created_at - interval '1 hour' where user_id = $1", [
    userId,
  ])
}

test('a required second factor comes with a week of notice, then ends weak sessions and leads to a passkey', async () => {
  const store = await storeWithPassword()
  const [sender, reader] = [await store.member(['cdp-core.broadcast.send']), await store.member([])]
  expect((await sender.try(secondFactor.set, { body: { required: true } })).body.error).toBe('forbidden')
  const state = await require(store)
  expect(state).toMatchObject({ members: 2, lacking: 2, problem: null, provider: false })
  const days = (Date.parse(state.from!) - Date.now()) / 86_400_000
  expect([days > 6.9, days <= 7]).toEqual([true, true])
  for (const { email } of [store, sender]) {
    const mails = () => mailsTo(box, email)
    await until(async () => (await mails()).some(({ subject }) => subject?.includes('requires a passkey')))
  }
  const { data: notices } = await store.call(notifications.list, { query: {} })
  expect(notices.map(({ kind }) => kind)).toContain('second_factor_required')
  expect(box.mails.filter(({ to }) => to?.some(({ address }) => address === reader.email))).toEqual([])
  expect((await open((await signIn(store.email)).body.access_token, store)).status).toBe(200)

  await passWeek(store)
  const { cookie, body } = await signIn(store.email)
  expect((await open(body.access_token, store)).body.error).toBe('passkey_required')
  expect((await open(reader.personToken, store)).status).toBe(200)
  await endWeakSessions(await coreOf(store))
  expect((await refresh(cookie)).status).toBe(200)
  await ageSessions(store)
  await endWeakSessions(await coreOf(store))
  expect((await refresh(cookie)).status).toBe(401)
  expect((await store.try(passkeys.list)).status).toBe(401)
  await expect.poll(async () => (await written(store.storeId, store.userId)).at(-1)).toBe('weak_sessions_ended')

  // The last owner adds a passkey with the sign-in, and goes on.
  const token = (await signIn(store.email)).body.access_token
  const passkey = await newAuthenticator()
  const headers = { authorization: `Bearer ${token}` }
  const { body: asked } = await post(passkeys.challenge, { purpose: 'enrol' }, { headers })
  expect((await post(passkeys.add, { name: 'มือถือ', ...passkey.create(asked) }, { headers })).status).toBe(200)
  expect((await open(token, store)).status).toBe(200)
  const later = await signInByPasskey(passkey.get(await secondFactorOf(store.email)))
  expect((await open(later.body.access_token, store)).status).toBe(200)
})

test('of two stores the stricter counts, until it requires nothing more', async () => {
  const [mild, strict] = [await storeWithPassword(), await storeWithPassword()]
  const { admin } = await testServer()
  await admin.query(
    "insert into store_member (store_id, user_id, role_id) select $1, $2, id from role where store_id = $1 and name = 'owner'",
    [strict.storeId, mild.userId],
  )
  await require(strict)
  await passWeek(strict)
  const { access_token } = (await signIn(mild.email)).body
  expect((await open(access_token, mild)).body.error).toBe('passkey_required')
  expect((await enrolled(mild)).required_from).not.toBeNull()
  await require(strict, false)
  expect((await open(access_token, mild)).status).toBe(200)
})

const enrolled = (store: TestStore) => store.call(passkeys.list)

test('people of the identity provider open a store that requires a second factor, and are not asked for one', async () => {
  const store = await storeWithPassword()
  const { home } = await testServer()
  const member = await store.member(['cdp-core.profile.download'])
  await home.admin.query("insert into user_identity (issuer, subject, user_id) values ('https://id.example', $2, $1)", [
    member.userId,
    `subject ${member.userId}`,
  ])
  expect(await require(store)).toMatchObject({ members: 2, lacking: 1 })
  await passWeek(store)
  await home.admin.query("select auth.prove_session(session_id, 'provider') from access_token where token_hash = $1", [
    tokenHash(member.personToken),
  ])
  await ageSessions(member)
  await endWeakSessions(await coreOf(store))
  expect((await open(member.personToken, store)).status).toBe(200)
})

test('plain http cannot require a second factor, and ends nothing that was required before', async () => {
  const store = await storeWithPassword()
  const { core } = await testServer()
  await require(store)
  await passWeek(store)
  core.config.publicUrl = 'http://192.168.1.5:3000'
  expect((await store.try(secondFactor.set, { body: { required: true } })).body.error).toBe('passkeys_unavailable')
  expect((await store.call(secondFactor.get)).problem).toBe('http')
  expect((await open((await signIn(store.email)).body.access_token, store)).status).toBe(200)
  core.config.publicUrl = undefined as never
  expect((await store.call(secondFactor.get)).problem).toBe('no_address')
  core.config.publicUrl = 'http://localhost:3000'
})

test('npm run reset-password removes passkeys and recovery codes with the password', async () => {
  const store = await storeWithPassword()
  await enrol(store)
  const { home } = await testServer()
  await home.admin.query('select auth.set_password($1, (select password_hash from users where id = $2))', [
    store.email,
    store.userId,
  ])
  expect((await signIn(store.email)).status).toBe(200)
  const { rows } = await home.admin.query(
    'select from passkey where user_id = $1 union all select from recovery_code where user_id = $1',
    [store.userId],
  )
  expect(rows).toEqual([])
})
