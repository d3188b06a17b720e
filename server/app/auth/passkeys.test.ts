import { auth } from '@ruam/contract/access/auth.ts'
import { passkeys, RECOVERY_CODES } from '@ruam/contract/access/passkeys.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, refresh, signIn, storeWithPassword, written } from '../../testing/app/auth.testing.ts'
import {
  aloneChallenge,
  enrol,
  newAuthenticator,
  secondFactorOf,
  signInByCode,
  signInByPasskey,
} from '../../testing/app/passkeys.testing.ts'
import { columnsContaining, mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import type { Mailbox } from '../../testing/mail-server.testing.ts'
import { type Member, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let box: Mailbox
beforeAll(async () => {
  box = await sendingServer()
  const { core } = await testServer()
  core.config.publicUrl = 'http://localhost:3000'
})

const mailed = (email: string, about: string) =>
  until(async () => (await mailsTo(box, email)).some(({ subject }) => subject?.includes(about)))
/** The name of a call's error. */
const errorOf = async (reply: Promise<{ body: unknown }>) => ((await reply).body as ErrorBody).error
const byId = (id: number) => ({ params: { id: String(id) } })

/** Moves the sign-in of a person back by so many minutes. */
async function age({ userId }: Member, minutes: number) {
  const { home } = await testServer()
  await home.admin.query(
    `update user_session set proved_at = coalesce(proved_at, created_at) - make_interval(mins => $2) where user_id = $1`,
    [userId, minutes],
  )
}

test('a passkey is added, named, used as the second factor, shown with its last use, and removed', async () => {
  const store = await storeWithPassword()
  const { passkey, codes } = await enrol(store)
  expect(new Set(codes).size).toBe(RECOVERY_CODES)
  expect(codes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(await columnsContaining(codes[0]!)).toEqual([])
  await mailed(store.email, 'A passkey was added')
  const challenge = await secondFactorOf(store.email)
  expect(challenge.passkeys).toEqual([{ id: passkey.id.toString('base64url'), transports: ['internal'] }])
  const { status, body, cookie } = await signInByPasskey(passkey.get(challenge, { verified: false }))
  expect([status, body.user.id]).toEqual([200, store.userId])
  expect((await refresh(cookie)).status).toBe(200)

  const second = await enrol(store, 'กุญแจสำรอง')
  expect(second.codes).toEqual([])
  const { data, codes_left } = await store.call(passkeys.list)
  expect(data.map(({ name, used_at }) => [name, used_at !== null])).toEqual([
    ['โทรศัพท์', true],
    ['กุญแจสำรอง', false],
  ])
  expect(codes_left).toBe(RECOVERY_CODES)
  await store.call(passkeys.rename, { ...byId(data[0]!.id), body: { name: 'โทรศัพท์เก่า' } })
  await store.call(passkeys.remove, byId(data[0]!.id))
  expect((await signInByPasskey(passkey.get(await secondFactorOf(store.email)))).body.error).toBe('passkey_refused')
  expect((await signInByPasskey(second.passkey.get(await secondFactorOf(store.email)))).status).toBe(200)
  await store.call(passkeys.remove, byId(data[1]!.id))
  expect((await store.call(passkeys.list)).codes_left).toBe(0)
  expect((await signIn(store.email)).status).toBe(200)
  await expect
    .poll(() => written(store.storeId, store.userId))
    .toEqual(expect.arrayContaining(['passkey_added', 'passkey_removed', 'passkey_refused']))
})

describe('a sign-in by passkey alone', () => {
  test('opens the account of the passkey, if its authenticator has verified the person', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const refused = passkey.get(await aloneChallenge(), { verified: false })
    expect((await signInByPasskey(refused)).body.error).toBe('passkey_refused')
    const { status, body } = await signInByPasskey(passkey.get(await aloneChallenge()))
    expect([status, body.user.email]).toEqual([200, store.email])
  })

  test('answers each challenge once, within five minutes', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const answer = passkey.get(await aloneChallenge())
    expect((await signInByPasskey(answer)).status).toBe(200)
    expect((await signInByPasskey(answer)).body.error).toBe('passkey_refused')
    const late = await aloneChallenge()
    const { home } = await testServer()
    await home.admin.query("update passkey_challenge set expires_at = expires_at - interval '5 minutes'")
    expect((await signInByPasskey(passkey.get(late))).body.error).toBe('passkey_refused')
  })
})

describe('the answer of an authenticator', () => {
  test.each([
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another relying party', { rpId: 'ruam.example' }],
    ['another ceremony', { type: 'webauthn.create' }],
  ])('is refused from %s', async (_, wrong) => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const { body } = await signInByPasskey(passkey.get(await secondFactorOf(store.email), wrong))
    expect(body.error).toBe('passkey_refused')
  })

  test('is checked against the public address, not against the header Host', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const headers = { host: 'evil.example', origin: 'http://evil.example' }
    const challenge = await aloneChallenge({ headers })
    expect(challenge.rp_id).toBe('localhost')
    const wrong = { origin: 'http://evil.example', rpId: 'evil.example' }
    expect((await signInByPasskey(passkey.get(challenge, wrong), { headers })).body.error).toBe('passkey_refused')
  })

  test('is refused for the challenge of another person, and for another purpose', async () => {
    const [one, other] = [await storeWithPassword(), await storeWithPassword()]
    const { passkey } = await enrol(one)
    await enrol(other)
    expect((await signInByPasskey(passkey.get(await secondFactorOf(other.email)))).body.error).toBe('passkey_refused')
    const confirming = await one.call(passkeys.challenge, { body: { purpose: 'confirm' } })
    expect((await signInByPasskey(passkey.get(confirming))).body.error).toBe('passkey_refused')
    const stolen = await one.call(passkeys.challenge, { body: { purpose: 'confirm' } })
    const confirmed = other.try(passkeys.confirm, { body: { assertion: passkey.get(stolen) } })
    expect(await errorOf(confirmed)).toBe('passkey_refused')
    const mine = await one.call(passkeys.challenge, { body: { purpose: 'enrol' } })
    const added = { name: 'x', ...(await newAuthenticator()).create(mine) }
    expect((await other.try(passkeys.add, { body: added })).body.error).toBe('passkey_refused')
  })

  test('adds no passkey a second time', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const asked = await store.call(passkeys.challenge, { body: { purpose: 'enrol' } })
    const again = await store.try(passkeys.add, { body: { name: 'x', ...passkey.create(asked) } })
    expect([again.status, again.body.error]).toEqual([401, 'passkey_refused'])
  })

  test('of a copied passkey, whose counter went back, is refused, audited and mailed', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    expect((await signInByPasskey(passkey.get(await secondFactorOf(store.email), { counter: 9 }))).status).toBe(200)
    const copy = passkey.get(await secondFactorOf(store.email), { counter: 9 })
    expect((await signInByPasskey(copy)).body.error).toBe('passkey_refused')
    await expect.poll(() => written(store.storeId, store.userId)).toContain('passkey_copied')
    await mailed(store.email, 'may have been copied')
    expect((await signInByPasskey(passkey.get(await secondFactorOf(store.email), { counter: 10 }))).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('replaces the passkey once, after the password, and is mailed and audited', async () => {
    const store = await storeWithPassword()
    const { codes } = await enrol(store)
    const { challenge } = await secondFactorOf(store.email)
    expect((await signInByCode(challenge, 'aaaa-bbbb-cccc-dddd')).body.error).toBe('recovery_code_wrong')
    const typed = codes[3]!.toUpperCase().replaceAll('-', ' ')
    const { status, body } = await signInByCode(challenge, typed)
    expect([status, body.user.id]).toEqual([200, store.userId])
    expect((await signInByCode(challenge, codes[4]!)).body.error).toBe('challenge_over')
    const again = await secondFactorOf(store.email)
    expect((await signInByCode(again.challenge, codes[3]!)).body.error).toBe('recovery_code_wrong')
    expect((await store.call(passkeys.list)).codes_left).toBe(RECOVERY_CODES - 1)
    await mailed(store.email, 'A recovery code was used')
    await expect.poll(() => written(store.storeId, store.userId)).toContain('recovery_code_used')
    const { codes: next } = await store.call(passkeys.renewCodes)
    expect((await signInByCode(again.challenge, codes[5]!)).body.error).toBe('recovery_code_wrong')
    expect((await signInByCode(again.challenge, next[0]!)).status).toBe(200)
  })

  test('is guessed 40 times and refused 40 times, by then without a look', async () => {
    const store = await storeWithPassword()
    await enrol(store)
    const { challenge } = await secondFactorOf(store.email)
    const seen = new Map<number, number>()
    for (let n = 0; n < 40; n++) {
      const { status } = await signInByCode(challenge, `aaaa-aaaa-aaaa-aa${String(n).padStart(2, '2')}`)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    // From 40 addresses: ten a minute for the person from everywhere.
    expect(Object.fromEntries(seen)).toEqual({ 401: 10, 429: 30 })
  })
})

test('40 wrong answers of an authenticator are refused, most of them without a look', async () => {
  const store = await storeWithPassword()
  const { passkey } = await enrol(store)
  const from = '192.0.2.40'
  const seen = new Map<number, number>()
  for (let n = 0; n < 40; n++) {
    const { status } = await signInByPasskey(passkey.get({ challenge: 'guessed', rp_id: 'localhost' }), { from })
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(seen)).toEqual({ 401: 5, 429: 35 })
})

describe('changes of passkeys', () => {
  test('need a fresh sign-in: the password again, or a passkey', async () => {
    const store = await storeWithPassword()
    const { passkey } = await enrol(store)
    const { data } = await store.call(passkeys.list)
    const adding = () => store.try(passkeys.challenge, { body: { purpose: 'enrol' } })
    await age(store, 10)
    expect((await adding()).body.error).toBe('sign_in_not_fresh')
    expect(await errorOf(store.try(passkeys.remove, byId(data[0]!.id)))).toBe('sign_in_not_fresh')
    expect((await store.try(passkeys.renewCodes)).body.error).toBe('sign_in_not_fresh')
    expect(await errorOf(store.try(passkeys.confirm, { body: { password: 'wrong' } }))).toBe('password_wrong')
    await store.call(passkeys.confirm, { body: { password: PASSWORD } })
    expect((await adding()).status).toBe(200)
    await age(store, 10)
    const asked = await store.call(passkeys.challenge, { body: { purpose: 'confirm' } })
    await store.call(passkeys.confirm, { body: { assertion: passkey.get(asked) } })
    expect((await adding()).status).toBe(200)
  })

  test('reach no passkey of another person', async () => {
    const [one, other] = [await storeWithPassword(), await storeWithPassword()]
    await enrol(one)
    const { data } = await one.call(passkeys.list)
    expect((await other.try(passkeys.remove, byId(data[0]!.id))).status).toBe(404)
    expect((await other.try(passkeys.rename, { ...byId(data[0]!.id), body: { name: 'x' } })).status).toBe(404)
    expect((await one.call(passkeys.list)).data[0]!.name).toBe('โทรศัพท์')
  })

  test('are impossible for a person who signs in at the identity provider alone', async () => {
    const store = await storeWithPassword()
    const { home } = await testServer()
    await home.admin.query("update users set password_hash = '' where id = $1", [store.userId])
    const { body } = await store.try(passkeys.challenge, { body: { purpose: 'enrol' } })
    expect(body.error).toBe('passkey_at_provider')
  })
})

test('plain http in a network, and an address without a name, say why passkeys cannot be used', async () => {
  const { core } = await testServer()
  const store = await storeWithPassword()
  const at = async (publicUrl: string) => {
    core.config.publicUrl = publicUrl
    const { problem } = await store.call(passkeys.list)
    return [problem, (await store.try(passkeys.challenge, { body: { purpose: 'enrol' } })).body.error]
  }
  expect(await at('http://192.168.1.5:3000')).toEqual(['http', 'passkeys_unavailable'])
  expect(await at('http://ruam.local')).toEqual(['http', 'passkeys_unavailable'])
  expect(await at('https://192.168.1.5')).toEqual(['no_name', 'passkeys_unavailable'])
  expect(await at('https://crm.shop.example')).toEqual([null, undefined])
  expect(await at('http://localhost:3000')).toEqual([null, undefined])
  expect((await store.try(auth.me)).status).toBe(200)
})
