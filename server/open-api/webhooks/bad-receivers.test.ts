import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { briefly, firstOnly, subscribed } from '../../testing/open-api/webhooks.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'
import { until } from '../../testing/until.testing.ts'
import { sendWebhooksSteadily } from './clock.ts'
import { post } from './post.ts'

// The clock looks at the webhooks of all stores.
beforeAll(() => testServer({ alone: true }))

const development = { environment: 'development', publicUrl: undefined } as const

/** A server that handles each request by itself, and how many connections it has had. */
async function startServer(handle: RequestListener) {
  const server = createServer(handle)
  let connections = 0
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a receiver without an answer fails when its time is over', async () => {
  const { port } = await startServer(() => {})
  expect(await post(`http://127.0.0.1:${port}/`, {}, '{}', development, 50)).toMatchObject({
    ...{ status: null, error: 'ETIMEDOUT' },
  })
})

test('an answer of 200 counts before its body has arrived, and a body without an end is cut', async () => {
  const closed = Promise.withResolvers<void>()
  const { port } = await startServer((_, response) => {
    response.on('close', closed.resolve)
    response.writeHead(200).write('a')
  })
  expect(await post(`http://127.0.0.1:${port}/`, {}, '{}', development, 50)).toMatchObject({ status: 200, error: null })
  await closed.promise
})

test('a receiver that hangs keeps no other receiver waiting', async () => {
  const [hanging, quick] = [await subscribed(), await subscribed()]
  hanging.receiver.answer = () => null
  for (const { store } of [hanging, quick]) await madeProfile(store, { [field.firstName]: 'ก' })
  const stop = new AbortController()
  const working = sendWebhooksSteadily(await coreOf(quick.store), () => {}).work(stop.signal)
  await until(async () => hanging.receiver.received.length > 0)
  const { id } = await madeProfile(quick.store, { [field.firstName]: 'ข' })
  await until(async () => quick.receiver.received.some(({ event }) => event.data.profile_id === id))
  expect(hanging.receiver.received).toHaveLength(1)
  stop.abort()
  hanging.receiver.hangUp()
  await working
})

test('a receiver that is away for four days is paused with a notice, and goes on with changes from its return', async () => {
  const { store, receiver, send, state, setStatus } = await subscribed({ types: ['profile.created'] })
  await madeProfile(store, { [field.firstName]: 'ก' })
  receiver.answer = () => 503
  await send()
  await rowsOf(
    store,
    "update webhook_waiting set failing_since = failing_since - interval '4 days' where store_id = $1",
  )
  await rowsOf(store, "update change set at = at - interval '4 days' where store_id = $1")
  await send()
  expect(await state()).toMatchObject({ status: 'paused', reason: 'failing' })
  expect(
    await rowsOf(store, "select 1 from notification where store_id = $1 and kind = 'webhook_paused'"),
  ).toHaveLength(1)
  receiver.answer = () => 200
  receiver.received.length = 0
  await madeProfile(store, { [field.firstName]: 'ข' })
  await send()
  expect(receiver.received).toEqual([])
  expect((await setStatus('active')).status).toBe(200)
  const { id } = await madeProfile(store, { [field.firstName]: 'ค' })
  await send()
  expect(briefly(receiver.received)).toEqual([['profile.created', id]])
})

test('a name that leads to a private address when it is called is not connected to in production', async () => {
  const { port, connections } = await startServer((_, response) => response.end())
  const { lookup } = dns
  const answered: string[] = []
  type Answer = (error: null, ...address: unknown[]) => void
  const rebind = (name: string, options: dns.LookupOptions, answer: Answer) => {
    if (name !== 'hook.example') return lookup(name, options, answer as never)
    answered.push(name)
    const address = { address: '127.0.0.1', family: 4 }
    return options.all ? answer(null, [address]) : answer(null, address.address, 4)
  }
  const rebound = vi.spyOn(dns, 'lookup').mockImplementation(rebind as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    rebound.mockRestore()
    syncBuiltinESMExports()
  })
  const url = `http://hook.example:${port}/`
  const production = { environment: 'production', publicUrl: undefined } as const
  expect(await post(url, {}, '{}', production)).toMatchObject({ status: null })
  expect([answered.length, connections()]).toEqual([1, 0])
  expect(await post(url, {}, '{}', development)).toMatchObject({ status: 200 })
})

