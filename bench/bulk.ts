import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// A label for all matches of a filter, from the call to the end of its job, and its undo; compared with the same rows by plain SQL.

const ROWS = Number(process.env.ROWS ?? 200_000)
const folder = await mkdtemp(join(tmpdir(), 'ruam-customers-'))
const path = join(folder, 'customers.csv')
await writeCustomers(path, { rows: ROWS, seed: 1 })
const product = await startProduct()
const figures = new Figures()
try {
  const id = await product.load(path, 'ลูกค้า')
  await product.map(id)
  await product.run(id, (await product.dryRun(id)).run_id as string)

  // Some rows of the file are the same person.
  const people = (await product.call('GET', '/profile?limit=1')).total_all as number
  await tidy()
  const floor = await plainSql(await newLabel('พื้น'), people)
  const label = await newLabel('VIP')
  const made = { kind: 'source', operator: 'made', data_source_id: id }
  const filter = { rule: { condition: 'and', rules: [made] } }
  const body = { target: { filter }, action: { type: 'add_labels', label_ids: [label] } }
  const [previewMs, preview] = await timed(() => product.call('POST', '/profile/bulk/preview', body))
  await tidy()
  const [startMs, { job_id }] = await timed(() => product.call('POST', '/profile/bulk', body))
  const [workMs, job] = await timed(() => over(job_id as number))
  await tidy()
  const [undoMs, undone] = await timed(async () =>
    over((await product.call('POST', `/job/${job_id}/undo`)).job_id as number),
  )
  const beside = (work: string, ms: number, floorMs: number, floorName: string) =>
    figures.add({
      work,
      figure: `${formatNumber(perSecond(people, ms))} rows/s`,
      floor: `${formatNumber(perSecond(people, floorMs))} ${floorName}`,
      ratio: (floorMs / ms).toFixed(2),
    })
  beside('add a label to a filter', startMs + workMs, floor.add, 'INSERT..SELECT of labels and history')
  beside('undo it', undoMs, floor.undo, 'DELETE and INSERT..SELECT of history')
  figures.add({ work: 'preview', figure: `${formatNumber(previewMs)} ms`, floor: '', ratio: '' })
  printFigures(
    figures,
    `${formatNumber(people)} profiles; changed ${job.changed}, undone ${undone.changed}, previewed ${preview.changes}`,
  )
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function newLabel(name: string): Promise<number> {
  return (await product.call('POST', '/label', { name, color: 'teal', type: 'general' })).id as number
}

async function over(id: number) {
  for (;;) {
    const job = await product.call('GET', `/job/${id}`)
    if (job.status === 'completed') return job
    if (job.status !== 'pending' && job.status !== 'processing') throw new Error(`The job ended as ${job.status}`)
    await sleep(20)
  }
}

/** Both begin with tables that hold no dead rows. */
async function tidy() {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await admin.query('vacuum profile, profile_label, profile_change, job_profile')
  await analyzeIfRequested(admin)
  await admin.query('checkpoint')
  await admin.end()
}

/**
 * Writes a label for all profiles and its history, and takes it away again, each in one transaction of the application role; returns
 * milliseconds. A job leaves the time of profiles as it is, so nothing else is written.
 */
async function plainSql(label: number, people: number): Promise<{ add: number; undo: number }> {
  const client = new pg.Client({ connectionString: product.appUrl })
  await client.connect()
  const history = (given: boolean) =>
    client.query(
      `insert into profile_change (store_id, profile_id, source, source_id, changes, previous)
     select 1, id, 'user', 1, jsonb_build_object('label:' || $1::int, jsonb_build_array($2::boolean, $3::boolean)), '{}'
     from profile where store_id = 1 order by id`,
      [label, !given, given],
    )
  const transaction = async (text: string, given: boolean) => {
    const [ms] = await timed(async () => {
      await client.query("begin; select set_config('ruam.store_id', '1', true)")
      await client.query(text, [label])
      await history(given)
      await client.query('update label set target_count = $2 where store_id = 1 and id = $1', [
        label,
        given ? people : 0,
      ])
      await client.query('commit')
    })
    return ms
  }
  const add = await transaction(
    "insert into profile_label (store_id, label_id, profile_id, source) select 1, $1, id, 'manual_add' from profile where store_id = 1 order by id",
    true,
  )
  await tidy()
  const undo = await transaction('delete from profile_label where store_id = 1 and label_id = $1', false)
  await client.end()
  return { add, undo }
}
