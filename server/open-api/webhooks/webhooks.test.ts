import { profiles } from '@ruam/contract/customers/profiles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { startReceiver } from '../../testing/open-api/receiver.testing.ts'
import { briefly, firstOnly, subscribed } from '../../testing/open-api/webhooks.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { mayBeCalled, post } from './post.ts'
import { sendWaiting } from './send.ts'

const addLabel = (store: TestStore, id: number, label_ids: number[]) =>
  store.call(profiles.addLabels, { params: { id: String(id) }, body: { label_ids } })

const production = { environment: 'production', publicUrl: undefined } as const

test('a program gets changes from its subscription on, in order, signed as Standard Webhooks, with ids alone', async () => {
  const { store, receiver, hook, send } = await subscribed()
  await send()
  expect(receiver.received).toEqual([])
  const { id } = await madeProfile(store, { [field.firstName]: 'มะลิ' })
  const labelId = await label(store)
  await addLabel(store, id, [labelId])
  await send()
  await send()
  expect(briefly(receiver.received)).toEqual([
    ['profile.created', id],
    ['label.added', id],
  ])
  const { headers, body, event } = receiver.received[1]!
  expect(new Webhook(hook.secret).verify(body, headers)).toMatchObject({ data: { label_id: labelId } })
  expect(Object.keys(event)).toEqual(['type', 'timestamp', 'data'])
  expect(body).not.toContain('มะลิ')
})

test('a failed delivery is repeated with the same id, holds back its customer alone, and is followed in order', async () => {
  const { store, receiver, send, retry, state } = await subscribed({ types: ['profile.created', 'label.added'] })
  const [one, other] = [
    await madeProfile(store, { [field.firstName]: 'ก' }),
    await madeProfile(store, { [field.firstName]: 'ข' }),
  ]
  await addLabel(store, one.id, [await label(store)])
  receiver.answer = ({ data }) => (data.profile_id === one.id ? 500 : 200)
  await send()
  const tried = firstOnly(receiver.received)
  expect(briefly(tried).toSorted()).toEqual(
    [
      ['profile.created', one.id],
      ['profile.created', other.id],
    ].toSorted(),
  )
  expect((await state()).status).toBe('active')
  receiver.answer = () => 200
  receiver.received.length = 0
  await retry()
  expect(briefly(receiver.received)).toEqual([
    ['profile.created', one.id],
    ['label.added', one.id],
  ])
  const former = tried.find(({ event }) => event.data.profile_id === one.id)!
  expect(receiver.received[0]!.headers['webhook-id']).toBe(former.headers['webhook-id'])
})

test('a receiver that fails for three days, or answers 410, is paused with a notice', async () => {
  const failing = await subscribed()
  await madeProfile(failing.store, { [field.firstName]: 'ก' })
  failing.receiver.answer = () => 503
  await failing.send()
  await rowsOf(
    failing.store,
    "update webhook_waiting set failing_since = now() - interval '73 hours' where store_id = $1",
  )
  await failing.send()
  expect(await failing.state()).toMatchObject({ status: 'paused', reason: 'failing' })
  const gone = await subscribed()
  await madeProfile(gone.store, { [field.firstName]: 'ก' })
  gone.receiver.answer = () => 410
  await gone.send()
  expect(await gone.state()).toMatchObject({ status: 'paused', reason: 'gone' })
  for (const { store } of [failing, gone])
    expect(
      await rowsOf(store, "select kind from notification where store_id = $1 and kind = 'webhook_paused'"),
    ).toHaveLength(1)
})

test('a rotated secret signs together with the former one', async () => {
  const { store, receiver, hook, credential, send } = await subscribed()
  const { body } = await callAs<{ secret: string }>(credential, 'POST', `webhooks/${hook.id}/secret`)
  await madeProfile(store, { [field.firstName]: 'ก' })
  await send()
  const { headers, body: sent } = receiver.received[0]!
  for (const secret of [hook.secret, body.secret]) expect(() => new Webhook(secret).verify(sent, headers)).not.toThrow()
})