test('deliveries that are sent again at once after a pause come after the change that waited, with their ids', async () => {
  const { store, receiver, hook, credential, send, setStatus } = await subscribed({ types: ['profile.created'] })
  const lines = Array.from({ length: 100 }, (_, n) => `ส่งซ้ำ,08176${String(n).padStart(5, '0')}`)
  await importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`)
  await send()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  await setStatus('paused')
  const { body } = await callAs<{ data: { id: number }[] }>(credential, 'GET', `webhooks/${hook.id}/deliveries`)
  expect(body.data).toHaveLength(100)
  const again = body.data.map(({ id }) => callAs(credential, 'POST', `webhooks/${hook.id}/deliveries/${id}/send`))
  expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([204]))
  await setStatus('active')
  const { id } = await madeProfile(store, { [field.firstName]: 'ใหม่' })
  receiver.received.length = 0
  await send()
  expect(briefly(receiver.received.slice(0, 1))).toEqual([['profile.created', id]])
  const repeated = receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])
  expect(repeated.toSorted()).toEqual(ids.toSorted())
})

test('updates of a customer that wait are one event with the fields of all, and no label is left out', async () => {
  const { store, receiver, credential, send, retry } = await subscribed({
    types: ['profile.updated', 'label.added'],
  })
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  const other = await madeProfile(store, { [field.firstName]: 'ข' })
  const edit = async (values: Record<number, string>) => {
    const current = await store.call(profiles.get, { params: { id: String(made.id) } })
    expect((await save(store, current, values)).status).toBe(200)
  }
  await edit({ [field.firstName]: 'ค' })
  const labels = [await label(store), await label(store)]
  for (const one of labels) await callAs(credential, 'POST', `profiles/${made.id}/labels`, { label_ids: [one] })
  await edit({ [field.lastName]: 'ง' })
  await save(store, other, { [field.firstName]: 'จ' })
  await edit({ [field.firstName]: 'ฉ' })
  receiver.answer = ({ type, data }) => (type === 'profile.updated' && data.profile_id === made.id ? 500 : 200)
  await send()
  receiver.answer = () => 200
  await retry()
  const tried = receiver.received.filter(({ event }) => event.data.profile_id === made.id)
  expect(firstOnly(tried).map(({ event }) => [event.type, event.data.label_id ?? event.data.fields])).toEqual([
    ...labels.map((one) => ['label.added', one]),
    ['profile.updated', ['firstName', 'lastName']],
  ])
  const updates = new Set(tried.flatMap(({ event, body }) => (event.type === 'profile.updated' ? body : [])))
  expect(updates.size).toBe(1)
  expect(receiver.received.filter(({ event }) => event.data.profile_id === other.id)).toHaveLength(1)
})

test('an event that always fails holds back its customer alone, and the webhook until it has failed for three days', async () => {
  const { store, receiver, send, retry, state } = await subscribed({ types: ['profile.created', 'profile.updated'] })
  const poison = await madeProfile(store, { [field.firstName]: 'ก' })
  receiver.answer = ({ data }) => (data.profile_id === poison.id ? 400 : 200)
  await send()
  await rowsOf(store, "update webhook_waiting set next_at = now() + interval '1 hour' where store_id = $1")
  await save(store, poison, { [field.firstName]: 'ข' })
  const others: number[] = []
  for (const name of ['ค', 'ง', 'จ']) {
    others.push((await madeProfile(store, { [field.firstName]: name })).id)
    await send()
  }
  const delivered = () => briefly(receiver.received).flatMap(([, id]) => (id === poison.id ? [] : id))
  expect(delivered()).toEqual(others)
  expect(briefly(receiver.received).filter(([, id]) => id === poison.id)).toEqual([['profile.created', poison.id]])
  const waiting =
    'select failures, next_at > now() as later from webhook_waiting where store_id = $1 order by change_id'
  await retry()
  expect(await rowsOf(store, waiting)).toEqual([
    { failures: 2, later: true },
    { failures: 0, later: true },
  ])
  expect(await state()).toMatchObject({ status: 'active', failing_since: expect.any(String) })
  receiver.answer = () => 200
  await retry()
  expect(briefly(receiver.received).slice(-2)).toEqual([
    ['profile.created', poison.id],
    ['profile.updated', poison.id],
  ])
  expect(await rowsOf(store, waiting)).toEqual([])
  expect(await state()).toMatchObject({ status: 'active', failing_since: null })
})

test('a receiver that refuses everything gets few attempts, and is tried again as a whole', async () => {
  const { store, receiver, send } = await subscribed({ types: ['profile.created'] })
  const lines = Array.from({ length: 100 }, (_, n) => `ปฏิเสธ,08178${String(n).padStart(5, '0')}`)
  await importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`)
  receiver.answer = () => 500
  await send()
  expect(receiver.received.length).toBeLessThan(20)
  expect(await rowsOf(store, 'select failures from webhook where store_id = $1')).toEqual([{ failures: 1 }])
  receiver.answer = () => 200
  receiver.received.length = 0
  await send()
  expect(new Set(receiver.received.map(({ event }) => event.data.profile_id)).size).toBe(100)
})
