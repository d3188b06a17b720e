import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sessionLocks } from '../server/database/postgres/locks.ts'
import { startLine } from '../tools/line/server.ts'
import { atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import type { Server } from './minutes-server.ts'
import { type Product, startProduct } from './product.ts'
import { makeStore } from './programs.ts'
import { type Figure, formatNumber } from './table.ts'

/** A store that acts are done in. */
export interface Shop {
  product: Product
  admin: pg.Client
  line: Awaited<ReturnType<typeof startLine>>
  storeId: number
  folder: string
  /** 1 for the first time of each act, 2 for the later one: both find the same state, with other people or names. */
  round: number
}

export interface Act {
  name: string
  /** Returns milliseconds, and rows for a rate. */
  run(shop: Shop): Promise<{ ms: number; rows?: number }>
}

interface Result {
  ms: number
  rows?: number
  /** Milliseconds of CPU of PostgreSQL, with what the act prepares. A busy machine changes them little. */
  postgres: number
}

export interface Scene {
  name: string
  /** People who are imported first. */
  people?: number
  acts: Act[]
}

async function withShop<T>(server: Server, work: (shop: Shop) => Promise<T>): Promise<T> {
  const line = await startLine()
  const product = await startProduct({ server: server.url, settings: { LINE_API_URL: line.url } })
  const folder = await mkdtemp(join(tmpdir(), 'ruam-minutes-'))
  const admin = new pg.Client({ connectionString: product.superUrl })
  try {
    await admin.connect()
    if (process.env.STATISTICS === 'none') await stopStatistics(admin)
    if (process.env.EXPLAIN_MS) await explainSlow(admin, process.env.EXPLAIN_MS)
    const { rows } = await admin.query<{ store_id: number }>('select min(store_id) as store_id from store')
    return await work({ product, admin, line, folder, storeId: rows[0]!.store_id, round: 1 })
  } finally {
    await admin.end()
    await product.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Leaves all tables without statistics until the connection ends. */
async function stopStatistics(admin: pg.Client): Promise<void> {
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  await admin.query('select pg_advisory_lock($1)', [sessionLocks.statistics])
}

/** Writes plans of statements that take so many milliseconds to PostgreSQL's log. */
async function explainSlow(admin: pg.Client, ms: string): Promise<void> {
  const { rows } = await admin.query<{ name: string; at: string }>(
    "select current_database() as name, current_setting('data_directory') as at",
  )
  const settings = {
    session_preload_libraries: 'auto_explain',
    log_min_duration: ms,
    log_analyze: 'on',
    log_buffers: 'on',
  }
  for (const [name, value] of Object.entries({ ...settings, log_timing: 'off', log_nested_statements: 'on' }))
    await admin.query(
      `alter database ${rows[0]!.name} set ${name.startsWith('log') ? 'auto_explain.' : ''}${name} = '${value}'`,
    )
  // Connections that are open do not load it.
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
  await sleep(5000)
  console.log(`Plans are in the log next to ${rows[0]!.at}.`)
}

/** Imports customers into the store. */
async function importPeople({ product, folder }: Shop, rows: number, first: number): Promise<void> {
  const path = join(folder, `${first}.csv`)
  await writeCustomers(path, { rows, seed: 1, first })
  const id = await product.load(path, `ลูกค้า ${first}`)
  await product.map(id)
  await product.run(id, (await product.dryRun(id)).run_id as string)
}

/** Does all acts once, each after the jobs that others began by themselves. */
async function round(shop: Shop, scene: Scene): Promise<Map<string, Result>> {
  const results = new Map<string, Result>()
  for (const act of scene.acts) {
    await shop.product.idle()
    const before = shop.product.cpu()
    const result = await act.run(shop)
    const postgres = shop.product.cpu().postgres - before.postgres
    console.log(
      `${scene.name}, round ${shop.round}, ${act.name}: ${formatNumber(result.ms)} ms, PostgreSQL ${formatNumber(postgres)} ms`,
    )
    results.set(act.name, { ...result, postgres })
  }
  return results
}

async function analyze({ product, admin }: Shop): Promise<void> {
  await product.idle()
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
}

/** Does each act for the first time in a new database, and again after `vacuum analyze`. */
export async function sceneFigures(server: Server, scene: Scene): Promise<Figure[]> {
  return withShop(server, async (shop) => {
    if (scene.people) await importPeople(shop, scene.people, 0)
    const first = await round(shop, scene)
    await analyze(shop)
    const later = await round({ ...shop, round: 2 }, scene)
    return figuresOf(first, later, 'later')
  })
}

/** Does each act in a store that comes after a large one, and in the same store alone in an analyzed database. */
export async function secondStoreFigures(server: Server, scene: Scene, large: number): Promise<Figure[]> {
  const alone = await withShop(server, async (shop) => {
    await importPeople(shop, scene.people!, 0)
    await round(shop, scene)
    await analyze(shop)
    return round({ ...shop, round: 2 }, scene)
  })
  const next = await withShop(server, async (shop) => {
    await importPeople(shop, large, 0)
    await analyze(shop)
    const storeId = await makeStore(shop.admin)
    await shop.product.enterStore(storeId)
    await importPeople(shop, scene.people!, 0)
    return round({ ...shop, storeId }, scene)
  })
  return figuresOf(next, alone, 'alone')
}

function figuresOf(first: Map<string, Result>, later: Map<string, Result>, name: string): Figure[] {
  const text = ({ ms, rows }: Result) => {
    const time = ms < 1000 ? `${ms.toFixed(ms < 100 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`
    return rows ? `${time}, ${formatNumber((rows / ms) * 1000)} rows/s` : time
  }
  return [...first].map(([work, one]) => {
    const other = later.get(work)!
    const cpu = `PostgreSQL ${formatNumber(one.postgres)} and ${formatNumber(other.postgres)} ms, ${(one.postgres / other.postgres).toFixed(2)}`
    const ratio = one.ms / other.ms
    const floor = `${text(other)} ${name}`
    return { work, figure: text(one), cpu, floor, ratio: ratio.toFixed(2), bar: atMost(ratio, 1.3) }
  })
}
