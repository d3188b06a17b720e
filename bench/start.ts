import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { atMost, type Bar } from './bars.ts'
import { fillStore } from './list-data.ts'
import { type Product, startProduct } from './product.ts'
import { Figures, formatNumber, printFigures, timed } from './table.ts'

// Time from the command to the address, on a new database with a build of the web and on an existing one; then the memory of an
// idle server with ROWS people.

const ROWS = Number(process.env.ROWS ?? 100_000)
const REST_SECONDS = Number(process.env.REST_SECONDS ?? 20)
const built = fileURLToPath(new URL('../web/dist/built-for.txt', import.meta.url))

const figures = new Figures()
const add = (work: string, figure: string, bar?: Bar) =>
  figures.add({ work, figure, floor: '', ratio: '', ...(bar && { bar }) })
const memoryBar = (product: Product) => atMost(product.ownMemory(), 140, 'MB')
const memory = (product: Product) => `${formatNumber(product.ownMemory())} MB`

const kept = await mkdtemp(join(tmpdir(), 'ruam-start-'))
let product: Product | undefined
try {
  await rm(built, { force: true })
  const [cold, first] = await timed(() => startProduct({ web: true, kept }))
  product = first
  add('cold start, with a new database and the web built', `${formatNumber(cold)} ms`, atMost(cold, 10_000, 'ms'))
  await sleep(REST_SECONDS * 1000)
  add('memory of the server at rest, when it has built the web', memory(product), memoryBar(product))
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  await admin.end()
  await product.idle()
  await product.stop()

  const [warm, again] = await timed(() => startProduct({ web: true, kept }))
  product = again
  add('warm start', `${formatNumber(warm)} ms`, atMost(warm, 1000, 'ms'))
  await sleep(REST_SECONDS * 1000)
  add('memory of the server at rest', memory(product), memoryBar(product))
  const before = product.cpu()
  await sleep(REST_SECONDS * 1000)
  const after = product.cpu()
  const each = (ms: number) => (ms / REST_SECONDS).toFixed(1)
  const [node, postgres] = [each(after.node - before.node), each(after.postgres - before.postgres)]
  add('CPU of a second at rest, Node + PostgreSQL', `${node} + ${postgres} ms`)
  printFigures(figures, `${formatNumber(ROWS)} profiles in one store`)
} finally {
  await product?.stop()
  await rm(kept, { recursive: true, force: true })
}
