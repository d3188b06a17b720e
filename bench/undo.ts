import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// Taking imports back, from the call until the data source says undone, compared with the imports themselves, from upload to success
// without the dry run.

const ROWS = Number(process.env.ROWS ?? 100_000)
const SEED = Number(process.env.SEED ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'ruam-customers-'))
const product = await startProduct()
const figures = new Figures()

interface Imported {
  kind: string
  path: string
  ms: number
}

try {
  const imported: Imported[] = []
  for (const [kind, changed] of [
    ['all new', 0],
    ['10 % changed', 0.1],
    ['90 % changed', 1],
  ] as const) {
    const file = join(folder, `${changed}.csv`)
    await writeCustomers(file, { rows: ROWS, seed: SEED, changed })
    const [load, id] = await timed(() => product.load(file, kind))
    await product.map(id)
    const dry = await product.dryRun(id)
    const [work, run] = await timed(() => product.run(id, dry.run_id as string))
    const ms = load + work
    await product.idle()
    console.log(kind, JSON.stringify(run.stats))
    imported.push({ kind, path: `/datasource/${id}/history/${run.run_id}`, ms })
  }
  // The newest first, so that each finds what it wrote as it left it.
  for (const { kind, path, ms } of imported.reverse()) {
    const [preview, counts] = await timed(() => product.call('POST', `${path}/undo/preview`))
    const [undo] = await timed(async () => {
      await product.call('POST', `${path}/undo`)
      while ((await product.call('GET', path)).undone_at === null) await sleep(20)
    })
    await product.idle()
    console.log(kind, JSON.stringify(counts))
    figures.add({ work: `${kind}: what it would do`, figure: `${formatNumber(preview)} ms`, floor: '', ratio: '' })
    figures.add({
      work: `${kind}: undo`,
      figure: `${formatNumber(perSecond(ROWS, undo))} rows/s`,
      floor: `${formatNumber(perSecond(ROWS, ms))} its import`,
      ratio: (ms / undo).toFixed(2),
    })
  }
  printFigures(figures, `${formatNumber(ROWS)} rows x 12 columns, seed ${SEED}`)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
