import { auth } from '@ruam/contract/access/auth.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, refresh, serverWith, signIn, statusOf, storeWithPassword } from '../../testing/app/auth.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await storeWithPassword()
})

describe('signing in', () => {
  test('answers a token, how long it lasts and the person, and sets the refresh cookie', async () => {
    const { status, body, headers } = await signIn(store.email)
    expect([status, body.expires_in, body.user]).toEqual([
      200,
      900,
      {
        ...{ id: store.userId, first_name: 'สมชาย', last_name: 'ใจดี', email: store.email },
        ...{ language: null, era: null, mail_failed_at: null },
      },
    ])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^ruam_refresh=[\w-]{43}; Path=\/api\/auth\/refresh; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^ruam_device_\d+=[\w-]{43}; Path=\/api\/auth\/login; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect(await statusOf(auth.me, body.access_token)).toBe(200)
  })

  test.each([
    '{"limit":{"toString":1}}',
    '{"limit":{"valueOf":1,"toString":null}}',
    '{"email":{"toString":1},"password":{"valueOf":null}}',
    '{"email":["x@example.com"],"password":{"length":3}}',
    '{"constructor":{"name":1}}',
    '[]',
    'null',
    '"text"',
    '0',
  ])('rejects the malformed body %s as invalid without a session', async (payload) => {
    const { app } = await testServer()
    const headers = { 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'invalid_input'])
  })

  test('takes the address in any case and with blanks around it', async () => {
    expect((await signIn(`  ${store.email.toUpperCase()} `)).status).toBe(200)
  })

  test('takes a Thai password however its marks are encoded', async () => {
    expect((await signIn(store.email, PASSWORD.normalize('NFD'))).status).toBe(200)
  })

  test('answers a wrong password and an unknown address alike', async () => {
    const wrong = await signIn(store.email, 'not the password')
    const unknown = await signIn('nobody@example.com')
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect([wrong.status, wrong.body.error, wrong.cookie]).toEqual([401, 'wrong_credentials', undefined])
  })

  test('gives cookies that only https carries where people come by https', async () => {
    const { app } = await serverWith({ publicUrl: 'https://ruam.example' })
    const { headers, cookie } = await signIn(store.email, PASSWORD, { app })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Secure-ruam_refresh=.*; Path=\/api\/auth\/refresh; .*; SameSite=Strict; Secure$/),
      expect.stringMatching(/^__Secure-ruam_device_\d+=.*; Path=\/api\/auth\/login; .*; SameSite=Strict; Secure$/),
    ])
    expect((await refresh(undefined, { app, cookie: `ruam_refresh=${cookie}` })).status).toBe(401)
    expect((await refresh(undefined, { app, cookie: `__Secure-ruam_refresh=${cookie}` })).status).toBe(200)
    await app.close()
  })

  test('gives plain cookies where people come by http', async () => {
    const { app } = await serverWith({ publicUrl: 'http://ruam.example' })
    expect(String((await signIn(store.email, PASSWORD, { app })).headers['set-cookie'])).not.toMatch(/Secure/)
    await app.close()
  })

  test('is written into the audit log of the person’s stores, without the address', async () => {
    const { admin } = await testServer()
    const own = await storeWithPassword()
    await signIn(own.email)
    const { rows } = await admin.query(
      "select action, subject_id, details from audit_log where store_id = $1 and action = 'sign_in'",
      [own.storeId],
    )
    // The test's own session began with one as well.
    expect(rows.at(-1)).toEqual({ action: 'sign_in', subject_id: String(own.userId), details: {} })
  })
})

test('a flood of unknown devices must retry, and does not keep a known device out', async () => {
  const { email } = await storeWithPassword()
  const { device } = await signIn(email)
  const crowd = Array.from({ length: 120 }, (_, n) => signIn(`stranger${n}@example.com`))
  const known = await signIn(email, PASSWORD, { cookie: device })
  const refused = (await Promise.all(crowd)).filter(({ status }) => status !== 401)
  expect([known.status, refused.length > 0]).toEqual([200, true])
  for (const { status, body, headers } of refused) {
    expect([status, body.error, headers['retry-after']]).toEqual([429, 'sign_in_busy', '5'])
  }
})

test('forty people sign in at once without waiting for each other for ever', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, (_, n) => signIn(`crowd${n}@example.com`)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
})

