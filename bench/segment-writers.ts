import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost } from './bars.ts'
import { writeCustomers } from './customers.ts'
import type { Product } from './product.ts'
import { fresh } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { FOLLOWERS, follow, makeFollowers } from './segment-followers.ts'
import { type Figure, formatNumber, percentile, spreadOf, timed } from './table.ts'
import { inTurns } from './turns.ts'

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

const FILE_ROWS = Number(process.env.FILE_ROWS ?? 5000)
const FOLLOWING = 20
const PAIRS = 20

/** Measures the CPU of imports of new people with 20 segments and with none, in turns, and how long after its end the segments are right. */
export async function imports(product: Product, names: Names): Promise<Figure[]> {
  await makeFollowers(product, names)
  const folder = await mkdtemp(join(tmpdir(), 'ruam-customers-'))
  const path = join(folder, 'customers.csv')
  const late: number[] = []
  let next: { id: number; dryRun: string }
  const prepare = async (followers: number) => {
    // No customer of an earlier file.
    const { total } = await product.call('GET', '/datasource?limit=1')
    const first = names.rows * 3 + (total as number) * FILE_ROWS
    await writeCustomers(path, { rows: FILE_ROWS, seed: 1, first })
    await follow(product, 0)
    const id = await product.load(path, `ไฟล์ ${Date.now()}`)
    await product.map(id)
    const { run_id } = await product.dryRun(id)
    await product.idle()
    await follow(product, followers)
    next = { id, dryRun: run_id as string }
  }
  const side = (followers: number) => ({
    prepare: () => prepare(followers),
    work: () => product.run(next.id, next.dryRun),
    after: async () => {
      if (followers > 0) late.push((await timed(() => fresh(product)))[0] / 1000)
      await product.idle()
    },
  })
  const { first, second, ratio, n, spread } = await inTurns(product.cpu, side(0), side(FOLLOWING), PAIRS)
  await follow(product, 0)
  await rm(folder, { recursive: true })
  const each = (ms: number) => `${((ms * 1000) / FILE_ROWS).toFixed(0)} us of CPU a row`
  return [
    {
      work: `${formatNumber(FILE_ROWS)} rows imported with ${FOLLOWING} segments`,
      figure: each(second),
      floor: `${each(first)} without`,
      ratio: ratio.toFixed(2),
      n,
      spread,
      bar: atMost(ratio, 1.05, 'times the CPU'),
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
