import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { atMost } from './bars.ts'
import { type CountedStore, fillCounted } from './counts-data.ts'
import { startProduct } from './product.ts'
import { ruleOf } from './segment-calls.ts'
import { hire } from './staff.ts'
import { Figures, formatNumber, percentile, printFigures, timed } from './table.ts'

// Exact estimates and lists with their count, by rules over one to three fields. The floor is `count(*)` over a table with a typed column for each
// field, with the same values. CHECKOUT starts the product of another checkout, so that two versions are compared in turns.

const ROWS = Number(process.env.ROWS ?? 100_000)
const TRIES = Number(process.env.TRIES ?? 20)
/** Limit for a million profiles, in milliseconds. */
const LIMIT_MS = 50
const checkout = process.env.CHECKOUT ?? fileURLToPath(new URL('..', import.meta.url))

type Rules = Parameters<typeof ruleOf>[0]

const product = await startProduct({ checkout })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures = new Figures()
try {
  await admin.connect()
  await admin.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'")
  const store = await fillCounted(admin, ROWS)
  await product.idle()
  const staff = await hire(product, 40)
  let turn = 0
  const call = async (path: string, body: object) => {
    const reply = await fetch(`${product.address}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff[turn++ % staff.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { count: number; total: number }
  }
  for (const [name, { rules, where }] of Object.entries(casesOf(store))) {
    const estimate = () => call('/label/estimate', { segment_rule: ruleOf(rules), exact: true })
    const page = { limit: 50, offset: 0, sort_by: 'updated_at', sort_dir: 'desc' }
    const list = () => call('/profile/query', { ...page, filter: { rule: { condition: 'and', rules } }, names: 'once' })
    const floor = async () => {
      const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from floor.person where ${where}`)
      return rows[0]!.n
    }
    const [first, { count }] = await timed(estimate)
    await untilIdle()
    const plain = await floor()
    if (count !== plain) throw new Error(`${name}: ${count} instead of ${plain}`)
    const floorSpent = await spent(floor)
    const least = { floor: `p50 ${floorSpent.p50.toFixed(1)} ms, ${floorSpent.cpu}` }
    for (const [what, work] of [
      ['count', estimate],
      ['list', list],
    ] as const)
      await figures.measure(async () => {
        const { p50, cpu, spread } = await spent(work)
        const figure = `p50 ${p50.toFixed(1)} ms${what === 'count' ? `, first ${first.toFixed(0)} ms` : ''}`
        const ratio = (p50 / floorSpent.p50).toFixed(2)
        return {
          work: `${what}: ${name} (${formatNumber(plain)})`,
          figure,
          n: TRIES,
          spread,
          cpu,
          ...least,
          ratio,
          bar: atMost(p50, what === 'count' ? Math.min(LIMIT_MS, floorSpent.p50) : floorSpent.p50 / 2, 'ms'),
        }
      })
  }
  const about = `${formatNumber(ROWS)} profiles${process.env.CHECKOUT ? ` of ${checkout}` : ''}`
  printFigures(figures.rows, about)
} finally {
  await admin.end()
  await product.stop()
}

function casesOf({ field, label }: CountedStore): Record<string, { rules: Rules; where: string }> {
  const of = (field_id: number, operator: string, value?: unknown) =>
    ({ kind: 'profile', field_id, operator, ...(value !== undefined && { value }) }) as Rules[number]
  const [gold, points, joined] = [
    of(field.memberLevel, 'eq', 'ทอง'),
    of(field.points, 'gt', 1000),
    of(field.joinedOn, 'after', '2023-01-01'),
  ]
  const labelled: Rules[number] = { kind: 'label', operator: 'has_any', label_ids: [label] }
  return {
    'a choice': { rules: [gold], where: `member_level = 'ทอง'` },
    'a number': { rules: [points], where: 'points > 1000' },
    'a date': { rules: [joined], where: `joined_on > '2023-01-01'` },
    'a name': { rules: [of(1, 'eq', 'สมชาย')], where: `first_name = 'สมชาย'` },
    'part of a name': { rules: [of(1, 'contains', 'สม')], where: `first_name like '%สม%'` },
    'a choice and a number': { rules: [gold, points], where: `member_level = 'ทอง' and points > 1000` },
    'a choice, a number and a date': {
      rules: [gold, points, joined],
      where: `member_level = 'ทอง' and points > 1000 and joined_on > '2023-01-01'`,
    },
    'a label and a choice': {
      rules: [labelled, gold],
      where: `member_level = 'ทอง' and exists (select from floor.labelled where label = ${label} and person = id)`,
    },
  }
}

/** Waits until the product rests: what a first count begins in the background is over. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const before = product.cpu()
    await sleep(400)
    const after = product.cpu()
    if (after.node - before.node + after.postgres - before.postgres < 30) return
  }
}

async function spent(work: () => Promise<unknown>) {
  const times: number[] = []
  const before = product.cpu()
  for (let n = 0; n < TRIES; n++) times.push((await timed(work))[0])
  const after = product.cpu()
  const each = (kind: 'node' | 'postgres') => ((after[kind] - before[kind]) / TRIES).toFixed(0)
  return {
    p50: percentile(times, 0.5),
    spread: `${Math.min(...times).toFixed(1)}–${Math.max(...times).toFixed(1)} ms`,
    cpu: `${each('node')} + ${each('postgres')} ms`,
  }
}
