import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// Webhooks to a receiver on this machine that answers after LATENCY_MS: the time from a change to its delivery while ROWS people are imported,
// and what it costs to deliver as many events that wait. Then reads the first pages of EVENTS events, as after a large undo. CHECKOUT measures
// another tree.

const ROWS = Number(process.env.ROWS ?? 20_000)
const LATENCY_MS = Number(process.env.LATENCY_MS ?? 0)
const EVENTS = Number(process.env.EVENTS ?? 1_000_000)
const checkout = process.env.CHECKOUT

/** Pages that are read, of 1,000 events, and events of one change. */
const [PAGES, IN_ONE] = [20, 2500]

const waits: number[] = []
const ids = new Set<string>()
let isAway = false
const server = createServer((request, response) => {
  const at = Date.now()
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (isAway) return response.writeHead(503).end()
    const [, timestamp] = /"timestamp":"([^"]+)"/.exec(Buffer.concat(parts).toString())!
    waits.push(at - Date.parse(timestamp!))
    ids.add(String(request.headers['webhook-id']))
    if (LATENCY_MS > 0) return setTimeout(() => response.writeHead(204).end(), LATENCY_MS)
    return response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const folder = await mkdtemp(join(tmpdir(), 'ruam-webhooks-'))
const product = await startProduct(checkout === undefined ? {} : { checkout })
const admin = new pg.Client({ connectionString: product.superUrl })
try {
  await admin.connect()
  await product.idle()
  const { key, storeId } = await subscribe()
  const live = await deliver(() => importPeople(0))
  await product.idle()
  isAway = true
  await importPeople(1)
  await product.idle()
  const waiting = await deliver(async () => {
    isAway = false
    await admin.query('update webhook set next_at = now()')
  })
  const pages = await readPages(key, storeId)
  const per = (ms: number) => `${((ms * 1000) / waiting.events).toFixed(0)} µs`
  const figures: Figure[] = [
    {
      work: 'from a change to its delivery',
      figure: `p50 ${live.part(0.5)} ms, p95 ${live.part(0.95)} ms, most ${live.part(1)} ms`,
      floor: `${formatNumber(live.events)} events, ${formatNumber(live.deliveries)} deliveries`,
      ratio: '-',
      bar: atMost(live.part(0.95), 5000, 'ms'),
    },
    {
      work: 'delivering events that wait',
      figure: `${per(waiting.cpu.node)} of Node and ${per(waiting.cpu.postgres)} of PostgreSQL an event`,
      floor: `${formatNumber(waiting.transactions)} transactions, ${formatNumber(waiting.wal)} bytes of WAL`,
      ratio: `${Math.round(waiting.events / waiting.seconds)} a second`,
    },
    {
      work: `reading a page of 1,000 of ${formatNumber(EVENTS)} events`,
      figure: `${(pages.postgres / PAGES).toFixed(1)} ms of PostgreSQL and ${(pages.node / PAGES).toFixed(1)} ms of Node`,
      floor: '-',
      ratio: '-',
    },
  ]
  printFigures(figures, `${formatNumber(ROWS)} people, a receiver that answers after ${LATENCY_MS} ms`)
} finally {
  server.closeAllConnections()
  server.close()
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function subscribe(): Promise<{ key: string; storeId: number }> {
  const { rows } = await admin.query<{ store_id: number }>('select min(store_id)::int as store_id from store')
  const storeId = rows[0]!.store_id
  const [key] = await makeKeys(admin, storeId, 1)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await call(key!, 'webhooks', { url, types: ['profile.created'] })
  return { key: key!, storeId }
}

async function call<Body>(key: string, path: string, body?: object): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const reply = await fetch(`${product.address}/open-api/v1/${path}`, init)
  if (!reply.ok) throw new Error(`${path} was refused: ${await reply.text()}`)
  return (await reply.json()) as Body
}

/** Reads the first pages of a stream with large changes, and returns the CPU of that. */
async function readPages(key: string, storeId: number) {
  let { next_cursor: cursor } = await call<{ next_cursor: string }>(key, 'changes')
  await admin.query(
    `insert into change (store_id, kind, profile_ids)
     select $1, 'profile.deleted', array(select id from generate_series(n * $2::int, n * $2 + $2 - 1) id)
     from generate_series(1, $3::int) n`,
    [storeId, IN_ONE, Math.ceil(EVENTS / IN_ONE)],
  )
  const read = async () => {
    ;({ next_cursor: cursor } = await call<{ next_cursor: string }>(key, `changes?after=${cursor}&limit=1000`))
  }
  // The first one gives positions.
  await read()
  const before = product.cpu()
  for (let n = 0; n < PAGES; n++) await read()
  const after = product.cpu()
  return { node: after.node - before.node, postgres: after.postgres - before.postgres }
}

/** Imports people that no import before had. */
async function importPeople(n: number): Promise<void> {
  const path = join(folder, `${n}.csv`)
  await writeCustomers(path, { rows: ROWS, seed: n + 1, first: n * ROWS * 2 })
  const id = await product.load(path, `webhooks ${n}`)
  await product.map(id)
  const { run_id } = await product.dryRun(id)
  await product.run(id, run_id as string)
}

/** Waits until everybody is delivered, and returns what that took from the start of the work on. */
async function deliver(work: () => Promise<void>) {
  waits.length = 0
  const had = ids.size
  const [before, walBefore, transactionsBefore] = [product.cpu(), await walNow(), await transactions()]
  const start = performance.now()
  await work()
  const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from profile')
  while (ids.size < rows[0]!.n) await sleep(20)
  const seconds = (performance.now() - start) / 1000
  const after = product.cpu()
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    seconds,
    events: ids.size - had,
    deliveries: waits.length,
    part: (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!,
    cpu: { node: after.node - before.node, postgres: after.postgres - before.postgres },
    wal: (await walNow()) - walBefore,
    transactions: (await transactions()) - transactionsBefore,
  }
}

async function walNow(): Promise<number> {
  const { rows } = await admin.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)
  return Number(rows[0]!.at)
}

/** Transactions of the database so far. */
async function transactions(): Promise<number> {
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.n)
}
