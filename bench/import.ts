import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { atLeast, atMost, type Bar, either } from './bars.ts'
import { HEADER, writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// The import from upload to success, over calls, as the application role: fsync, row-level security, journal and every index on.

const ROWS = Number(process.env.ROWS ?? 100_000)
const SEED = Number(process.env.SEED ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'ruam-customers-'))
const plain = join(folder, 'customers.csv')
const changed = join(folder, 'changed.csv')
await writeCustomers(plain, { rows: ROWS, seed: SEED })
await writeCustomers(changed, { rows: ROWS, seed: SEED, changed: 0.1 })

const product = await startProduct()
const figures = new Figures()
try {
  const copyFloor = await copyText()
  const runs: Record<string, { load: number; dry: number; run: number; stats: unknown; dryCpu: string; cpu: string }> =
    {}
  let insertFloor = { perSecond: 0, cpu: 0 }
  for (const [kind, path] of [
    ['all new', plain],
    ['unchanged', plain],
    ['10 % changed', changed],
  ] as const) {
    const [load, id] = await timed(() => product.load(path, kind))
    await product.map(id)
    const beforeDry = product.cpu()
    const [dry, dryRun] = await timed(() => product.dryRun(id))
    const before = product.cpu()
    const [run, { stats }] = await timed(() => product.run(id, dryRun.run_id as string))
    runs[kind] = { load, dry, run, stats, dryCpu: cpuOf(beforeDry, before), cpu: cpuOf(before, product.cpu()) }
    await product.idle()
    if (kind === 'all new') insertFloor = await insertSelect()
  }
  const rate = (ms: number) => perSecond(ROWS, ms)
  const beside = (
    work: string,
    ms: number,
    floor: number,
    floorName: string,
    { cpu, bar }: { cpu?: string; bar?: (ratio: number) => Bar } = {},
  ) =>
    figures.add({
      work,
      ...(cpu && { cpu }),
      figure: `${formatNumber(rate(ms))} rows/s`,
      floor: `${formatNumber(floor)} ${floorName}`,
      ratio: (rate(ms) / floor).toFixed(2),
      ...(bar && { bar: bar(rate(ms) / floor) }),
    })
  const allNew = runs['all new']!
  const inserted = `INSERT..SELECT, ${insertFloor.cpu.toFixed(1)} us`
  for (const [kind, { load, dry, run, dryCpu, cpu }] of Object.entries(runs)) {
    const isNew = kind === 'all new'
    beside(`${kind}: upload and load`, load, copyFloor, 'COPY', {
      ...(isNew && { bar: (ratio: number) => either(atLeast(ratio, 0.5), atLeast(rate(load), 100_000, 'rows/s')) }),
    })
    beside(`${kind}: dry run`, dry, rate(run), 'its run', { cpu: dryCpu, bar: (ratio) => atLeast(ratio, 1) })
    if (isNew)
      beside(`${kind}: run`, run, insertFloor.perSecond, inserted, { cpu, bar: (ratio) => atLeast(ratio, 0.85) })
    else
      beside(`${kind}: run`, run, rate(allNew.run), 'run, all new', {
        cpu,
        ...(kind === 'unchanged' && { bar: (ratio: number) => atLeast(ratio, 2) }),
      })
    // Nothing is imported without a dry run.
    const whole = `${kind}: upload to success, with the dry run`
    const [ms, ofNew] = [load + dry + run, allNew.load + allNew.dry + allNew.run]
    if (isNew) beside(whole, ms, insertFloor.perSecond, inserted, { bar: (ratio) => atLeast(ratio, 0.55) })
    else beside(whole, ms, rate(ofNew), 'the same, all new')
  }
  figures.add({
    work: 'peak memory of all Node processes',
    figure: `${formatNumber(product.peakMemory())} MB`,
    floor: '',
    ratio: '',
    bar: atMost(product.peakMemory(), 400, 'MB'),
  })
  for (const [kind, { stats }] of Object.entries(runs)) console.log(kind, JSON.stringify(stats))
  printFigures(figures, `${formatNumber(ROWS)} rows x 12 columns, seed ${SEED}`)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

type Cpu = ReturnType<typeof product.cpu>

/** Microseconds of a row that Node and PostgreSQL have worked in between: what is lost to others on the machine is not in them. */
function cpuOf(before: Cpu, after: Cpu): string {
  const each = (ms: number) => ((ms * 1000) / ROWS).toFixed(1)
  return `${each(after.node - before.node)} + ${each(after.postgres - before.postgres)} us`
}

/** COPY of the file as it is into an unlogged table of texts: rows a second. */
async function copyText(): Promise<number> {
  const client = await connect(product.superUrl)
  const columns = HEADER.split(',').map((_, place) => `c${place} text`)
  await client.query(`create unlogged table floor_text (${columns.join(', ')})`)
  const [ms] = await timed(() =>
    pipeline(createReadStream(plain), client.query(from('copy floor_text from stdin with (format csv, header true)'))),
  )
  await client.end()
  return perSecond(ROWS, ms)
}

/**
 * INSERT..SELECT of what the run just made (profiles, the journal, the store's total) into tables with the same indexes and
 * foreign keys behind the same wall, in one transaction of the application role, until they are in the search index: rows of the
 * file a second, and PostgreSQL's microseconds of a row.
 */
async function insertSelect(): Promise<{ perSecond: number; cpu: number }> {
  const admin = await connect(product.superUrl)
  for (const table of ['profile', 'run_record', 'profile_total']) {
    await admin.query(`create table floor_${table} (like ${table} including all)`)
    const { rows } = await admin.query<{ key: string }>(
      "select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = $1::regclass and contype = 'f'",
      [table],
    )
    for (const { key } of rows) await admin.query(`alter table floor_${table} add ${key}`)
    await admin.query(`select wall('floor_${table}')`)
  }
  const client = await connect(product.appUrl)
  await client.query("begin; select set_config('ruam.store_id', '1', true)")
  const before = product.cpu().postgres
  const made = 'store_id, id, custom, origin_run, origin_row, sources, created_by, row_hash'
  const columns = [made, ...systemFields.map((field) => field.column)].join(', ')
  const record = 'store_id, run, record_no, status, profile_id, changes, matched_by, adds_activity, error'
  const [ms] = await timed(async () => {
    await client.query(
      `insert into floor_profile (${columns}) overriding system value select ${columns} from profile where store_id = 1`,
    )
    await client.query(
      `insert into floor_run_record (${record}) select ${record} from run_record
       where store_id = 1 and run = (select max(id) from run where store_id = 1 and kind = 'real') order by record_no`,
    )
    await client.query('insert into floor_profile_total select * from profile_total')
    await client.query('commit')
    // As the product does before it says success: what lies in the pending list is found, but every search reads all of it.
    await admin.query(`select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam where i.indrelid = 'floor_profile'::regclass and a.amname = 'gin'`)
  })
  const cpu = ((product.cpu().postgres - before) * 1000) / ROWS
  await client.end()
  await admin.query('drop table floor_profile, floor_run_record, floor_profile_total')
  await admin.end()
  return { perSecond: perSecond(ROWS, ms), cpu }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
