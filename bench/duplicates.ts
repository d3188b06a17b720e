import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fileOf, peopleWithoutMail } from '../server/testing/duplicates/labelled-sets.testing.ts'
import { startProduct } from './product.ts'
import { type Figure, formatNumber, perSecond, printFigures, timed } from './table.ts'

// Searches for duplicates, compared with the imports before them: of a whole store, of a few new people, and of imports in a row.
// ROWS sets the people of the store, MORE those of each later import. CPU time, because a search yields to all other work.

const ROWS = Number(process.env.ROWS ?? 100_000)
const MORE = Number(process.env.MORE ?? 10_000)
const SEED = Number(process.env.SEED ?? 1)
const IN_A_ROW = 5
const LINE_USER_ID = 20
/** Rows that one person of the made set has, with relatives and namesakes. */
const ROWS_OF_ONE = 1.63

const folder = await mkdtemp(join(tmpdir(), 'ruam-people-'))
const product = await startProduct()
const admin = new pg.Pool({ connectionString: product.superUrl, max: 1 })
const figures: Figure[] = []
let made = 0
try {
  const first = await imported(ROWS)
  await product.idle()
  const before = await tableBytes()
  const whole = await measured(async () => {
    await product.call('POST', '/profile-duplicate/scan')
    await scanned()
  })
  figures.push(compared('whole scan, CPU ms', whole.cpu, first.cpu))
  figures.push(compared('whole scan, ms', whole.ms, first.ms))
  figures.push({
    work: 'keys, bytes a person',
    figure: formatNumber(((await tableBytes()) - before) / made),
    floor: '',
    ratio: '',
  })
  const { total } = await product.call('GET', '/profile-duplicate?limit=1')

  figures.push(await lastScan('whole scan'))

  await scanned()
  const later = await imported(MORE)
  const few = await measured(scanned)
  figures.push(compared(`scan of ${formatNumber(MORE)} new people, CPU ms`, few.cpu, later.cpu))
  figures.push(await lastScan('scan of new people'))

  const rates: number[] = []
  for (let n = 0; n < IN_A_ROW; n++) rates.push(perSecond(MORE, (await imported(MORE)).run))
  for (const [place, rate] of rates.entries())
    figures.push({
      work: `import ${place + 1} of ${IN_A_ROW} in a row`,
      figure: `${formatNumber(rate)} rows/s`,
      floor: `${formatNumber(rates[0]!)} the first`,
      ratio: (rate / rates[0]!).toFixed(2),
    })
  await scanned()
  printFigures(
    figures,
    `${formatNumber(ROWS)} people, seed ${SEED}, pairs found: ${total}; peak ${formatNumber(product.peakMemory())} MB`,
  )
} finally {
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Imports people who are new, and measures it from the dry run to the end. */
async function imported(rows: number) {
  const file = join(folder, `people-${made}.csv`)
  const { csv } = fileOf(peopleWithoutMail(SEED + made, 'th', Math.max(20, Math.round(rows / ROWS_OF_ONE))))
  const [head, ...lines] = csv.split('\n')
  const numbered = lines
    .slice(0, rows === 1 ? 1 : undefined)
    .map((line) => `U${String(made++).padStart(32, '0')},${line}`)
  await writeFile(file, [`LINE User ID,${head}`, ...numbered, ''].join('\n'))
  const id = await product.load(file, file)
  const { mapping } = await product.call('GET', `/datasource/${id}/mapping`)
  await product.call('PUT', `/datasource/${id}/mapping`, { mapping, match: { keys: [LINE_USER_ID], mode: 'both' } })
  let run = 0
  const { ms, cpu } = await measured(async () => {
    const dry = await product.dryRun(id)
    ;[run] = await timed(() => product.run(id, dry.run_id as string))
  })
  return { ms, cpu, run }
}

async function measured(work: () => Promise<unknown>) {
  const before = product.cpu()
  const [ms] = await timed(work)
  const after = product.cpu()
  const [node, postgres] = [after.node - before.node, after.postgres - before.postgres]
  console.log(`CPU: ${formatNumber(node)} ms Node, ${formatNumber(postgres)} ms PostgreSQL in ${formatNumber(ms)} ms`)
  return { ms, cpu: node + postgres }
}

/** Waits for the end of the scan. Not by the list of pairs, whose count costs more than a scan of a few people. */
async function scanned(): Promise<void> {
  const active = "select from job where kind = 'duplicate_scan' and status in ('pending', 'processing')"
  while ((await admin.query(active)).rowCount !== 0) await sleep(100)
}

/** People whose keys the last scan wrote, and the pairs that it compared. */
async function lastScan(scan: string): Promise<Figure> {
  const { rows } = await admin.query<{ total: number; compared: string | null }>(
    `select total, result ->> 'compared' as compared from job where kind = 'duplicate_scan' and status = 'completed'
     order by id desc limit 1`,
  )
  const { total, compared } = rows[0]!
  return { work: `${scan}: people read, pairs compared`, figure: formatNumber(total), floor: compared ?? '', ratio: '' }
}

async function tableBytes(): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relname like 'profile_duplicate_%'",
  )
  return Number(rows[0]!.bytes)
}

function compared(work: string, figure: number, floor: number): Figure {
  return {
    work,
    figure: formatNumber(figure),
    floor: `${formatNumber(floor)} its import`,
    ratio: (floor / figure).toFixed(2),
  }
}