test('rights are checked at subscribing and at sending', async () => {
  const { store, receiver, credential, key, send } = await subscribed({
    scopes: ['webhook:manage', 'profile:read'],
    types: ['profile.created'],
  })
  const refused = await callAs(credential, 'POST', 'webhooks', { url: receiver.url, types: ['label.added'] })
  expect([refused.status, refused.body.error]).toEqual([403, 'scope_missing'])
  await madeProfile(store, { [field.firstName]: 'ก' })
  await rowsOf(store, "update credential set scopes = '{webhook:manage}' where store_id = $1 and id = $2", key)
  await send()
  expect(receiver.received).toEqual([])
  await madeProfile(store, { [field.firstName]: 'ข' })
  await rowsOf(
    store,
    "update credential set scopes = '{profile:read}', status = 'revoked', revoked_at = now() where store_id = $1 and id = $2",
    key,
  )
  await send()
  expect(receiver.received).toEqual([])
})

test('a delivery that is sent again comes after all that wait', async () => {
  const { store, receiver, hook, credential, send } = await subscribed({ types: ['profile.created'] })
  const first = await madeProfile(store, { [field.firstName]: 'ก' })
  await send()
  const { body } = await callAs<{ data: { id: number; status: number }[] }>(
    credential,
    'GET',
    `webhooks/${hook.id}/deliveries`,
  )
  expect(body.data).toMatchObject([{ status: 200 }])
  const again = await callAs(credential, 'POST', `webhooks/${hook.id}/deliveries/${body.data[0]!.id}/send`)
  expect(again.status).toBe(204)
  const second = await madeProfile(store, { [field.firstName]: 'ข' })
  await send()
  expect(briefly(receiver.received).map(([, id]) => id)).toEqual([first.id, second.id, first.id])
  expect(receiver.received[2]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id'])
})

test('events of a sandbox store say that they are a test', async () => {
  const store = await newStore()
  await rowsOf(store, 'update store set sandbox_of = $2 where store_id = $1', store.userId)
  const { key } = await store.call(apiKeys.create, {
    body: { name: 'ทดลอง', scopes: ['webhook:manage', 'profile:read'] },
  })
  const receiver = await startReceiver()
  const { body } = await callAs<{ id: number }>(key, 'POST', 'webhooks', {
    url: receiver.url,
    types: ['profile.created'],
  })
  await madeProfile(store, { [field.firstName]: 'ก' })
  await sendWaiting(await coreOf(store), store.storeId, body.id, new AbortController().signal)
  expect(key).toMatch(/^ruam_test_/)
  expect(receiver.received.map(({ event }) => event)).toMatchObject([{ type: 'profile.created', test: true }])
})

test('redirects are not followed', async () => {
  const { store, receiver, send } = await subscribed({ types: ['profile.created'] })
  const inside = await startReceiver()
  receiver.answer = () => 307
  receiver.headers = { location: inside.url }
  await madeProfile(store, { [field.firstName]: 'ก' })
  await send()
  expect([receiver.received.length, inside.received.length]).toEqual([1, 0])
})

test.each([
  'http://example.com/',
  'https://user:pass@example.com/',
  ...[
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ],
  ...[
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest',
    'https://0.0.0.0/',
    'https://[fd00::1]/',
  ],
])('%s cannot be subscribed in production', (url) => {
  expect(mayBeCalled(url, production)).toBe(false)
})

test.each([
  ...[
    'http://localhost:9/',
    'https://localhost:9/',
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://2130706433:9/',
    'http://0x7f.1:9/',
  ],
  ...[
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://[fe80::1]/',
  ],
  ...['http://[::ffff:10.0.0.1]/', 'http://[fd00::1]/', 'http://100.64.0.1/'],
])('no connection is made to %s in production', async (url) => {
  const { status, error } = await post(url, {}, '{}', production)
  expect([status, error]).not.toContain('ECONNREFUSED')
  expect(status).toBe(null)
})
