import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool, inStore } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { publishNotice, publishToNats } from '../push/publish.ts'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { hasPooler, startAppPooler } from '../testing/pooler.testing.ts'
import { noNatsServer, startNatsServer } from '../testing/push/nats-server.testing.ts'
import { startS3Server } from '../testing/s3-server.testing.ts'
import { beginImport, openProcesses, type Processes, startFour } from './processes-scene.ts'
import { makePeople, openSockets, type Person } from './push-scene.ts'
import { signIn } from './ruam-client.ts'
import type { RuamProcess } from './ruam-process.ts'

// Two processes that serve and two that work, with pgbouncer, a NATS cluster of three and S3, of which one after the other is killed while
// programs send and files are imported.
const missing = noNatsServer || (hasPooler() ? false : 'Install pgbouncer to test several processes.')
if (missing) console.warn(missing)
const options = { tags: ['verify'], skip: missing !== false, timeout: 300_000 }

const name = `ruam_several_${process.pid}`
let scene: Processes
let pooler: Awaited<ReturnType<typeof startAppPooler>>
let s3: Awaited<ReturnType<typeof startS3Server>>
let nats: Awaited<ReturnType<typeof startNatsServer>>
let apis: RuamProcess[]
let workers: RuamProcess[]
let pool: pg.Pool
let person: Person

beforeAll(async () => {
  if (missing) return
  const { superUrl, secretKey } = inject('database')
  const ownerUrl = databaseUrl(superUrl, name, { name: OWNER, password: 'owner' })
  ;[s3, nats] = await Promise.all([startS3Server(), startNatsServer(tmpdir(), 3)])
  pooler = await startAppPooler(superUrl, secretKey)
  const { endpoint, bucket, keys } = s3.settings
  scene = await openProcesses(name, {
    DATABASE_URL: pooler.urlOf(ownerUrl),
    DATABASE_DIRECT_URL: ownerUrl,
    NATS_URL: nats.settings.servers.join(','),
    NATS_NKEY: nats.settings.nkey!,
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keys!.id,
    S3_SECRET_ACCESS_KEY: keys!.secret,
    S3_PATH_STYLE: '1',
  })
  ;({ apis, workers } = await startFour(scene))
  pool = createPool(appUrlOf(ownerUrl, secretKey), { max: 1 })
  publishToNats('development')
  person = (await makePeople(scene.ask as never, 1, 1))[0]!
})
afterAll(async () => {
  publishToNats(undefined)
  if (missing) return
  await Promise.all((person?.sockets ?? []).map(({ connection }) => connection.close()))
  await pool?.end()
  await scene?.stop()
  await pooler?.stop()
  await Promise.all([0, 1, 2].map((place) => nats?.kill(place)))
  await s3?.stop()
})

let last = 0
/** Publishes an event until a socket of one of the processes hears one. Milliseconds since the beginning. */
async function heardAgain(): Promise<number> {
  const began = performance.now()
  for (;;) {
    person.sockets = person.sockets.filter(({ connection }) => !connection.isClosed())
    for (const { address } of apis)
      if (person.sockets.length < 2) await openSockets(person, [address], 1).catch(() => {})
    const id = ++last
    await inStore(pool, person.storeId, (db) =>
      publishNotice(db, {
        ...{ store_id: person.storeId, user_id: null, event_type: 'export' },
        event_data: { export_id: id, progress: 0.5, status: 'processing', url: '' },
      }),
    )
    for (let tries = 0; tries < 20; tries++) {
      if (person.sockets.some(({ heard }) => heard.some((one) => one.id === id))) return performance.now() - began
      await sleep(25)
    }
  }
}

const ITEMS = 10
const phoneOf = (n: number) => `0895${String(n).padStart(6, '0')}`

/** Sends customers one after the other, each until it is answered. Stops when `over`. Returns their number. */
async function send(key: string, over: () => boolean): Promise<number> {
  let sent = 0
  for (; !over() || sent < ITEMS; sent++) {
    const headers = {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': String(sent) },
    }
    const body = JSON.stringify({ values: { firstName: `ลูกค้า ${sent}`, phone: phoneOf(sent) } })
    for (let tries = sent; ; tries++) {
      const url = `${apis[tries % apis.length]!.address}/open-api/v1/profiles`
      const reply = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).catch(
        () => undefined,
      )
      if (reply?.status === 200 || reply?.status === 202) break
      await sleep(100)
    }
  }
  return sent
}

test(
  'kill -9 of any one loses and doubles nothing, and sockets come back, while programs send and a file is imported',
  options,
  async () => {
    const client = await signIn(apis[1]!.address)
    const { key } = await client.call(apiKeys.create, { body: { name: 'POS', scopes: ['profile:write'] } })
    await heardAgain()
    let over = false
    const sending = send(key, () => over)
    const { added, ended } = await beginImport(scene, client)
    const kills: Record<string, () => Promise<void>> = {
      'a worker': async () => {
        await workers[0]!.signal('SIGKILL')
        workers[0] = await scene.start('worker')
      },
      'the other worker': async () => {
        await workers[1]!.signal('SIGKILL')
        workers[1] = await scene.start('worker')
      },
      pgbouncer: () => pooler.restart(),
      'a NATS server': () => nats.kill(0),
      'another NATS server, the first being back': async () => {
        await nats.start(0)
        await nats.kill(1)
      },
      'an API process': async () => {
        await apis[0]!.signal('SIGKILL')
        apis[0] = await scene.start('api')
      },
    }
    for (const [what, kill] of Object.entries(kills)) {
      const killing = kill()
      console.log(`${what}: an event was heard after ${(await heardAgain()).toFixed(0)} ms`)
      await killing
    }
    await ended().finally(() => {
      over = true
    })
    const sent = await sending
    await expect
      .poll(async () => (await scene.ask('select from receipt where done_at is null')).length, { timeout: 60_000 })
      .toBe(0)
    expect((await client.call(profiles.list, { query: { limit: '1' } })).total).toBe(added + sent)
    // Its files lie in the bucket, and parts of killed uploads do not.
    expect(await s3.unfinished()).toEqual([])
  },
)
