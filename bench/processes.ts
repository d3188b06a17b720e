import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { atLeast, atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import { fillStore } from './list-data.ts'
import { openSides, type Running, type Side, type Spent } from './processes-sides.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { hire } from './staff.ts'
import { analyzeIfRequested } from './statistics.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'
import { load } from './wrk.ts'

// Compares two API and two worker processes, with pgbouncer, NATS and S3, to one process without them: lists, searches, ingestion, an
// import and a broadcast, in turns on one PostgreSQL. The better of ROUNDS counts. Two cores cannot show more throughput, only a loss.

const ROWS = Number(process.env.ROWS ?? 30_000)
const SECONDS = Number(process.env.SECONDS ?? 6)
const ROUNDS = Number(process.env.ROUNDS ?? 2)
const IMPORTED = Math.min(20_000, ROWS)
const ITEMS = Math.min(10_000, ROWS)
const RECIPIENTS = Math.min(15_000, ROWS)
const STAFF = 80
/** Compilation and planning are not measured. */
const WARM_SECONDS = 3
const KEYS = 10
const CONNECTIONS = 10
const BATCH = 1000

interface Measure {
  count: number
  ms: number
  spent: Spent
}

/** Credentials and ids for the requests of a round. */
interface Scene {
  tokens: string[]
  keys: string[]
  channelId: number
  purposeId: number
  storeId: number
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-bench-files-'))
const { sides, line, close } = await openSides()
const best = new Map<string, Map<Side['name'], { perSecond: number; cpu: number }>>()
const scenes = new Map<Side['name'], Scene>()
let persons = 0
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

try {
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) {
      const running = await side.start()
      const scene = scenes.get(side.name) ?? (await prepare(side, running))
      scenes.set(side.name, scene)
      const file = join(folder, `${round}.csv`)
      await writeCustomers(file, { rows: IMPORTED, seed: 1, first: 1_000_000 * (round + 1) })
      const small = join(folder, `small-${round}.csv`)
      await writeCustomers(small, { rows: 1000, seed: 2, first: 50_000_000 + 10_000 * round })
      await reads(side, running, scene, 'lists', '/profile?limit=10')
      await reads(side, running, scene, 'searches', `/profile?limit=10&keyword=${encodeURIComponent('ศรีศรีศรี')}`)
      await singles(running, scene, 1)
      await note(side, running, 'single items', () => singles(running, scene, SECONDS))
      await note(side, running, 'items in batches', () => batches(running, scene))
      await note(side, running, 'broadcast', () => broadcast(running, scene, round))
      await importFile(running, small, `ไฟล์เล็ก ${round}`)
      await note(side, running, 'import', () => importFile(running, file, `ไฟล์ ${round}`))
      await idle(side, running)
      await running.stop()
    }
  }
  printFigures(
    figuresOf(),
    `${formatNumber(ROWS)} profiles; the better of ${ROUNDS} rounds of each, ${SECONDS} s of reads`,
  )
} finally {
  agent.destroy()
  await close()
  await rm(folder, { recursive: true, force: true })
}

async function connected<T>(side: Side, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: side.superUrl })
  await admin.connect()
  return work(admin).finally(() => admin.end())
}

async function prepare(side: Side, running: Running): Promise<Scene> {
  const { client } = running
  const channel = addChannel(line.state, { quota: null })
  const body = { channel_id: channel.id, channel_secret: channel.secret }
  const { id: channelId } = await client.call(lineOa.create, { body })
  const { id: purposeId } = await client.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  return connected(side, async (admin) => {
    const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
    const storeId = rows[0]!.store_id
    await fillStore(admin, storeId, ROWS)
    await admin.query(
      `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $2, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now() from profile where store_id = $1 order by id limit $3`,
      [storeId, channelId, RECIPIENTS],
    )
    await admin.query(
      `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values ($1, 'send', false, false, '{}')`,
      [storeId],
    )
    await idle(side, running)
    await analyzeIfRequested(admin)
    const keys = await makeKeys(admin, storeId, KEYS)
    return { tokens: await hire(side, STAFF), keys, channelId, purposeId, storeId }
  })
}

/** Keeps the better throughput and the lower CPU of each work. */
async function note(side: Side, running: Running, work: string, act: () => Promise<number>): Promise<void> {
  const { count, ms, spent } = await measured(running, act)
  const cpu = (spent.node + spent.postgres + spent.carriers) / Math.max(count, 1)
  const ofSides = best.get(work) ?? new Map<Side['name'], { perSecond: number; cpu: number }>()
  best.set(work, ofSides)
  const before = ofSides.get(side.name)
  const perSecond = (count / ms) * 1000
  ofSides.set(side.name, {
    perSecond: Math.max(perSecond, before?.perSecond ?? 0),
    cpu: Math.min(cpu, before?.cpu ?? Number.POSITIVE_INFINITY),
  })
  const each = (part: number) => ((part * 1000) / Math.max(count, 1)).toFixed(0)
  console.log(
    `${work}, ${side.name}: ${formatNumber(perSecond)}/s, Node ${each(spent.node)} + PostgreSQL ${each(spent.postgres)} + carriers ${each(spent.carriers)} us`,
  )
}

async function measured({ cpu }: Running, act: () => Promise<number>): Promise<Measure> {
  const [before, began] = [cpu(), performance.now()]
  const count = await act()
  const [after, ms] = [cpu(), performance.now() - began]
  const spent = (of: keyof Spent) => after[of] - before[of]
  return { count, ms, spent: { node: spent('node'), postgres: spent('postgres'), carriers: spent('carriers') } }
}

