import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atLeast, atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import type { Product } from './product.ts'
import { fresh } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { FOLLOWERS, follow, makeFollowers } from './segment-followers.ts'
import { type Figure, formatNumber, percentile, perSecond, spreadOf, timed } from './table.ts'

const EDITS = 200

/** Times an edit of one person with 200 segments that depend on the field, and with none. */
export async function edits(product: Product, names: Names): Promise<Figure[]> {
  await makeFollowers(product, names)
  const times: Record<'without' | 'with', number[]> = { without: [], with: [] }
  const { data } = (await product.call('GET', `/profile?limit=100&offset=500`)) as { data: { id: number }[] }
  // In turns, so that both meet the same machine.
  for (let round = 0; round < 4; round++) {
    for (const kind of ['without', 'with'] as const) {
      await follow(product, kind === 'with' ? FOLLOWERS : 0)
      for (let n = 0; n < EDITS / 4; n++) {
        const { id } = data[n % data.length]!
        const { updated_at } = await product.call('GET', `/profile/${id}`)
        // Differs from the value of the previous round: an unchanged value is not evaluated.
        const value = (n * 37 + round * 11 + (kind === 'with' ? 2500 : 0)) % 5000
        const fields = [{ id: names.field.points!, value }]
        const [ms] = await timed(() => product.call('PUT', `/profile/${id}`, { fields, origin_time: updated_at }))
        times[kind].push(ms)
      }
    }
  }
  await follow(product, 0)
  const [less, more] = [percentile(times.without, 0.95), percentile(times.with, 0.95)]
  return [
    {
      work: `an edit judged by ${FOLLOWERS} segments`,
      figure: `p50 ${percentile(times.with, 0.5).toFixed(1)}, p95 ${more.toFixed(1)} ms`,
      floor: `p50 ${percentile(times.without, 0.5).toFixed(1)}, p95 ${less.toFixed(1)} ms by none`,
      ratio: `${(more - less).toFixed(1)} ms more`,
      ...spreadOf(times.with),
      bar: atMost(more - less, 50, 'ms more at p95'),
    },
  ]
}

const FILE_ROWS = Number(process.env.FILE_ROWS ?? 100_000)
const FOLLOWING = 20
const PAIRS = 2

/** Times an import of new people with 20 segments and with none, and how long after its end the segments are right. */
export async function imports(product: Product, names: Names): Promise<Figure[]> {
  await makeFollowers(product, names)
  const folder = await mkdtemp(join(tmpdir(), 'ruam-customers-'))
  const path = join(folder, 'customers.csv')
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] }
  const late: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const kind of ['without', 'with'] as const) {
      // No customer of an earlier file.
      const { total } = await product.call('GET', '/datasource?limit=1')
      const first = names.rows * 3 + (total as number) * FILE_ROWS
      await writeCustomers(path, { rows: FILE_ROWS, seed: 1, first })
      await follow(product, 0)
      const id = await product.load(path, `ไฟล์ ${Date.now()}`)
      await product.map(id)
      const dry = await product.dryRun(id)
      await product.idle()
      await follow(product, kind === 'with' ? FOLLOWING : 0)
      const [ms] = await timed(() => product.run(id, dry.run_id as string))
      rates[kind].push(perSecond(FILE_ROWS, ms))
      if (kind === 'with') late.push((await timed(() => fresh(product)))[0] / 1000)
      await product.idle()
    }
  }
  await follow(product, 0)
  await rm(folder, { recursive: true })
  const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [with20, without] = [mean(rates.with), mean(rates.without)]
  return [
    {
      work: `${formatNumber(FILE_ROWS)} rows imported with ${FOLLOWING} segments`,
      figure: `${formatNumber(with20)} rows/s`,
      floor: `${formatNumber(without)} without`,
      ratio: (with20 / without).toFixed(2),
      n: PAIRS,
      bar: atLeast(with20 / without, 0.95),
    },
    {
      work: 'all right after its end',
      figure: `${Math.max(...late).toFixed(1)} s`,
      floor: '',
      ratio: '',
      ...spreadOf(late),
      bar: atMost(Math.max(...late), 30, 's'),
    },
  ]
}
