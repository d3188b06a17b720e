import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONSENT_APP, CONSENT_TYPE } from '@ruam/contract/platform/constants.ts'
import pg from 'pg'
import { startLine } from '../tools/line/server.ts'
import { addChannel } from '../tools/line/state.ts'
import { fillShop, insertWaiting } from './automation-data.ts'
import { owner, type Product, startProduct } from './product.ts'
import { asSuperuser, startCounted, watchRest } from './statements.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// Measures CPU, statements and wake-ups of an installation at rest: with one store; with WATCHES watched folders, AUTOMATIONS, scraped metrics and a
// checked LINE account; with STORES, ACCOUNTS of which have a LINE account. SECONDS: duration of a measurement, a multiple of the five minutes
// between two looks at a folder; SETTLE_SECONDS: rest before it.

const SECONDS = Number(process.env.SECONDS ?? 300)
const SETTLE_SECONDS = Number(process.env.SETTLE_SECONDS ?? 30)
const STORES = Number(process.env.STORES ?? 200)
const ACCOUNTS = Number(process.env.ACCOUNTS ?? 10)
const WATCHES = Number(process.env.WATCHES ?? 50)
const AUTOMATIONS = Number(process.env.AUTOMATIONS ?? 20)
const CUSTOMERS = Number(process.env.CUSTOMERS ?? 2000)
const SHOWN = Number(process.env.SHOWN ?? 12)
/** Prometheus's usual interval. */
const SCRAPE_MS = 15_000

const agreed = {
  ...{ app_name: CONSENT_APP, type: CONSENT_TYPE, status: 'accepted' },
  consentee: { name: 'Owner', email: owner.email, position: '', company: 'Ruam' },
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-idle-'))
const line = await startLine()
const settings = { LINE_API_URL: line.url, RUAM_REWRITE_HOUR: 'off', RUAM_WATCH_ROOT: join(folder, 'watched') }
let product: Product | undefined
let scrapes: NodeJS.Timeout | undefined
try {
  product = await startCounted({ kept: folder, settings })
  await measure(product, '1 store')
  await watchFolders(product)
  await automate(product)
  await product.stop()
  const port = await freePort()
  product = await startProduct({ kept: folder, settings: { ...settings, METRICS_PORT: String(port) } })
  scrapes = setInterval(() => scrape(port).catch(console.error), SCRAPE_MS)
  await measure(product, `1 store with ${WATCHES} watches, ${AUTOMATIONS} automations, metrics and a LINE account`)
  if (STORES > 1) {
    await fillStores(product)
    await measure(product, `${STORES} stores, ${ACCOUNTS} with a LINE account`)
  }
} finally {
  clearInterval(scrapes)
  await product?.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}

type Json = Record<string, unknown>

async function fillStores(filled: Product) {
  let token = ''
  async function call(path: string, body: Json): Promise<Json> {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(`${filled.address}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Json
  }
  const person = (await call('/auth/login', owner)).access_token as string
  for (let n = 0; n < ACCOUNTS; n++) {
    token = person
    const { id } = await call('/stores', { name: `ร้าน ${n}` })
    token = (await call('/stores/auth/token', { id })).token as string
    await call('/stores/store/consent', agreed)
    const channel = addChannel(line.state)
    await call('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  }
  const text = `insert into store (name) select 'ร้าน ' || n from generate_series(${ACCOUNTS + 2}, ${STORES}) n`
  await asOwner(filled, text)
}

/** Runs a statement past the wall. */
async function asOwner<T extends pg.QueryResultRow>({ superUrl }: Product, text: string): Promise<T[]> {
  const database = new pg.Client({ connectionString: superUrl })
  await database.connect()
  const { rows } = await database.query<T>(text)
  await database.end()
  return rows
}

/** Fills the store with customers who give its automations no reason to begin. */
async function automate(filled: Product) {
  const admin = new pg.Client({ connectionString: filled.superUrl })
  await admin.connect()
  const shop = await fillShop(filled, admin, line.state, { people: CUSTOMERS, purchases: 2 })
  await insertWaiting(admin, shop, AUTOMATIONS)
  await admin.end()
  await filled.idle()
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function scrape(port: number) {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (!reply.ok) throw new Error(`/metrics answered ${reply.status}`)
  await reply.arrayBuffer()
}

/** Imports a file, and watches a folder for each further one, as the store's mapping has it. */
async function watchFolders(watching: Product) {
  const path = join(folder, 'first.csv')
  await writeFile(path, 'ชื่อ,เบอร์โทร\nมานี,0811220001\nปิติ,0811220002\n')
  const data_source_id = await watching.load(path, 'ยอดขาย')
  await watching.map(data_source_id)
  await watching.run(data_source_id, (await watching.dryRun(data_source_id)).run_id as string)
  const [store] = await asOwner<{ store_id: number }>(watching, 'select store_id from data_source')
  for (let n = 0; n < WATCHES; n++) {
    await mkdir(join(folder, 'watched', String(store!.store_id), `till-${n}`), { recursive: true })
    const place = { kind: 'folder', path: `till-${n}` }
    const schedule = { looks: { every_minutes: 5 } }
    await watching.call('POST', '/datasource-watch', {
      ...{ name: `ไฟล์ ${n}`, place, pattern: '*.csv', data_source_id, schedule },
    })
  }
  await watching.idle()
}

/** Measures a rest, and prints its parts. */
async function measure(measured: Product, about: string) {
  await sleep(SETTLE_SECONDS * 1000)
  const { node, postgres, statements, wakeUps } = await watchRest(measured, SECONDS)
  const [connections] = await asSuperuser<{ n: number }>(
    measured,
    "select count(*)::int as n from pg_stat_activity where datname = 'ruam' and usename = 'ruam_app'",
  )
  const share = (ms: number) => `${(ms / SECONDS / 10).toFixed(2)} % of a core`
  const figure = (work: string, text: string): Figure => ({ work, figure: text, floor: '', ratio: '' })
  const calls = statements.reduce((sum, one) => sum + one.calls, 0)
  printFigures(
    [
      figure('CPU of all', share(node + postgres)),
      figure('CPU of Node', share(node)),
      figure('CPU of PostgreSQL', share(postgres)),
      figure('memory of Node', `${formatNumber(measured.ownMemory())} MB`),
      figure('connections', `${connections!.n}`),
      figure('statements', `${(calls / SECONDS).toFixed(1)} a second`),
      figure('wake-ups', `${(wakeUps / SECONDS).toFixed(1)} a second`),
      ...statements
        .slice(0, SHOWN)
        .map(({ text, calls: n, ms }) => figure(text, `${(n / SECONDS).toFixed(2)} a second, ${share(ms)}`)),
    ],
    about,
  )
}
