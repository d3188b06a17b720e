import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cpuOf } from './cpu.ts'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// Costs of each index and table of an import: the rows of one import are inserted again into a copy of their table, with all indexes and
// without one at a time, in turns. Minimum of the rounds: a busy machine only adds. ROWS and ROUNDS set the sizes.

const ROWS = Number(process.env.ROWS ?? 50_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
/** Rows of one statement, as in an import. */
const BATCH = 2500

interface Cost {
  /** Microseconds of CPU of the backend, and bytes of WAL, a row. */
  cpu: number
  wal: number
}

interface Part {
  name: string
  bytes: number
  cost?: Cost
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-budget-'))
const path = join(folder, 'customers.csv')
await writeCustomers(path, { rows: ROWS, seed: 1 })
const product = await startProduct()
const client = new pg.Client({ connectionString: product.superUrl })
try {
  const id = await product.load(path, 'budget')
  await product.map(id)
  await product.run(id, (await product.dryRun(id)).run_id as string)
  await product.idle()
  await client.connect()
  const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const people = Number((await client.query<{ n: number }>('select count(*)::int as n from profile')).rows[0]!.n)
  const figures: Figure[] = []
  const tables = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     and pg_total_relation_size(c.oid) > $1 order by pg_total_relation_size(c.oid) desc`,
    [people * 8],
  )
  let whole = 0
  for (const { name } of tables.rows) {
    const parts = await partsOf(name)
    whole += parts.reduce((sum, { bytes }) => sum + bytes, 0)
    if (name === 'profile' || name === 'run_record' || name === 'imported_row')
      await measure(name, parts, backend[0]!.pid)
    for (const { name: part, bytes, cost } of parts)
      figures.push({
        work: part,
        figure: `${(bytes / people).toFixed(0)} bytes a person`,
        cpu: cost ? `${cost.cpu.toFixed(1)} us` : '',
        floor: cost ? `${cost.wal.toFixed(0)} bytes of WAL a row` : '',
        ratio: '',
      })
  }
  figures.push({ work: 'all', figure: `${(whole / people).toFixed(0)} bytes a person`, floor: '', ratio: '' })
  printFigures(figures, `${formatNumber(people)} people of one import; least of ${ROUNDS} rounds`)
} finally {
  await client.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** A table and its indexes with their sizes. */
async function partsOf(table: string): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select $1::text as name, pg_table_size($1::regclass) as bytes
     union all select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index where indrelid = $1::regclass
     order by 2 desc`,
    [table],
  )
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}

/** Notes what each index adds to an insert, and the table without any. */
async function measure(table: string, parts: Part[], pid: number): Promise<void> {
  const copy = `budget_${table}`
  await client.query(`create table ${copy} (like ${table} including all)`)
  const { rows: indexes } = await client.query<{ name: string; own: string }>(
    `select a.relname as name, b.relname as own from pg_index i join pg_class a on a.oid = i.indexrelid
     join pg_index j on j.indrelid = $2::regclass
       and pg_get_expr(j.indpred, j.indrelid) is not distinct from pg_get_expr(i.indpred, i.indrelid)
       and j.indkey = i.indkey and pg_get_expr(j.indexprs, j.indrelid) is not distinct from pg_get_expr(i.indexprs, i.indrelid)
       and j.indclass = i.indclass
     join pg_class b on b.oid = j.indexrelid where i.indrelid = $1::regclass`,
    [table, copy],
  )
  const ownOf = new Map(indexes.map(({ name, own }) => [name, own]))
  const { rows: columns } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const list = columns[0]!.list
  const least = new Map<string, Cost>()
  const without = ['', ...ownOf.values(), [...ownOf.values()].join(', ')]
  for (let round = 0; round < ROUNDS; round++) {
    for (const dropped of without) {
      const cost = await insertWithout(table, copy, list, dropped, pid)
      const before = least.get(dropped)
      if (!before || cost.cpu < before.cpu) least.set(dropped, cost)
    }
  }
  const all = least.get('')!
  for (const part of parts) {
    const own = ownOf.get(part.name)
    if (part.name === table) part.cost = least.get(without.at(-1)!)!
    else if (own) part.cost = { cpu: all.cpu - least.get(own)!.cpu, wal: all.wal - least.get(own)!.wal }
  }
  await client.query(`drop table ${copy}`)
}

/** Inserts the table's rows into its copy without some of the indexes, in a transaction that is rolled back. */
async function insertWithout(table: string, copy: string, list: string, dropped: string, pid: number): Promise<Cost> {
  const constraints = dropped
    .split(', ')
    .filter((name) => name.endsWith('_pkey'))
    .map((name) => `alter table ${copy} drop constraint ${name};`)
  const indexes = dropped.split(', ').filter((name) => name !== '' && !name.endsWith('_pkey'))
  await client.query(
    `begin; truncate ${copy}; ${constraints.join('')} ${indexes.length > 0 ? `drop index ${indexes.join(', ')};` : ''}
     create temp table budget_row on commit drop as
       select ctid as place, (row_number() over ()) / ${BATCH} as batch from ${table};
     create temp table budget_batch on commit drop as
       select batch, array_agg(place) as places from budget_row group by batch`,
  )
  const { rows: batches } = await client.query<{ batch: number }>('select batch from budget_batch order by batch')
  const { rows: start } = await client.query<{ at: string }>('select pg_current_wal_insert_lsn() as at')
  const cpu = cpuOf(pid)
  for (const { batch } of batches)
    await client.query(
      `insert into ${copy} (${list}) overriding system value select ${list} from ${table}
       where ctid = any((select places from budget_batch where batch = $1)::tid[])`,
      [batch],
    )
  await client.query(
    `select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_am a on a.oid = c.relam where i.indrelid = '${copy}'::regclass and a.amname = 'gin'`,
  )
  const spent = cpuOf(pid) - cpu
  const { rows: end } = await client.query<{ wal: string; rows: number }>(
    `select pg_current_wal_insert_lsn() - $1::pg_lsn as wal, (select count(*)::int from ${copy}) as rows`,
    [start[0]!.at],
  )
  await client.query('rollback')
  return { cpu: (spent * 1000) / end[0]!.rows, wal: Number(end[0]!.wal) / end[0]!.rows }
}
