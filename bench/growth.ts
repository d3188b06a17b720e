import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresVersion, postgresVersions, startPostgres } from '../tools/postgres-server.ts'
import { atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import { type Product, startProduct } from './product.ts'
import { type Figure, Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// An import of new people into a store that has as many imported ones, compared with the same import into an empty store, on each supported
// version of PostgreSQL. ROWS sets the people of each file; POSTGRES=15,18 selects versions.

const ROWS = Number(process.env.ROWS ?? 50_000)
const versions = (process.env.POSTGRES?.split(',') as PostgresVersion[] | undefined) ?? postgresVersions
/** Times of the import into an empty store, from 20,000 rows on: indexes are deeper. */
const MOST = 1.3

const folder = await mkdtemp(join(tmpdir(), 'ruam-growth-'))
const figures = new Figures()
try {
  const files = [0, 1].map((place) => join(folder, `customers-${place}.csv`))
  for (const [place, path] of files.entries())
    await writeCustomers(path, { rows: ROWS, seed: place + 1, first: place * ROWS })
  for (const version of versions) {
    const { superUrl, release, stop } = await startPostgres(version)
    try {
      const product = await startProduct({ server: superUrl })
      try {
        const [empty, full] = [await imported(product, files[0]!), await imported(product, files[1]!)]
        figures.add(compared(`dry run, PostgreSQL ${release}`, full.dry, empty.dry))
        figures.add(compared(`run, PostgreSQL ${release}`, full.run, empty.run))
      } finally {
        await product.stop()
      }
    } finally {
      stop()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
printFigures(
  figures,
  `${formatNumber(ROWS)} rows into a store of ${formatNumber(ROWS)} imported ones, and into an empty one`,
)
const slow = figures.rows.filter(({ bar }) => bar?.missed)
if (ROWS >= 20_000 && slow.length > 0)
  throw new Error(`More than ${MOST} times an empty store: ${slow.map(({ work }) => work).join('; ')}`)

/** Milliseconds of the dry run and of the run of a file. */
async function imported(product: Product, path: string) {
  const id = await product.load(path, path)
  await product.map(id)
  const [dry, { run_id }] = await timed(() => product.dryRun(id))
  const [run] = await timed(() => product.run(id, run_id as string))
  await product.idle()
  return { dry, run }
}

function compared(work: string, full: number, empty: number): Figure {
  const rate = (ms: number) => formatNumber(perSecond(ROWS, ms))
  return {
    work,
    figure: `${rate(full)} rows/s`,
    floor: `${rate(empty)} into an empty store`,
    ratio: (full / empty).toFixed(2),
    bar: atMost(full / empty, MOST),
  }
}
