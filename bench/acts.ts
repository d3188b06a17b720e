import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { type Figure, formatNumber, printFigures, timed } from './table.ts'

// Acts on ROWS imported people: previews of undoing an import that changed CHANGED of them, a bulk label, a bulk delete, and erasures of
// one person and of lists. ACTS leaves some of them out. CHECKOUT starts the product of another checkout, so that two versions are compared
// in turns.

const ROWS = Number(process.env.ROWS ?? 100_000)
const CHANGED = Number(process.env.CHANGED ?? 0.1)
/** People of each erasure. */
const LISTS = [1, 10, 100]
const acts = new Set((process.env.ACTS ?? 'undo,erase,bulk').split(','))
const checkout = process.env.CHECKOUT ?? fileURLToPath(new URL('..', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'ruam-acts-'))
const product = await startProduct({ checkout })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures: Figure[] = []
try {
  await admin.connect()
  const [id] = await importFile('all new', 0)
  if (acts.has('undo')) {
    const [, path] = await importFile('some changed', CHANGED)
    for (let no = 1; no <= 3; no++)
      await noteSpent(`undo preview ${no}`, () => product.call('POST', `${path}/undo/preview`))
  }
  if (acts.has('erase')) {
    const { rows } = await admin.query<{ id: string }>('select id from profile where deleted_at is null order by id')
    const ids = rows.map((row) => Number(row.id))
    for (const people of LISTS) await noteSpent(`erasure of ${people}`, () => erase(ids.splice(0, people)))
  }
  if (acts.has('bulk')) await labelAndDelete(id)
  printFigures(figures, `${formatNumber(ROWS)} rows of ${checkout}`)
} finally {
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Gives all people of a data source a label, and deletes them. */
async function labelAndDelete(id: number): Promise<void> {
  const label = (await product.call('POST', '/label', { name: 'VIP', color: 'teal', type: 'general' })).id
  const made = { kind: 'source', operator: 'made', data_source_id: id }
  const target = { filter: { rule: { condition: 'and', rules: [made] } } }
  for (const action of [{ type: 'add_labels', label_ids: [label] }, { type: 'delete' }]) {
    await admin.query('vacuum profile, profile_label, profile_change, job_profile')
    await admin.query('checkpoint')
    await noteSpent(`bulk ${action.type}`, async () => {
      const { job_id } = await product.call('POST', '/profile/bulk', { target, action })
      await over(job_id as number)
    })
  }
}

/** Imports a file; returns its data source and the path of its run. */
async function importFile(name: string, changed: number): Promise<[number, string]> {
  const file = join(folder, `${changed}.csv`)
  await writeCustomers(file, { rows: ROWS, seed: 1, changed })
  const id = await product.load(file, name)
  await product.map(id)
  const { run_id } = await product.run(id, (await product.dryRun(id)).run_id as string)
  await product.idle()
  return [id, `/datasource/${id}/history/${run_id}`]
}

async function erase(profile_ids: readonly number[]): Promise<void> {
  const { started } = await product.call('POST', '/privacy/erasure', { profile_ids, confirm: true })
  const jobs = new Set((started as { job_id: number }[]).map(({ job_id }) => job_id))
  for (const job of jobs) await over(job)
}

/** Waits for the end of a job. */
async function over(id: number): Promise<void> {
  for (;;) {
    const { status } = await product.call('GET', `/job/${id}`)
    if (status === 'completed') return
    if (status !== 'pending' && status !== 'processing') throw new Error(`The job ended as ${status}`)
    await sleep(20)
  }
}

/** Notes an act's time, CPU and WAL. */
async function noteSpent(work: string, act: () => Promise<unknown>): Promise<void> {
  const wal = async () => (await admin.query("select pg_current_wal_lsn() - '0/0' as bytes")).rows[0].bytes as string
  const [before, from] = [product.cpu(), Number(await wal())]
  const [ms] = await timed(act)
  const after = product.cpu()
  const written = (Number(await wal()) - from) / 1_000_000
  figures.push({
    work,
    figure: `${formatNumber(ms)} ms, ${written.toFixed(1)} MB of WAL`,
    cpu: `${formatNumber(after.node - before.node)} + ${formatNumber(after.postgres - before.postgres)} ms`,
    floor: '',
    ratio: '',
  })
}
