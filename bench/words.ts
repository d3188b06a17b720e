import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { atMost } from './bars.ts'
import { fillCounted } from './counts-data.ts'
import { startProduct } from './product.ts'
import { hire } from './staff.ts'
import { Figures, formatNumber, percentile, printFigures, timed } from './table.ts'

// Lists by a word that 2,000 to 20,000 people match. CHECKOUT starts the product of another checkout, so that two versions are compared in turns.

const ROWS = Number(process.env.ROWS ?? 200_000)
const TRIES = Number(process.env.TRIES ?? 20)
/** Milliseconds that 95 of 100 answers may take, also among a million profiles. */
const LIMIT_MS = 50
const checkout = process.env.CHECKOUT ?? fileURLToPath(new URL('..', import.meta.url))

const product = await startProduct({ checkout })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures = new Figures()
try {
  await admin.connect()
  await admin.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'")
  await fillCounted(admin, ROWS)
  await product.idle()
  const staff = await hire(product, 40)
  let turn = 0
  const list = async (keyword: string, more: object = {}) => {
    const reply = await fetch(`${product.address}/api/profile/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff[turn++ % staff.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        limit: 50,
        offset: 0,
        sort_by: 'updated_at',
        sort_dir: 'desc',
        names: 'once',
        filter: { keyword },
        ...more,
      }),
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { total: number }
  }
  for (const target of [300, 2000, 5000, 20_000]) {
    const { rows } = await admin.query<{ name: string; n: number }>(
      `select first_name as name, count(*)::int as n from profile where store_id = 1 and length(first_name) > 2
       group by 1 order by abs(count(*) - $1), 1 limit 1`,
      [target],
    )
    const { name } = rows[0]!
    const { total } = await list(name)
    for (const [what, more] of [
      ['', {}],
      [' without a count', { count: false }],
      [' by name', { sort_by: 'first_name' }],
    ] as const)
      await figures.measure(async () => {
        const times: number[] = []
        const before = product.cpu()
        for (let n = 0; n < TRIES; n++) times.push((await timed(() => list(name, more)))[0])
        const after = product.cpu()
        const each = (kind: 'node' | 'postgres') => ((after[kind] - before[kind]) / TRIES).toFixed(1)
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
        return {
          work: `${name}${what} (${formatNumber(rows[0]!.n)} people, total ${formatNumber(total)})`,
          figure: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
          ...{ floor: '', ratio: '', n: TRIES },
          cpu: `${each('node')} + ${each('postgres')} ms`,
          spread: `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)} ms`,
          ...(what === '' && { bar: atMost(p95, LIMIT_MS, 'ms p95') }),
        }
      })
  }
  printFigures(figures.rows, `${formatNumber(ROWS)} profiles${process.env.CHECKOUT ? ` of ${checkout}` : ''}`)
} finally {
  await admin.end()
  await product.stop()
}
