import type { Estimate } from '@ruam/contract/customers/segment-estimate.ts'
import { atLeast, atMost } from './bars.ts'
import type { Product } from './product.ts'
import { asApp, ruleOfGroup } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { someRules } from './segment-rules.ts'
import { hire } from './staff.ts'
import { type Figure, formatNumber, percentile, spreadOf, timed } from './table.ts'

const RULES = 100
const TIMES_EACH = 5
const SEED = Number(process.env.SEED ?? 1)

/** First and exact estimates of seeded rules, and how often the truth lies within the margin of a first one. */
export async function estimates(product: Product, names: Names): Promise<Figure[]> {
  const staff = await hire(product, 40)
  let turn = 0
  const estimate = async (rule: object, exact: boolean) => {
    const reply = await fetch(`${product.address}/api/label/estimate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff[turn++ % staff.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segment_rule: rule, exact }),
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()} of ${JSON.stringify(rule)}`)
    return (await reply.json()) as Estimate
  }
  const client = await asApp(product)
  const [scan] = await timed(() => client.query('select count(custom) from profile where store_id = 1'))
  await client.end()
  const [first, exact]: number[][] = [[], []]
  let [inside, all, slowest] = [0, 0, '']
  for (const group of someRules(names, RULES, SEED)) {
    const rule = ruleOfGroup(group)
    const guesses: Estimate[] = []
    for (let n = 0; n < TIMES_EACH; n++) {
      const [ms, guess] = await timed(() => estimate(rule, false))
      first!.push(ms)
      guesses.push(guess)
    }
    const [ms, { count }] = await timed(() => estimate(rule, true))
    if (ms > Math.max(0, ...exact!)) slowest = JSON.stringify(group)
    exact!.push(ms)
    all += guesses.length
    inside += guesses.filter((guess) => Math.abs(guess.count - count) <= guess.margin).length
  }
  console.log(`slowest exact estimate: ${slowest}`)
  const spread = (times: number[]) =>
    `p50 ${formatNumber(percentile(times, 0.5))}, p95 ${formatNumber(percentile(times, 0.95))}, max ${formatNumber(Math.max(...times))} ms`
  const floor = `${formatNumber(scan)} ms one scan of people`
  return [
    {
      work: `first estimate of ${RULES} rules`,
      figure: spread(first!),
      floor,
      ratio: '',
      ...spreadOf(first!),
      bar: atMost(percentile(first!, 0.95), 300, 'ms p95'),
    },
    {
      work: 'exact estimate',
      figure: spread(exact!),
      floor,
      ratio: (percentile(exact!, 0.95) / scan).toFixed(2),
      ...spreadOf(exact!),
      bar: atMost(percentile(exact!, 0.95), 2000, 'ms p95'),
    },
    {
      work: 'truth within the margin',
      figure: `${inside} of ${all}`,
      floor: '',
      ratio: (inside / all).toFixed(3),
      bar: atLeast(inside / all, 0.93),
    },
  ]
}
