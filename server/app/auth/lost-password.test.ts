import { auth, setup } from '@ruam/contract/access/auth.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  freshAddress,
  PASSWORD,
  post,
  refresh,
  serverWith,
  signIn,
  statusOf,
  storeWithPassword,
  written,
} from '../../testing/app/auth.testing.ts'
import { testApp } from '../../testing/app.testing.ts'
import { columnsContaining, hurry, mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import { type Mailbox, secretIn } from '../../testing/mail-server.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const NEXT = 'purple tractor monday'

let box: Mailbox
beforeAll(async () => {
  box = await sendingServer()
})

const forgot = (email: string, from: Parameters<typeof post>[2] = {}) => post(auth.forgot, { email }, from)
const reset = (token: string, password = NEXT) => post(auth.reset, { token, password }, {})
const mailsOf = (store: TestStore, about: string, count = 1) =>
  until(async () => {
    const found = (await mailsTo(box, store.email)).filter(({ subject }) => subject?.includes(about))
    return found.length >= count && found
  })
const LOST = 'Set a new password'

async function linkOf(store: TestStore, count = 1) {
  await forgot(store.email)
  const mails = await mailsOf(store, LOST, count)
  return secretIn(mails[count - 1]!, '/password-reset')
}

describe('the link of a lost password', () => {
  test('sets a new password once, ends every session, and notifies the user', async () => {
    const store = await storeWithPassword()
    const { cookie } = await signIn(store.email)
    const token = await linkOf(store)
    expect((await reset(token)).status).toBe(204)
    expect((await reset(token)).body.error).toBe('reset_invalid')
    expect([await statusOf(auth.me, store.personToken), (await refresh(cookie)).status]).toEqual([
      '401 signed_out',
      401,
    ])
    expect((await signIn(store.email)).body.error).toBe('wrong_credentials')
    expect((await signIn(store.email, NEXT)).status).toBe(200)
    await mailsOf(store, 'Your Ruam password has changed')
    expect(await written(store.storeId, store.userId)).toContain('password_recovered')
  })

  test('appears only in the mail: not in a table, the queue or the log', async () => {
    const store = await storeWithPassword()
    const { app, lines } = await serverWith({})
    await forgot(store.email, { app })
    const token = secretIn((await mailsOf(store, LOST))[0]!, '/password-reset')
    expect(await columnsContaining(token)).toEqual([])
    expect((await post(auth.reset, { token, password: NEXT }, { app })).status).toBe(204)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('\n')).not.toMatch(new RegExp(`${token}|${store.email}`))
    expect(await columnsContaining(token)).toEqual([])
  })

  test('is valid for an hour', async () => {
    const store = await storeWithPassword()
    const token = await linkOf(store)
    const { admin } = await testServer()
    await admin.query("update password_reset set expires_at = expires_at - interval '1 hour' where user_id = $1", [
      store.userId,
    ])
    expect((await reset(token)).body.error).toBe('reset_invalid')
  })

  test('used by two at once sets one password, and ends the other links', async () => {
    const store = await storeWithPassword()
    const first = await linkOf(store)
    const second = await linkOf(store, 2)
    const tries = await Promise.all([reset(first, 'first green bicycle'), reset(second, 'second blue airship')])
    expect(tries.map(({ status }) => status).sort()).toEqual([204, 404])
  })

  test('rejects a password that is easily guessed, and stays valid for another one', async () => {
    const store = await storeWithPassword()
    const token = await linkOf(store)
    expect((await reset(token, 'password1234')).body.error).toBe('password_common')
    expect((await reset(token)).status).toBe(204)
  })
})

