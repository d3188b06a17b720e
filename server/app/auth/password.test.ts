import { auth } from '@ruam/contract/access/auth.ts'
import { expect, test } from 'vitest'
import {
  changePassword,
  freshAddress,
  PASSWORD,
  signIn,
  statusOf,
  storeWithPassword,
  written,
} from '../../testing/app/auth.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

const NEXT = 'purple tractor monday'

/** A user who signed in with a password, and their store. */
async function person() {
  const store = await storeWithPassword()
  const { body, cookie, device } = await signIn(store.email)
  return { ...store, token: body.access_token, cookie, device }
}

test('people change their password, and sign in with the new one alone', async () => {
  const { email, token } = await person()
  expect((await changePassword(token, { current: PASSWORD, next: NEXT })).status).toBe(204)
  expect([(await signIn(email)).status, (await signIn(email, NEXT)).status]).toEqual([401, 200])
})

test('a changed password ends the other sessions at once and keeps the one it was changed in', async () => {
  const { email, token, storeId, userId } = await person()
  const other = await signIn(email)
  await changePassword(token, { current: PASSWORD, next: NEXT })
  expect([await statusOf(auth.me, token), await statusOf(auth.me, other.body.access_token)]).toEqual([
    200,
    '401 signed_out',
  ])
  expect((await written(storeId, userId)).at(-1)).toBe('password_changed')
})

test('after a change only the device that it came from is known', async () => {
  const { email, token, device } = await person()
  const changed = await changePassword(token, { current: PASSWORD, next: NEXT })
  const from = freshAddress()
  for (let n = 0; n < 5; n++) await signIn(email, 'wrong', from)
  expect((await signIn(email, NEXT, { from, cookie: device })).status).toBe(429)
  expect((await signIn(email, NEXT, { from, cookie: changed.device })).status).toBe(200)
})

test('a wrong current password changes nothing, is written down, and waits after the fifth within a minute', async () => {
  const { email, token, storeId, userId } = await person()
  const wrong = await changePassword(token, { current: 'not the password', next: NEXT })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'password_wrong'])
  expect((await written(storeId, userId)).at(-1)).toBe('password_refused')
  for (let n = 0; n < 4; n++) await changePassword(token, { current: 'not the password', next: NEXT })
  const sixth = await changePassword(token, { current: PASSWORD, next: NEXT })
  expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
  expect((await signIn(email)).status).toBe(200)
})

test('a new password that is easily guessed is refused, with advice on what to do', async () => {
  const { email, token } = await person()
  for (const next of ['password1234', `${email.split('@')[0]}!`, 'ร้านทดสอบ 2569', '0812345678', 'ฟหกดเ้่าสว']) {
    const { status, body } = await changePassword(token, { current: PASSWORD, next }, { from: freshAddress() })
    if (status === 429) continue
    expect([next, status, body.error]).toEqual([next, 400, 'password_common'])
    expect(body.message).toMatch(/เดาง่าย.*กรุณาตั้งใหม่/)
  }
  const short = await changePassword((await person()).token, { current: PASSWORD, next: 'vkwtqmzhx' })
  expect([short.status, short.body.error]).toEqual([400, 'invalid_input'])
})

test('one of two concurrent changes with the same current password wins', async () => {
  const { email, token } = await person()
  const choices = ['purple tractor monday', 'green window thursday']
  const replies = await Promise.all(choices.map((next) => changePassword(token, { current: PASSWORD, next })))
  expect(replies.map(({ status }) => status).sort()).toEqual([204, expect.any(Number)])
  const open = await Promise.all([PASSWORD, ...choices].map((password) => signIn(email, password)))
  expect(open.map(({ status }) => status).sort()).toEqual([200, 401, 401])
})

test('a password set from the command line ends every session, forgets every device and is written down', async () => {
  const { admin } = await testServer()
  const { email, token, device, storeId, userId } = await person()
  await admin.query("select auth.set_password($1, 'another hash')", [email])
  expect(await statusOf(auth.me, token)).toBe('401 signed_out')
  const { rows } = await admin.query('select from user_device where user_id = $1', [userId])
  expect([device !== undefined, rows.length]).toEqual([true, 0])
  const last = await admin.query(
    'select action, user_id, subject_id from audit_log where store_id = $1 order by id desc limit 1',
    [storeId],
  )
  // The command has no signed-in user.
  expect(last.rows).toEqual([{ action: 'password_reset', user_id: null, subject_id: String(userId) }])
})
