import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// Costs of the stream of changes on imports of ROWS new people: without its triggers, with them and no reader, and with a reader. ROUNDS
// imports of each way in turns, whose order rotates. Prints the median and the range of CPU and WAL, and the rows that were inserted.

const ROWS = Number(process.env.ROWS ?? 20_000)
const ROUNDS = Number(process.env.ROUNDS ?? 6)

const ways = ['without triggers', 'no reader', 'one reader'] as const
type Way = (typeof ways)[number]

interface Spent {
  node: number
  postgres: number
  wal: number
  /** Rows that PostgreSQL inserted. */
  rows: number
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-changes-'))
const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
try {
  await admin.connect()
  await product.idle()
  const spent = new Map<Way, Spent[]>(ways.map((way) => [way, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (let turn = 0; turn < ways.length; turn++) {
      const way = ways[(turn + round + 1) % ways.length]!
      await prepare(way)
      const one = await imported((round + 1) * ways.length + turn)
      // The first round warms up.
      if (round >= 0) spent.get(way)!.push(one)
    }
  }
  const figures = ways.map((way): Figure => {
    const runs = spent.get(way)!
    return {
      work: way,
      figure: `PostgreSQL ${rangeOf(runs, 'postgres', 1000)} µs a row`,
      cpu: `Node ${rangeOf(runs, 'node', 1000)} µs`,
      floor: `WAL ${rangeOf(runs, 'wal', 1)} bytes a row, ${formatNumber(median(runs, 'rows'))} rows inserted`,
      ratio: (median(runs, 'postgres') / median(spent.get(ways[0])!, 'postgres')).toFixed(3),
    }
  })
  printFigures(figures, `imports of ${formatNumber(ROWS)} new people, median (least to most) of ${ROUNDS}`)
} finally {
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Switches triggers and reader, and lets the WAL of before end. */
async function prepare(way: Way): Promise<void> {
  const { rows } = await admin.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as "table", tgname as name from pg_trigger where tgname ~ '^raise_'`,
  )
  const does = way === 'without triggers' ? 'disable' : 'enable'
  for (const { table, name } of rows) await admin.query(`alter table ${table} ${does} trigger ${name}`)
  await admin.query('delete from change_reader')
  if (way === 'one reader')
    await admin.query(
      `insert into change_reader (store_id, begun_at, reads_until) select store_id, now(), now() + interval '30 days' from store`,
    )
  await admin.query('checkpoint')
}

/** Imports people that no import before had, and returns what that took. */
async function imported(n: number): Promise<Spent> {
  const path = join(folder, `${n}.csv`)
  await writeCustomers(path, { rows: ROWS, seed: n + 1, first: n * ROWS * 2 })
  const id = await product.load(path, `changes ${n}`)
  await product.map(id)
  const { run_id } = await product.dryRun(id)
  await product.idle()
  const [wal, rows] = [await walNow(), await rowsNow()]
  const before = product.cpu()
  await product.run(id, run_id as string)
  const after = product.cpu()
  const spent = {
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
    wal: (await walNow()) - wal,
    rows: (await rowsNow()) - rows,
  }
  await product.idle()
  return spent
}

async function walNow(): Promise<number> {
  const { rows } = await admin.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)
  return Number(rows[0]!.at)
}

async function rowsNow(): Promise<number> {
  await admin.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ n: string }>(
    'select tup_inserted as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.n)
}

function sorted(runs: readonly Spent[], key: keyof Spent): number[] {
  return runs.map((run) => run[key]).toSorted((a, b) => a - b)
}

function median(runs: readonly Spent[], key: keyof Spent): number {
  return sorted(runs, key)[Math.floor(runs.length / 2)]!
}

function rangeOf(runs: readonly Spent[], key: keyof Spent, factor: number): string {
  const all = sorted(runs, key)
  const [least, most] = [all[0]!, all.at(-1)!]
  return `${each(median(runs, key))} (${each(least)} to ${each(most)})`
  function each(value: number) {
    return ((value * factor) / ROWS).toFixed(0)
  }
}