describe('a token', () => {
  test('a person’s token opens no store, and a store’s token only that store', async () => {
    const { body } = await signIn(store.email)
    expect(await statusOf(profiles.list, body.access_token)).toBe('401 signed_out')
    const { token, roles } = await store.call(stores.token, { body: { id: store.storeId } })
    expect([roles, await statusOf(profiles.list, token)]).toEqual([['owner'], 200])
    const other = await storeWithPassword()
    expect(await statusOf(stores.get, token, { id: String(other.storeId) })).toBe('404 not_found')
  })

  test('for a store that one does not belong to is refused as for one that does not exist', async () => {
    const other = await storeWithPassword()
    const foreign = await store.try(stores.token, { body: { id: other.storeId } })
    expect(foreign).toEqual(await store.try(stores.token, { body: { id: 2_147_483_647 } }))
    expect(foreign.status).toBe(404)
  })

  test('is kept as a hash alone', async () => {
    const { admin } = await testServer()
    const { body, cookie } = await signIn(store.email)
    const { rows } = await admin.query(
      'select access_token::text as row from access_token union all select user_session::text from user_session',
    )
    const kept = rows.map(({ row }) => row).join()
    for (const secret of [body.access_token, cookie!]) {
      expect(kept).not.toContain(secret)
      expect(kept).not.toContain(Buffer.from(secret).toString('hex'))
      expect(kept).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})

describe('at the very next request', () => {
  test('signing out ends the person’s and the store’s token, and clears the cookie', async () => {
    const { app } = await testServer()
    const own = await storeWithPassword()
    const { body, cookie } = await signIn(own.email)
    const bearer = { authorization: `Bearer ${body.access_token}` }
    const entered = await app.inject({
      method: 'POST',
      url: '/api/stores/auth/token',
      headers: bearer,
      payload: { id: own.storeId },
    })
    const { token } = entered.json()
    expect(await statusOf(profiles.list, token)).toBe(200)
    const out = await app.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer })
    expect([out.statusCode, out.headers['set-cookie']]).toEqual([
      204,
      expect.stringMatching(/^ruam_refresh=; .*Max-Age=0/),
    ])
    expect([await statusOf(profiles.list, token), await statusOf(auth.me, body.access_token)]).toEqual([
      '401 signed_out',
      '401 signed_out',
    ])
    const again = await app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { cookie: `ruam_refresh=${cookie}` },
    })
    expect(again.statusCode).toBe(401)
  })

  test('signing out leaves the person’s other sessions alone', async () => {
    const { app } = await testServer()
    const [phone, counter] = [await signIn(store.email), await signIn(store.email)]
    await app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { authorization: `Bearer ${phone.body.access_token}` },
    })
    expect(await statusOf(auth.me, counter.body.access_token)).toBe(200)
  })

  test('a member who was removed from the store loses access to it, but stays signed in', async () => {
    const { admin } = await testServer()
    const member = await store.member(['cdp-core.profile.read'])
    expect(await statusOf(profiles.list, member.token)).toBe(200)
    await admin.query('update store_member set removed_at = now() where user_id = $1', [member.userId])
    expect([await statusOf(profiles.list, member.token), await statusOf(auth.me, member.personToken)]).toEqual([
      '401 signed_out',
      200,
    ])
  })

  test('a role’s new permissions and a member’s new role count', async () => {
    const { admin } = await testServer()
    const member = await store.member([])
    const permit = (list: string) =>
      admin.query('update role set permissions = $2 where id = (select role_id from store_member where user_id = $1)', [
        member.userId,
        list,
      ])
    expect(await statusOf(profiles.list, member.token)).toBe('403 forbidden')
    await permit('{cdp-core.profile.read}')
    expect(await statusOf(profiles.list, member.token)).toBe(200)
    await permit('{}')
    expect(await statusOf(profiles.list, member.token)).toBe('403 forbidden')
    await admin.query(
      "update store_member set role_id = (select id from role where store_id = $2 and name = 'viewer') where user_id = $1",
      [member.userId, store.storeId],
    )
    expect(await statusOf(profiles.list, member.token)).toBe(200)
  })

  test('a new password ends every session of the person', async () => {
    const { admin } = await testServer()
    const own = await storeWithPassword()
    await admin.query("select auth.set_password($1, 'another hash')", [own.email])
    expect(await statusOf(auth.me, own.personToken)).toBe('401 signed_out')
  })
})
