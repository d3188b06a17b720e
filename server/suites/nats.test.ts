import type { NatsConnection } from '@nats-io/nats-core'
import { topicName } from '@ruam/contract/platform/event.ts'
import type { PushEvent } from '@ruam/contract/push.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, inStore } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { connectNats } from '../push/nats.ts'
import { publishNotice, publishToNats } from '../push/publish.ts'
import { noNatsServer, startNatsServer } from '../testing/push/nats-server.testing.ts'
import { openProcesses, type Processes } from './processes-scene.ts'
import { makePeople, openSockets, type Person } from './push-scene.ts'
import type { RuamProcess } from './ruam-process.ts'

if (noNatsServer) console.warn(noNatsServer)
const options = { tags: ['verify'], skip: noNatsServer !== false }
const ENVIRONMENT = 'development'

let scene: Processes
let server: Awaited<ReturnType<typeof startNatsServer>>
let apis: RuamProcess[]
let workers: RuamProcess[]
let pool: pg.Pool
/** Another program at the server. */
let other: NatsConnection
const heard: { subject: string; body: Record<string, unknown> }[] = []
let person: Person

beforeAll(async () => {
  if (noNatsServer) return
  const folder = (await import('node:os')).tmpdir()
  server = await startNatsServer(folder)
  const { servers, nkey } = server.settings
  scene = await openProcesses(`ruam_nats_${process.pid}`, { NATS_URL: servers.join(','), NATS_NKEY: nkey! })
  ;[apis, workers] = await Promise.all([
    Promise.all([scene.start('api'), scene.start('api')]),
    Promise.all([scene.start('worker'), scene.start('worker')]),
  ])
  pool = createPool(appUrlOf(scene.env.DATABASE_URL!, scene.env.RUAM_SECRET_KEY!), { max: 1 })
  publishToNats(ENVIRONMENT)
  other = await connectNats(server.settings, 'another program')
  other.subscribe(`${ENVIRONMENT}.ruam.*.*`, {
    callback: (_, message) => void heard.push({ subject: message.subject, body: message.json() }),
  })
  person = (await makePeople(scene.ask as never, 1, 1))[0]!
  await openSockets(
    person,
    apis.map(({ address }) => address),
    2,
  )
})
afterAll(async () => {
  publishToNats(undefined)
  if (noNatsServer) return
  // Undefined if the beginning failed.
  await Promise.all((person?.sockets ?? []).map(({ connection }) => connection.close()))
  await other.close()
  await pool.end()
  await scene.stop()
  await server.kill()
})

let last = 0
const exportEvent = (): PushEvent & { event_data: { export_id: number } } => ({
  ...{ store_id: person.storeId, user_id: null, event_type: 'export' },
  event_data: { export_id: ++last, progress: 0.5, status: 'processing', url: '' },
})
const publish = (event: PushEvent) => inStore(pool, person.storeId, (db) => publishNotice(db, event))
const heardBy = () => person.sockets.map(({ heard }) => heard.map(({ id }) => id))

test(
  'an event reaches the sockets of every process through NATS, and one that was rolled back reaches none',
  options,
  async () => {
    const undone = exportEvent()
    await expect(
      inStore(pool, person.storeId, async (db) => {
        await publishNotice(db, undone)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const { event_data } = exportEvent()
    await publish({ store_id: person.storeId, user_id: null, event_type: 'export', event_data: event_data as never })
    await expect.poll(heardBy).toEqual([[event_data.export_id], [event_data.export_id]])
  },
)

test('other programs hear of segments by their topic, in ids and states alone', options, async () => {
  const data = { label_id: 7, status: 'fresh', target_count: 12, evaluated_at: null } as const
  await publish({ store_id: person.storeId, user_id: null, event_type: 'segment', event_data: data as never })
  const subject = topicName(ENVIRONMENT, 'event', 'segmentation')
  await expect.poll(() => heard.filter((one) => one.subject === subject)).toHaveLength(1)
  expect(heard.at(-1)!.body).toMatchObject({ store_id: person.storeId, event_data: data })
})

test('events wait for another forwarder when theirs is killed, and none is lost', options, async () => {
  for (const { heard } of person.sockets) heard.length = 0
  await Promise.all(workers.map((worker) => worker.signal('SIGKILL')))
  const ids: number[] = []
  for (let n = 0; n < 20; n++) {
    const event = exportEvent()
    ids.push(event.event_data.export_id)
    await publish(event)
  }
  workers = [await scene.start('worker')]
  await expect.poll(heardBy).toEqual([ids, ids])
})

test('sockets end with the NATS server and come back with it, and messages wait for it', options, async () => {
  await server.kill()
  await Promise.all(person.sockets.map(({ connection }) => connection.closed()))
  await publish(exportEvent())
  const waiting = async () =>
    (await scene.ask<{ count: number }>('select count(*)::int as count from push_outbox'))[0]!.count
  expect(await waiting()).toBe(1)
  await server.start()
  await expect.poll(waiting).toBe(0)
  person.sockets.length = 0
  const again = () =>
    openSockets(person, [apis[1]!.address], 1).then(
      () => true,
      () => false,
    )
  await expect.poll(again).toBe(true)
  const event = exportEvent()
  await publish(event)
  await expect.poll(heardBy).toEqual([[event.event_data.export_id]])
})
