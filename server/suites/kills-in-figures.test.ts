import { setTimeout as sleep } from 'node:timers/promises'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startLine } from '../../tools/line/server.ts'
import { addChannel } from '../../tools/line/state.ts'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { type Door, openDoor } from '../testing/door.testing.ts'
import { noNatsServer, startNatsServer } from '../testing/push/nats-server.testing.ts'
import { startS3Server } from '../testing/s3-server.testing.ts'
import { beginImport, openProcesses, type Processes, startFour } from './processes-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'
import type { RuamProcess } from './ruam-process.ts'

// Each part is killed in turn, and must be found by the figures alone. An import works meanwhile.
const options = { tags: ['verify'], timeout: 300_000 }

/** Seconds after which a figure must show a kill: figures of a database are read every 10 s, leases are taken over within 15 s. */
const SEEN_WITHIN = 20

let scene: Processes
let apis: RuamProcess[]
let workers: RuamProcess[]
let client: RuamClient
let database: Door
let bucket: Door
let nats: Awaited<ReturnType<typeof startNatsServer>> | undefined
let line: Awaited<ReturnType<typeof startLine>>
let s3: Awaited<ReturnType<typeof startS3Server>>

beforeAll(async () => {
  const { superUrl } = inject('database')
  const name = `ruam_figures_${process.pid}`
  database = await openDoor(superUrl)
  const ownerUrl = new URL(databaseUrl(superUrl, name, { name: OWNER, password: 'owner' }))
  ownerUrl.port = String(database.port)
  s3 = await startS3Server()
  const { endpoint, bucket: named, keys } = s3.settings
  bucket = await openDoor(endpoint!)
  line = await startLine()
  nats = noNatsServer ? undefined : await startNatsServer((await import('node:os')).tmpdir())
  scene = await openProcesses(name, {
    ...{ DATABASE_URL: ownerUrl.href, METRICS_PORT: '0', LINE_API_URL: line.url },
    ...{ S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`, S3_BUCKET: named },
    ...{ S3_ACCESS_KEY_ID: keys!.id, S3_SECRET_ACCESS_KEY: keys!.secret },
    ...(nats && { NATS_URL: nats.settings.servers.join(','), NATS_NKEY: nats.settings.nkey! }),
  })
  ;({ apis, workers } = await startFour(scene))
  client = await signIn(apis[0]!.address)
}, 120_000)
afterAll(async () => {
  await scene.stop()
  await Promise.all([database.close(), bucket.close(), nats?.kill(), line.stop(), s3.stop()])
})

/** Returns the figures of a process; undefined if its scrape fails, as Prometheus shows by `up`. */
async function figuresOf({ lines }: RuamProcess): Promise<string | undefined> {
  const address = /^Metrics are at (\S+)\.$/m.exec(lines.join('\n'))![1]!
  const reply = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return reply?.ok ? reply.text() : undefined
}

interface Kill {
  what: string
  figure: string
  kill(): Promise<unknown>
  /** True if the figure shows the kill. */
  seen(): Promise<boolean>
  mend(): Promise<unknown>
}

const report: object[] = []

async function show({ what, figure, kill, seen, mend }: Kill): Promise<void> {
  expect([what, await seen()]).toEqual([what, false])
  await kill()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  while (!(await seen()) && seconds() < 2 * SEEN_WITHIN) await sleep(250)
  const after = seconds()
  await mend()
  const mended = performance.now()
  while ((await seen()) && performance.now() - mended < 60_000) await sleep(250)
  const back = Math.round((performance.now() - mended) / 100) / 10
  report.push({ what, figure, 'seen after s': after, 'well again after s': back })
  expect([what, after < SEEN_WITHIN]).toEqual([what, true])
}

/** True if a line of a process' figures says so. */
const says = async (of: RuamProcess, pattern: RegExp) => pattern.test((await figuresOf(of)) ?? '')
const someSays = async (pattern: RegExp) =>
  (await Promise.all([...apis, ...workers].map((one) => says(one, pattern)))).some(Boolean)

test(
  'every kill is found from the metrics alone, and an import through them loses and doubles nothing',
  options,
  async () => {
    const { added, ended } = await beginImport(scene, client)
    await show({
      ...{ what: 'API process', figure: 'up' },
      kill: () => apis[1]!.signal('SIGKILL'),
      seen: async () => (await figuresOf(apis[1]!)) === undefined,
      mend: async () => {
        apis[1] = await scene.start('api')
      },
    })
    const holder = (
      await Promise.all(workers.map((one) => says(one, /^ruam_lease_held\{task="purge",server="1"\} 1$/m)))
    ).indexOf(true)
    const dead = workers[holder]!
    const other = workers[1 - holder]!
    await show({
      ...{ what: 'worker process, by its leases', figure: 'ruam_lease_held of the other worker' },
      kill: () => dead.signal('SIGKILL'),
      seen: () => says(other, /^ruam_lease_held\{task="purge",server="1"\} 1$/m),
      // The lease stays where it is now.
      mend: async () => {
        workers[holder] = await scene.start('worker')
        await other.signal('SIGTERM')
        workers[1 - holder] = await scene.start('worker')
      },
    })
    await show({
      ...{ what: 'PostgreSQL', figure: 'ruam_database_away' },
      kill: () => database.close(),
      seen: () => someSays(/^ruam_database_away\{server="1"\} 1$/m),
      mend: () => database.open(),
    })
    await ended()
    await show({
      ...{ what: 'S3', figure: 'ruam_ready{part="storage"}' },
      kill: () => bucket.close(),
      seen: () => someSays(/^ruam_ready\{part="storage"\} 0$/m),
      mend: () => bucket.open(),
    })
    if (nats)
      await show({
        ...{ what: 'NATS', figure: 'ruam_ready{part="nats"}' },
        kill: () => nats!.kill(),
        seen: () => someSays(/^ruam_ready\{part="nats"\} 0$/m),
        mend: () => nats!.start(),
      })
    const { port } = new URL(line.url)
    let before = 0
    const unreachable = async () => {
      const found = /^ruam_line_requests_total\{outcome="unreachable"\} (\d+)$/m.exec((await figuresOf(apis[0]!)) ?? '')
      return Number(found?.[1] ?? 0)
    }
    const channel = addChannel(line.state, { id: '2000000001' })
    const body = { channel_id: channel.id, channel_secret: channel.secret }
    await show({
      ...{ what: 'LINE', figure: 'ruam_line_requests_total{outcome="unreachable"}' },
      kill: () => line.stop(),
      seen: async () => {
        await client.call(lineOa.create, { body }).catch(() => {})
        const now = await unreachable()
        const rises = now > before
        before = now
        return rises
      },
      mend: async () => {
        line = await startLine({ port: Number(port) })
      },
    })
    const { total } = await client.call(profiles.list, { query: { limit: '1' } })
    console.table(report)
    console.log(`Import: ${added} people expected, ${total} stored.`)
    expect(total).toBe(added)
  },
)