describe('asking for a link', () => {
  test('returns the same response for an unknown e-mail address, and sends no mail', async () => {
    const store = await storeWithPassword()
    const [known, unknown] = [await forgot(store.email), await forgot('nobody@nowhere.example')]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    await mailsOf(store, LOST)
    const { admin } = await testServer()
    const waiting = "select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')"
    await until(async () => (await admin.query(waiting)).rowCount === 0)
    expect(box.mails.filter(({ to }) => to?.[0]?.address === 'nobody@nowhere.example')).toEqual([])
  })

  test('does the same work for an unknown e-mail address: queues one mail either way', async () => {
    const store = await storeWithPassword()
    const { admin, core } = await testServer()
    const queued: unknown[] = []
    const jobs = { enqueue: async (...args: unknown[]) => void queued.push(args.slice(1)) }
    const app = await testApp({ ...core, jobs: jobs as never })
    await forgot(store.email, { app })
    await forgot('nobody@nowhere.example', { app })
    const mail = (user_id: number) => ['mail', { kind: 'password_reset', store_id: 0, user_id, id: 0, tries: 0 }]
    expect(queued).toEqual([mail(store.userId), mail(0)])
    expect((await admin.query('select from password_reset where user_id = $1', [store.userId])).rowCount).toBe(0)
    await app.close()
  })

  test('is limited to three an hour per e-mail address, and five a minute per IP address', async () => {
    const store = await storeWithPassword()
    const tries = []
    for (let n = 0; n < 4; n++) tries.push((await forgot(store.email)).status)
    expect(tries).toEqual([204, 204, 204, 429])
    const from = { from: freshAddress() }
    const others = []
    for (let n = 0; n < 6; n++) others.push((await forgot(`${n}@nowhere.example`, from)).status)
    expect(others.at(-1)).toBe(429)
  })

  test('leaves no trace in the audit log of any store', async () => {
    const store = await storeWithPassword()
    const before = await written(store.storeId, store.userId)
    await forgot(store.email)
    await mailsOf(store, LOST)
    expect(await written(store.storeId, store.userId)).toEqual(before)
  })

  test('rejects the request of a foreign page', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect((await forgot('a@example.com', { headers })).body.error).toBe('foreign_page')
  })

  test('names who can reset the password when the server sends no mail', async () => {
    const { app } = await serverWith({ mail: undefined })
    expect((await forgot('a@example.com', { app })).body.error).toBe('mail_unset')
    const status = await app.inject({ url: `/api${setup.status.path}` })
    expect(status.json().mail).toBe(false)
  })
})

describe('a sign-in', () => {
  test('on a new device is mailed to the user, and one on a known device is not', async () => {
    const store = await storeWithPassword()
    const headers = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
    const { device } = await signIn(store.email, PASSWORD, { headers })
    const [mail] = await mailsOf(store, 'new device')
    expect(mail!.text).toContain('Firefox on Android')
    await signIn(store.email, PASSWORD, { headers, cookie: device! })
    await forgot(store.email)
    await mailsOf(store, LOST)
    expect(await mailsOf(store, 'new device')).toHaveLength(1)
  })

  test('sends no mail when it is rejected', async () => {
    const { admin } = await testServer()
    const store = await storeWithPassword()
    await signIn(store.email, 'not this one, certainly')
    const { rowCount } = await admin.query(
      "select from pgboss.job where name = 'mail' and (data ->> 'user_id')::int = $1",
      [store.userId],
    )
    expect(rowCount).toBe(0)
  })
})

test('a changed password is mailed to the user', async () => {
  const store = await storeWithPassword()
  await store.call(auth.password, { body: { current: PASSWORD, next: NEXT } })
  await mailsOf(store, 'Your Ruam password has changed')
})

test('a link for a lost password is not mailed any more when it could not be for an hour', async () => {
  const store = await newStore()
  box.manner = { code: 451 }
  await forgot(store.email)
  const { admin } = await testServer()
  await until(async () => {
    await hurry()
    const { rows } = await admin.query<{ failed: boolean }>(
      'select mail_failed_at is not null as failed from users where id = $1',
      [store.userId],
    )
    return rows[0]!.failed
  })
  box.manner = 'takes'
  expect(box.mails.filter(({ to }) => to?.[0]?.address === store.email)).toEqual([])
})
