import { auth } from '@ruam/contract/access/auth.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { REFRESH_GRACE_SECONDS } from '@ruam/contract/platform/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokenHash } from '../../core/tokens.ts'
import {
  changePassword,
  PASSWORD,
  refresh,
  serverWith,
  signIn,
  storeWithPassword,
  written,
} from '../../testing/app/auth.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

let server: Awaited<ReturnType<typeof serverWith>>
beforeAll(async () => {
  server = await serverWith({})
})
beforeEach(() => {
  server.lines.length = 0
})
afterAll(() => server.app.close())

const here = () => ({ app: server.app, from: '192.0.2.7' })
const event = (action: string, userId: number) => ({
  ...{ level: 30, time: expect.any(String), msg: 'event', reqId: expect.any(String), request_id: expect.any(String) },
  trace_id: expect.any(String),
  ...{ address: '192.0.2.7', action, user_id: userId },
})
const ask = (token: string, endpoint: { method: string; path: string }) =>
  server.app.inject({
    method: endpoint.method as 'GET',
    url: `/api${endpoint.path}`,
    remoteAddress: '192.0.2.7',
    headers: { authorization: `Bearer ${token}` },
  })

test('sign-ins that fail are written down with their request and address, and without the e-mail', async () => {
  const { email, userId, storeId } = await storeWithPassword()
  await signIn(email, 'not the password', here())
  await signIn('nobody.marker@example.com', 'marker password', here())
  const unknown = { ...event('sign_in_refused', 0), user_id: undefined }
  expect(server.events()).toEqual([event('sign_in_refused', userId), unknown])
  expect(server.lines.join('')).not.toMatch(/marker|person\d|@example/)
  // The answer does not wait for it.
  await expect.poll(() => written(storeId, userId)).toEqual(['sign_in', 'sign_in_refused'])
})

test('every store of a person hears of it', async () => {
  const { admin } = await testServer()
  const { email, userId } = await storeWithPassword()
  const second = await newStore()
  await admin.query(
    "insert into store_member (store_id, user_id, role_id) select $1, $2, id from role where store_id = $1 and name = 'viewer'",
    [second.storeId, userId],
  )
  await signIn(email, 'not the password', here())
  await expect.poll(() => written(second.storeId, userId)).toEqual(['sign_in_refused'])
})

test('signing in and out, and changing a password, are written down', async () => {
  const { email, userId, storeId } = await storeWithPassword()
  const { body } = await signIn(email, PASSWORD, here())
  await changePassword(body.access_token, { current: PASSWORD, next: 'purple tractor monday' }, here())
  await ask(body.access_token, auth.logout)
  const done = ['sign_in', 'password_changed', 'sign_out']
  expect(server.events()).toEqual(done.map((action) => event(action, userId)))
  expect(await written(storeId, userId)).toEqual(['sign_in', ...done])
})

test('a copied refresh cookie is written down', async () => {
  const { admin } = await testServer()
  const { email, userId, storeId } = await storeWithPassword()
  const { cookie } = await signIn(email)
  const next = await refresh(cookie)
  await refresh(next.cookie)
  await admin.query('update spent_refresh set spent_at = spent_at - make_interval(secs => $2) where token_hash = $1', [
    tokenHash(cookie!),
    REFRESH_GRACE_SECONDS + 1,
  ])
  await refresh(cookie, here())
  expect(server.events()).toEqual([event('session_copied', userId)])
  expect((await written(storeId, userId)).at(-1)).toBe('session_copied')
  const { rows } = await admin.query(
    "select address from audit_log where store_id = $1 and action = 'session_copied'",
    [storeId],
  )
  expect(rows).toEqual([{ address: '192.0.2.7' }])
})

test('tries that are used up are written down once a minute', async () => {
  const { email } = await storeWithPassword()
  for (let n = 0; n < 9; n++) await signIn(email, 'not the password', here())
  expect(server.events().map(({ action }) => action)).toEqual([...Array(5).fill('sign_in_refused'), 'tries_used_up'])
})

test('a missing right is written down once a minute for each person and right, in the log and in the audit log', async () => {
  const { admin } = await testServer()
  const store = await newStore()
  const member = await store.member(['cdp-core.segment.read' as never])
  const refusals = await Promise.all(Array.from({ length: 40 }, () => ask(member.token, profiles.list)))
  expect(new Set(refusals.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
  const { rows } = await admin.query(
    "select user_id, subject_type, subject_id, details, request_id from audit_log where store_id = $1 and action = 'right_refused'",
    [store.storeId],
  )
  const permission = 'cdp-core.profile.read'
  expect(rows).toEqual([
    {
      ...{ user_id: member.userId, subject_type: 'call', subject_id: 'GET /profile', details: { permission } },
      request_id: refusals.find(({ statusCode }) => statusCode === 403) && expect.any(String),
    },
  ])
  expect(server.events()).toEqual([
    { ...event('right_refused', member.userId), store_id: store.storeId, call: 'GET /profile', permission },
  ])
})

test('a refusal of another kind leaves no line', async () => {
  const store = await newStore({ dpa: 'none' })
  const replies = [await ask(store.token, profiles.list), await ask('x'.repeat(43), profiles.list)]
  expect([replies.map(({ statusCode }) => statusCode), server.lines]).toEqual([[403, 401], []])
})