/** As a proxy would, half of the connections to each process that serves; to the only one, both halves. */
async function reads(side: Side, running: Running, { tokens }: Scene, work: string, path: string): Promise<void> {
  const { addresses } = running
  const both = (seconds: number) =>
    Promise.all(
      [0, 1].map((half) =>
        load(`${addresses[half % addresses.length]}/api${path}`, {
          ...{ connections: CONNECTIONS / 2, seconds },
          tokens: tokens.filter((_, place) => place % 2 === half),
        }),
      ),
    )
  await both(WARM_SECONDS)
  await note(side, running, work, async () => (await both(SECONDS)).reduce((sum, { requests }) => sum + requests, 0))
}

function itemOf(n: number) {
  const number = String(n).padStart(7, '0')
  return {
    values: {
      ...{ firstName: `ลูกค้า${n % 997}`, lastName: `สกุล${n % 8999}`, workplace: `สาขา ${n % 40}` },
      ...{ phone: `082${number}`, email: `p${number}@example.com` },
    },
  }
}

async function post(address: string, key: string, path: string, body: unknown): Promise<void> {
  const sent = { method: 'POST', headers: { authorization: `Bearer ${key}` }, agent, body: JSON.stringify(body) }
  const { status, text } = await sendRequest(`${address}/open-api/v1/${path}`, sent)
  if (status !== 200 && status !== 202) throw new Error(`${path} answered ${status}: ${text}`)
}

/** New people, one a request, over all connections. */
async function singles({ addresses }: Running, { keys }: Scene, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, place) => {
      while (performance.now() < until) {
        await post(addresses[place % addresses.length]!, keys[place % keys.length]!, 'profiles', itemOf(persons++))
        sent++
      }
    }),
  )
  return sent
}

/** New people in batches, two of which are on their way; until all are written. */
async function batches({ addresses }: Running, { keys }: Scene): Promise<number> {
  let left = ITEMS
  await Promise.all(
    [0, 1].map(async (sender) => {
      while (left > 0) {
        const size = Math.min(BATCH, left)
        left -= size
        const items = Array.from({ length: size }, () => itemOf(persons++))
        await post(addresses[sender % addresses.length]!, keys[sender]!, 'profiles/batch', { items })
      }
    }),
  )
  return ITEMS
}

async function broadcast({ client }: Running, { channelId, purposeId }: Scene, round: number): Promise<number> {
  const channel = { type: 'lineOA' as const, channel_id: channelId }
  const draft = await client.call(broadcasts.create, {
    body: {
      ...{ name: `ลดฤดูหนาว ${round}`, channel, purpose_id: purposeId },
      target: {
        type: 'all_friends',
        include: { condition: 'or', label_ids: [] },
        exclude: { label_ids: [] },
        profile_ids: [],
        failed_of: null,
        limit: { max: null, up_to_remaining_quota: false },
      },
      messages: [{ type: 'text', text: 'สวัสดี' }],
      holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
    },
  })
  const before = line.state.accepted.length
  await client.call(broadcasts.update, {
    body: { id: draft.id, origin_time: draft.updated_at, status: 'pending' },
  })
  for (;;) {
    const { status } = await client.call(broadcasts.get, { params: { id: String(draft.id) } })
    if (status === 'published') break
    if (status !== 'pending') throw new Error(`The broadcast is ${status}`)
    await sleep(200)
  }
  if (line.state.accepted.length - before !== RECIPIENTS)
    throw new Error(`LINE accepted ${line.state.accepted.length - before} of ${RECIPIENTS} messages`)
  return RECIPIENTS
}

/** From the upload to the end of the run, with its dry run. */
async function importFile({ client }: Running, path: string, name: string): Promise<number> {
  const id = await client.upload(path, name)
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const { run_id } = await client.call(importRun.dryRun, { params })
  await client.ended(id, run_id)
  const run = await client.call(importRun.run, { params, body: { run_id } })
  const { status } = await client.ended(id, run.run_id)
  if (status !== 'completed') throw new Error(`The import ended as ${status}`)
  return IMPORTED
}

/** Stops what begins by itself after an import. */
async function idle(side: Side, { client }: Running): Promise<void> {
  for (;;) {
    const { data } = await client.call(jobs.list, { query: { active: 'true' } })
    if (data.length === 0) break
    for (const { id } of data) await client.call(jobs.cancel, { params: { id: String(id) } }).catch(() => {})
    await sleep(50)
  }
  await connected(side, async (admin) => {
    while ((await admin.query('select auth.stores_to_read()')).rows.length > 0) await sleep(200)
  })
}

function figuresOf(): Figure[] {
  return [...best].flatMap(([work, ofSides]) => {
    const [bare, several] = [ofSides.get('bare')!, ofSides.get('several')!]
    const cpu = ({ cpu: ms }: { cpu: number }) => (ms < 1 ? `${(ms * 1000).toFixed(0)} us` : `${ms.toFixed(2)} ms`)
    return [
      {
        work: `${work}, throughput`,
        figure: `${formatNumber(several.perSecond)}/s`,
        floor: `${formatNumber(bare.perSecond)}/s, one process`,
        ratio: (several.perSecond / bare.perSecond).toFixed(2),
        n: ROUNDS,
        bar: atLeast(several.perSecond / bare.perSecond, 0.9),
      },
      {
        work: `${work}, CPU of each`,
        figure: cpu(several),
        floor: `${cpu(bare)}, one process`,
        ratio: (several.cpu / bare.cpu).toFixed(2),
        n: ROUNDS,
        bar: atMost(several.cpu / bare.cpu, 1.15),
      },
    ]
  })
}
