import { auth } from '@ruam/contract/access/auth.ts'
import { SESSION_IDLE_SECONDS } from '@ruam/contract/platform/constants.ts'
import { expect, test } from 'vitest'
import { tokenHash } from '../../core/tokens.ts'
import { PASSWORD, refresh, signIn, statusOf, storeWithPassword, written } from '../../testing/app/auth.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const as = (agent: string, from: string) => ({ from, headers: { 'user-agent': agent } })

async function sessionsOf(token: string) {
  const { app } = await testServer()
  const reply = await app.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${token}` } })
  return reply.json() as { data: { id: number; device: string; address: string; current: boolean }[]; total: number }
}

/** A person signed in at the counter and on a phone; the session that a store of the tests begins with is over. */
async function twoPlaces() {
  const { admin } = await testServer()
  const store = await storeWithPassword()
  await admin.query('update user_session set revoked_at = now() where user_id = $1', [store.userId])
  const counter = await signIn(store.email, PASSWORD, as('Firefox at the counter', '192.0.2.1'))
  const phone = await signIn(store.email, PASSWORD, as('Safari on the phone', '192.0.2.2'))
  return { store, counter, phone }
}

test('people see where they are signed in: device, address and time of the sign-in and of the last refresh', async () => {
  const { counter, phone } = await twoPlaces()
  await refresh(counter.cookie, { from: '192.0.2.9' })
  const listed = await sessionsOf(phone.body.access_token)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  const row = (device: string, address: string, last_address: string, current: boolean) => ({
    ...{ id: expect.any(Number), device, address, last_address, created_at: time, last_seen_at: time, current },
  })
  expect(listed).toEqual({
    data: [
      row('Firefox at the counter', '192.0.2.1', '192.0.2.9', false),
      row('Safari on the phone', '192.0.2.2', '192.0.2.2', true),
    ],
    total: 2,
  })
})

test('a session that is over is not listed', async () => {
  const { admin } = await testServer()
  const { counter, phone } = await twoPlaces()
  await admin.query(
    'update user_session set rotated_at = rotated_at - make_interval(secs => $2) where refresh_hash = $1',
    [tokenHash(counter.cookie!), SESSION_IDLE_SECONDS + 1],
  )
  expect((await sessionsOf(phone.body.access_token)).data.map(({ device }) => device)).toEqual(['Safari on the phone'])
})

test('people end one of their sessions from another', async () => {
  const { app } = await testServer()
  const { store, counter, phone } = await twoPlaces()
  const { data } = await sessionsOf(phone.body.access_token)
  const { id } = data.find(({ current }) => !current)!
  const end = () =>
    app.inject({
      method: 'DELETE',
      url: `/api/auth/sessions/${id}`,
      headers: { authorization: `Bearer ${phone.body.access_token}` },
    })
  expect((await end()).statusCode).toBe(204)
  expect([
    await statusOf(auth.me, counter.body.access_token),
    await statusOf(auth.me, phone.body.access_token),
  ]).toEqual(['401 signed_out', 200])
  expect((await refresh(counter.cookie)).status).toBe(401)
  expect((await written(store.storeId, store.userId)).at(-1)).toBe('session_ended')
  expect((await end()).statusCode).toBe(404)
})

test('a user can’t end the session of another user', async () => {
  const { phone } = await twoPlaces()
  const other = await twoPlaces()
  const foreign = (await sessionsOf(other.phone.body.access_token)).data[0]!.id
  expect(await statusOf(auth.endSession, phone.body.access_token, { id: String(foreign) })).toBe('404 not_found')
  expect(await statusOf(auth.me, other.phone.body.access_token)).toBe(200)
})

test('the name of a browser is shortened', async () => {
  const { admin } = await testServer()
  const { email, userId } = await storeWithPassword()
  const { body } = await signIn(email, PASSWORD, as('x'.repeat(5000), '192.0.2.3'))
  expect((await sessionsOf(body.access_token)).data.map(({ device }) => device.length).sort()).toEqual([0, 200])
  const { rows } = await admin.query('select max(length(device)) as longest from user_session where user_id = $1', [
    userId,
  ])
  expect(rows).toEqual([{ longest: 200 }])
})
