import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileOf, peopleWithoutMail } from '../server/testing/duplicates/labelled-sets.testing.ts'
import { startProduct } from './product.ts'
import { formatNumber, printFigures, timed } from './table.ts'

// A search for duplicates through a whole store, compared with the import that filled it.

const ROWS = Number(process.env.ROWS ?? 100_000)
const SEED = Number(process.env.SEED ?? 1)
const LINE_USER_ID = 20
/** Rows that one person of the made set has, with relatives and namesakes. */
const ROWS_OF_ONE = 1.63

const folder = await mkdtemp(join(tmpdir(), 'ruam-people-'))
const product = await startProduct()
const scanned = async () => {
  while ((await product.call('GET', '/profile-duplicate?limit=1')).scanning) await sleep(100)
}
try {
  const { csv } = fileOf(peopleWithoutMail(SEED, 'th', Math.round(ROWS / ROWS_OF_ONE)))
  const [head, ...lines] = csv.split('\n')
  const numbered = lines.map((line, place) => `U${String(place).padStart(32, '0')},${line}`)
  const file = join(folder, 'people.csv')
  await writeFile(file, [`LINE User ID,${head}`, ...numbered, ''].join('\n'))
  const id = await product.load(file, 'people')
  const { mapping } = await product.call('GET', `/datasource/${id}/mapping`)
  await product.call('PUT', `/datasource/${id}/mapping`, { mapping, match: { keys: [LINE_USER_ID], mode: 'both' } })
  const dry = await product.dryRun(id)
  const [imported] = await timed(() => product.run(id, dry.run_id as string))
  await product.idle()
  const [scan] = await timed(async () => {
    await product.call('POST', '/profile-duplicate/scan')
    await scanned()
  })
  const { total } = await product.call('GET', '/profile-duplicate?limit=1')
  printFigures(
    [
      {
        work: 'whole scan',
        figure: `${formatNumber(scan)} ms`,
        floor: `${formatNumber(imported)} ms its import`,
        ratio: (imported / scan).toFixed(2),
      },
    ],
    `${formatNumber(lines.length)} people, seed ${SEED}, pairs found: ${total}`,
  )
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
