import { auth } from '@ruam/contract/access/auth.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf } from '../../testing/access/roles.testing.ts'
import {
  changePassword,
  PASSWORD,
  post,
  serverWith,
  signIn,
  storeWithPassword,
  written,
} from '../../testing/app/auth.testing.ts'
import { columnsContaining, mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import { type Mailbox, secretIn } from '../../testing/mail-server.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let box: Mailbox
beforeAll(async () => {
  box = await sendingServer()
})

let made = 0
const fresh = () => `moved.${Date.now().toString(36)}${made++}@example.com`

const mailAbout = (email: string, about: string) =>
  until(async () => (await mailsTo(box, email)).find(({ subject }) => subject?.includes(about)))

const ask = (store: TestStore, email: string) => store.call(auth.changeEmail, { body: { email } })

/** Token of the mail to the new address. */
async function linkTo(store: TestStore, email: string): Promise<string> {
  await ask(store, email)
  return secretIn((await mailAbout(email, 'Confirm your new email'))!, '/email-confirm')
}

const confirm = (token: string) => post(auth.confirmEmail, { token }, {})

describe('a new e-mail', () => {
  test('is used once its link is, with a notice to the former one, an audit row, and all sessions kept', async () => {
    const [store, email] = [await storeWithPassword(), fresh()]
    const former = store.email
    const token = await linkTo(store, email)
    expect((await signIn(email)).status).toBe(401)
    expect((await confirm(token)).status).toBe(204)
    expect((await confirm(token)).body.error).toBe('email_link_invalid')
    expect(await store.call(auth.me)).toMatchObject({ email })
    expect([(await signIn(email)).status, (await signIn(former)).status]).toEqual([200, 401])
    const notice = await mailAbout(former, 'The email of your Ruam account has changed')
    expect(notice!.text).not.toContain(email)
    expect(await written(store.storeId, store.userId)).toContain('email_changed')
    const { admin } = await testServer()
    const left = 'select from email_change where user_id = $1'
    await until(async () => (await admin.query(left, [store.userId])).rowCount === 0)
  })

  test('needs a fresh sign-in', async () => {
    const store = await storeWithPassword()
    const { admin } = await testServer()
    await admin.query(
      "update user_session set created_at = now() - interval '1 hour', proved_at = null where user_id = $1",
      [store.userId],
    )
    expect(errorOf(await store.try(auth.changeEmail, { body: { email: fresh() } }))).toBe('sign_in_not_fresh')
  })

  test('appears as a link only in the mail: not in a table', async () => {
    const store = await storeWithPassword()
    expect(await columnsContaining(await linkTo(store, fresh()))).toEqual([])
  })

  test('of another account is refused to who has its link, and stays with that account', async () => {
    const [store, other] = [await storeWithPassword(), await storeWithPassword()]
    const token = await linkTo(store, other.email)
    expect((await confirm(token)).body.error).toBe('email_taken')
    expect(await store.call(auth.me)).toMatchObject({ email: store.email })
  })

  test('is dropped when the password changes, or another one is asked for', async () => {
    const [store, first, second] = [await storeWithPassword(), fresh(), fresh()]
    const tokens = [await linkTo(store, first), await linkTo(store, second)]
    expect((await confirm(tokens[0]!)).body.error).toBe('email_link_invalid')
    await changePassword(store.personToken, { current: PASSWORD, next: 'purple tractor monday' })
    expect((await confirm(tokens[1]!)).body.error).toBe('email_link_invalid')
  })

  test('ends the links for a lost password that were mailed to the former one', async () => {
    const [store, email] = [await storeWithPassword(), fresh()]
    await post(auth.forgot, { email: store.email }, {})
    const reset = secretIn((await mailAbout(store.email, 'Set a new password'))!, '/password-reset')
    expect((await confirm(await linkTo(store, email))).status).toBe(204)
    expect((await post(auth.reset, { token: reset, password: 'first green bicycle' }, {})).body.error).toBe(
      'reset_invalid',
    )
  })

  test('cannot be confirmed where the server sends no mail', async () => {
    const store = await storeWithPassword()
    const { app } = await serverWith({ mail: undefined })
    const reply = await app.inject({
      method: 'POST',
      url: `/api${auth.changeEmail.path}`,
      headers: { authorization: `Bearer ${store.personToken}` },
      payload: { email: fresh() },
    })
    expect(reply.json().error).toBe('mail_unset')
  })
})

test('a restored e-mail that its person had left gets no link for a lost password', async () => {
  const store = await storeWithPassword()
  const { admin } = await testServer()
  await admin.query("select decided_email_changed(null, now(), jsonb_build_object('user', $1::int))", [store.userId])
  await post(auth.forgot, { email: store.email }, {})
  const waiting =
    "select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active') and (data ->> 'user_id')::int = $1"
  await until(async () => (await admin.query(waiting, [store.userId])).rowCount === 0)
  expect(box.mails.filter(({ to }) => to?.[0]?.address === store.email)).toEqual([])
  expect((await confirm(await linkTo(store, fresh()))).status).toBe(204)
  expect((await admin.query('select email_left from users where id = $1', [store.userId])).rows).toEqual([
    { email_left: false },
  ])
})

test('the first sign-in with a new account is no new device, and the second one is', async () => {
  const store = await storeWithPassword()
  const { admin } = await testServer()
  await admin.query('delete from access_token where user_id = $1', [store.userId])
  await admin.query('delete from user_session where user_id = $1', [store.userId])
  await signIn(store.email)
  await signIn(store.email)
  const notice = await mailAbout(store.email, 'new device')
  expect(notice!.text).toContain(`/${store.storeId}/account`)
  const { rows } = await admin.query(
    "select from pgboss.job where name = 'mail' and data ->> 'kind' = 'new_device' and (data ->> 'user_id')::int = $1",
    [store.userId],
  )
  expect(rows).toHaveLength(1)
})
