import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { writeCustomers } from './customers.ts'
import { type Product, startProduct } from './product.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// CPU and WAL of an import of ROWS customers into a fresh installation, ROUNDS times; with BENCH_BEFORE, the folder of another checkout, both
// in turn. Median of the rounds with least and greatest: CPU time says the same on a busy machine, unlike wall time.

const ROWS = Number(process.env.ROWS ?? 50_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const own = fileURLToPath(new URL('..', import.meta.url))
const before = process.env.BENCH_BEFORE
const checkouts = before ? [before, own] : [own]

interface Spent {
  node: number
  postgres: number
  wal: number
}

const works = ['load', 'dry run', 'run', 'unchanged: dry run', 'unchanged: run'] as const
type Work = (typeof works)[number]

interface Round extends Record<Work, Spent> {
  peak: number
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-import-cpu-'))
const path = join(folder, 'customers.csv')
const rounds = new Map<string, Round[]>(checkouts.map((checkout) => [checkout, []]))
try {
  await writeCustomers(path, { rows: ROWS, seed: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) {
      const spent = await importAll(checkout)
      rounds.get(checkout)!.push(spent)
      console.log(checkout, works.map((work) => `${work}: ${cpuText(spent[work])}`).join(', '))
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
printFigures(
  [...works.map(figureOf), memoryFigure()],
  `${formatNumber(ROWS)} rows x 12 columns, median of ${ROUNDS} rounds${before ? `; floor: ${before}` : ''}`,
)

/** Imports the file into a fresh installation, and once more. */
async function importAll(checkout: string): Promise<Round> {
  const product = await startProduct({ checkout })
  const admin = new pg.Client({ connectionString: product.superUrl })
  try {
    await admin.connect()
    const spent = await spentBy(product, admin)
    const all = {} as Round
    let id = 0
    all.load = await spent(async () => {
      id = await product.load(path, 'first')
    })
    await product.map(id)
    let dry = ''
    all['dry run'] = await spent(async () => {
      dry = (await product.dryRun(id)).run_id as string
    })
    all.run = await spent(() => product.run(id, dry))
    await product.idle()
    id = await product.load(path, 'again')
    await product.map(id)
    all['unchanged: dry run'] = await spent(async () => {
      dry = (await product.dryRun(id)).run_id as string
    })
    all['unchanged: run'] = await spent(() => product.run(id, dry))
    all.peak = product.peakMemory()
    return all
  } finally {
    await admin.end()
    await product.stop()
  }
}

/** Returns a function that does a piece of work and returns what a row of it cost. */
async function spentBy(product: Product, admin: pg.Client) {
  const wal = async () => {
    const { rows } = await admin.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")
    return Number(rows[0]!.bytes)
  }
  return async (work: () => Promise<unknown>): Promise<Spent> => {
    await admin.query('checkpoint')
    const [from, start] = [await wal(), product.cpu()]
    await work()
    const end = product.cpu()
    const each = (ms: number) => (ms * 1000) / ROWS
    return {
      node: each(end.node - start.node),
      postgres: each(end.postgres - start.postgres),
      wal: ((await wal()) - from) / ROWS,
    }
  }
}

function figureOf(work: Work): Figure {
  const [text, floor] = [textOf(own, work), before ? textOf(before, work) : '']
  const cpu = (checkout: string) => median(rounds.get(checkout)!.map((one) => one[work].node + one[work].postgres))
  return { work, figure: text, floor, ratio: before ? (cpu(own) / cpu(before)).toFixed(2) : '' }
}

function textOf(checkout: string, work: Work): string {
  const all = rounds.get(checkout)!.map((one) => one[work])
  const spread = (pick: (one: Spent) => number) => {
    const values = all.map(pick)
    return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
  }
  const wal = median(all.map((one) => one.wal))
  return `Node ${spread((one) => one.node)} + PostgreSQL ${spread((one) => one.postgres)} µs, ${wal.toFixed(0)} bytes of WAL a row`
}

function memoryFigure(): Figure {
  const peak = (checkout: string) => `${formatNumber(median(rounds.get(checkout)!.map((one) => one.peak)))} MB`
  return { work: 'peak memory of Node', figure: peak(own), floor: before ? peak(before) : '', ratio: '' }
}

function cpuText({ node, postgres }: Spent): string {
  return `${node.toFixed(1)} + ${postgres.toFixed(1)}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}
