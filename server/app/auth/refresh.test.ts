import { auth } from '@ruam/contract/access/auth.ts'
import {
  ACCESS_TOKEN_SECONDS,
  REFRESH_GRACE_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '@ruam/contract/platform/constants.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokenHash } from '../../core/tokens.ts'
import { refresh, signIn, statusOf, storeWithPassword } from '../../testing/app/auth.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await storeWithPassword()
})

/** A new sign-in's cookie and access token. */
async function session() {
  const { body, cookie } = await signIn((await storeWithPassword()).email)
  return { token: body.access_token, cookie: cookie! }
}

/** Moves what the database remembers of a cookie into the past. */
async function age(cookie: string, column: 'spent_at' | 'rotated_at' | 'expires_at', seconds: number) {
  const { admin } = await testServer()
  const [table, key] = column === 'spent_at' ? ['spent_refresh', 'token_hash'] : ['user_session', 'refresh_hash']
  const moved = await admin.query(
    `update ${table} set ${column} = ${column} - make_interval(secs => $2) where ${key} = $1`,
    [tokenHash(cookie), seconds],
  )
  expect(moved.rowCount).toBe(1)
}

test('a refresh trades the cookie for a new one and a new access token', async () => {
  const { cookie, token } = await session()
  const next = await refresh(cookie)
  expect([next.status, next.body.expires_in]).toEqual([200, ACCESS_TOKEN_SECONDS])
  expect(next.cookie).toMatch(/^[\w-]{43}$/)
  expect(next.cookie).not.toBe(cookie)
  expect(await statusOf(auth.me, next.body.access_token)).toBe(200)
  // The older access token lives its quarter of an hour: another tab works with it.
  expect(await statusOf(auth.me, token)).toBe(200)
  expect((await refresh(next.cookie)).status).toBe(200)
})

test('two tabs that refresh at once both go on, and share one new cookie', async () => {
  const { cookie } = await session()
  const replies = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map((reply) => reply.cookie)).size).toBe(1)
  for (const { body } of replies) expect(await statusOf(auth.me, body.access_token)).toBe(200)
})

describe('a renewal whose answer was lost', () => {
  test('is repeated once within a minute, and noted in the audit log', async () => {
    const { cookie } = await session()
    const lost = await refresh(cookie)
    await age(cookie, 'spent_at', 40)
    const again = await refresh(cookie)
    expect([again.status, again.cookie]).toEqual([200, lost.cookie])
    expect(await renewals(again.body.user.id)).toBe(1)
    expect((await refresh(again.cookie)).status).toBe(200)
  })

  test('is not repeated twice, nor after a minute', async () => {
    const { cookie } = await session()
    await refresh(cookie)
    await age(cookie, 'spent_at', 40)
    await refresh(cookie)
    expect((await refresh(cookie)).status).toBe(401)
    const late = await session()
    await refresh(late.cookie)
    await age(late.cookie, 'spent_at', 61)
    expect((await refresh(late.cookie)).status).toBe(401)
  })

  test('ends the session if its answer was used after all', async () => {
    const { cookie } = await session()
    const arrived = await refresh(cookie)
    const used = await refresh(arrived.cookie)
    await age(cookie, 'spent_at', 40)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(used.cookie)).status).toBe(401)
  })
})

/** Repeated renewals of a person in the audit log. */
async function renewals(userId: number) {
  const { admin } = await testServer()
  const text = "select from audit_log where user_id = $1 and action = 'session_renewed'"
  return (await admin.query(text, [userId])).rowCount
}

test('a cookie reused after the grace period ends the session for every holder', async () => {
  const { cookie } = await session()
  const next = await refresh(cookie)
  await refresh(next.cookie)
  await age(cookie, 'spent_at', REFRESH_GRACE_SECONDS + 1)
  const copy = await refresh(cookie)
  expect([copy.status, copy.body.error, copy.cookie]).toEqual([401, 'signed_out', undefined])
  expect([(await refresh(next.cookie)).status, await statusOf(auth.me, next.body.access_token)]).toEqual([
    401,
    '401 signed_out',
  ])
})

test('a thief who refreshes several times is also detected when the first cookie is reused', async () => {
  const { cookie } = await session()
  const second = await refresh(cookie)
  const third = await refresh(second.cookie)
  await age(cookie, 'spent_at', REFRESH_GRACE_SECONDS + 1)
  expect((await refresh(cookie)).status).toBe(401)
  expect([(await refresh(third.cookie)).status, await statusOf(auth.me, third.body.access_token)]).toEqual([
    401,
    '401 signed_out',
  ])
})

test('a session expires after eight idle hours', async () => {
  const { cookie } = await session()
  await age(cookie, 'rotated_at', SESSION_IDLE_SECONDS - 60)
  const used = await refresh(cookie)
  expect(used.status).toBe(200)
  await age(used.cookie!, 'rotated_at', SESSION_IDLE_SECONDS + 1)
  expect((await refresh(used.cookie)).status).toBe(401)
})

test('a session ends seven days after the sign-in, however much it is used', async () => {
  const { cookie } = await session()
  await age(cookie, 'expires_at', SESSION_SECONDS - 60)
  const late = await refresh(cookie)
  expect(late.status).toBe(200)
  await age(late.cookie!, 'expires_at', 61)
  expect([(await refresh(late.cookie)).status, await statusOf(auth.me, late.body.access_token)]).toEqual([
    401,
    '401 signed_out',
  ])
})

test('an access token opens nothing after its quarter of an hour', async () => {
  const { admin } = await testServer()
  const { token } = await session()
  await admin.query(
    'update access_token set expires_at = expires_at - make_interval(secs => $2) where token_hash = $1',
    [tokenHash(token), ACCESS_TOKEN_SECONDS],
  )
  expect(await statusOf(auth.me, token)).toBe('401 signed_out')
})

test('no cookie, a made-up one and an access token in its place are refused alike', async () => {
  const { token } = await session()
  const replies = await Promise.all([
    refresh(),
    refresh('x'.repeat(43)),
    refresh('x'),
    refresh(token),
    refresh(store.personToken),
  ])
  expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([401, replies[0]!.body]))
})
