import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startBare } from './bare.ts'
import { atLeast, atMost } from './bars.ts'
import { freshStore } from './fresh.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { hire } from './staff.ts'
import { Figures, formatNumber, percentile, printFigures, spreadOf } from './table.ts'
import { inTurns } from './turns.ts'

// The profile list over HTTP as the application role: pages, filters and searches, compared with the same rows by pg alone and the same
// bytes from bare node:http.

const ROWS = Number(process.env.ROWS ?? 100_000)
const TRIES = 200
/** Callers in turn. */
const STAFF = 60
/** Rows of the first import into a new store. */
const FRESH = Math.min(ROWS, 100_000)
const fresh = await freshStore(FRESH)
const product = await startProduct()
const staff = await hire(product, STAFF)
const figures = new Figures()

/** Address, and milliseconds that 95 of 100 answers take at most. */
type Page = [url: string, p95?: number]

try {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  const label = await fillStore(admin, 1, ROWS)
  await admin.end()

  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const search = (keyword: string): Page => [`/api/profile?limit=50&keyword=${encodeURIComponent(keyword)}`, 50]
  const FIRST = '/api/profile?limit=10'
  const pages: Record<string, Page> = {
    'first page of 10': [FIRST, 5],
    'page of 100': ['/api/profile?limit=100'],
    [`page at ${formatNumber(ROWS / 2)}`]: [`/api/profile?limit=50&offset=${ROWS / 2}`],
    'label and days of making': [`/api/profile?limit=50&labels=${label}&created_from=${day(400)}`, 30],
    'label and days of change': [`/api/profile?limit=50&labels=${label}&updated_from=${day(30)}`, 30],
    'search two letters กี': search('กี'),
    'search a common name กี่': search('กี่'),
    'search a common name Malee': search('Malee'),
    'search one letter': search('ก'),
    'search a rare surname': search('ศรีศรีศรี'),
    'search a phone': search('081-111-1111'),
    'search the last four digits': search('5678'),
    'search a text of an own field': search('RM-00a1'),
    'search what everybody has in one': search('แพ้'),
    'search nobody': search('ไม่มีใครชื่อนี้'),
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const [work, [url, limit]] of Object.entries(pages))
    await figures.measure(async () => {
      const { times, bytes } = await ask(`${product.address}${url}`, agent, TRIES)
      const floor = await bareHttp(bytes, (address) => ask(address, agent, TRIES))
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
      const bare = percentile(floor.times, 0.5)
      return {
        work,
        figure: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
        floor: `p50 ${bare.toFixed(2)} ms bare HTTP`,
        ratio: (p50 / bare).toFixed(1),
        ...spreadOf(times),
        ...(limit && { bar: atMost(p95, limit, 'ms p95') }),
      }
    })
  await figures.measure(async () => {
    const turn = (path: string) => ({ work: () => ask(`${product.address}${path}`, agent, TRIES) })
    const { first, second, ratio, n, spread } = await inTurns(
      product.cpu,
      turn(FIRST),
      turn('/api/v1/profiles?limit=10'),
    )
    return {
      work: 'the same page of 10 by the older API',
      figure: `${(second / TRIES).toFixed(2)} ms of CPU a request`,
      floor: `${(first / TRIES).toFixed(2)} ms by the newer`,
      ratio: ratio.toFixed(2),
      n,
      spread,
    }
  })
  const byPg = await pagesByPg()
  figures.add({ work: 'the same page of 10 by pg alone', figure: `p50 ${byPg.toFixed(2)} ms`, floor: '', ratio: '' })
  agent.destroy()
  const wrk = await requestsPerSecond(`${product.address}${FIRST}`)
  const { bytes } = await ask(`${product.address}${FIRST}`, undefined, 1)
  const bareWrk = await bareHttp(bytes, requestsPerSecond)
  if (wrk && bareWrk)
    figures.add({
      work: 'page of 10, 10 connections',
      figure: `${formatNumber(wrk)} requests/s`,
      floor: `${formatNumber(bareWrk)} bare HTTP`,
      ratio: (wrk / bareWrk).toFixed(2),
      bar: atLeast(wrk, 2200, 'requests/s'),
    })
  const about = `${formatNumber(ROWS)} profiles with 20 fields of their own`
  figures.add(...fresh)
  printFigures(figures, wrk ? about : `${about}; install wrk to measure requests a second`)
} finally {
  await product.stop()
}

interface Asked {
  /** Milliseconds each. */
  times: number[]
  bytes: Buffer
}

async function ask(url: string, agent: Agent | undefined, tries: number): Promise<Asked> {
  const times: number[] = []
  let bytes: Buffer = Buffer.alloc(0)
  for (let n = 0; n < tries; n++) {
    const began = performance.now()
    bytes = await new Promise<Buffer>((resolve, reject) => {
      get(url, { agent, headers: { authorization: `Bearer ${staff[n % STAFF]}` } }, (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () =>
          reply.statusCode === 200
            ? resolve(Buffer.concat(parts))
            : reject(new Error(`${url} answered ${reply.statusCode}`)),
        )
      }).on('error', reject)
    })
    times.push(performance.now() - began)
  }
  return { times, bytes }
}

/** The same bytes from node:http with nothing behind it. */
async function bareHttp<T>(bytes: Buffer, measure: (address: string) => Promise<T>): Promise<T> {
  const bare = await startBare(bytes.toString())
  return measure(bare.address).finally(bare.stop)
}

/** Milliseconds for the ids and rows of a page, in one transaction with the store's context, by pg alone. */
async function pagesByPg(): Promise<number> {
  const client = new pg.Client({ connectionString: product.appUrl })
  await client.connect()
  const times: number[] = []
  for (let n = 0; n < TRIES; n++) {
    const began = performance.now()
    await client.query("begin read only; select set_config('ruam.store_id', '1', true)")
    await client.query(
      'select * from profile where store_id = $1 and deleted_at is null and merged_into is null order by updated_at desc, id desc limit 10',
      [1],
    )
    await client.query('commit')
    times.push(performance.now() - began)
  }
  await client.end()
  return percentile(times, 0.5)
}

/** By wrk, 10 connections for 5 s; null where wrk is not installed. */
async function requestsPerSecond(url: string): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-wrk-'))
  const script = join(folder, 'staff.lua')
  const all = staff.map((token) => `"Bearer ${token}"`).join(', ')
  const turn = `n = n + 1; return wrk.format(nil, nil, {Authorization = staff[n % ${STAFF} + 1]})`
  await writeFile(script, `local staff = {${all}}\nlocal n = 0\nrequest = function() ${turn} end\n`)
  const args = ['-t1', '-c10', '-d5s', '-s', script, url]
  const said = await promisify(execFile)('wrk', args).catch(() => undefined)
  await rm(folder, { recursive: true })
  const found = /Requests\/sec:\s+([\d.]+)/.exec(said?.stdout ?? '')?.[1]
  return found ? Number(found) : null
}
