import type { Rule } from '@ruam/contract/customers/rules.ts'
import { atMost } from './bars.ts'
import type { Product } from './product.ts'
import { asApp } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { hire } from './staff.ts'
import { type Figure, Figures, formatNumber, percentile, spreadOf, timed } from './table.ts'

const TRIES = 40

/** Times the list by a rule of three parts, and one scan of all people. */
export async function lists(product: Product, { field, purchase, visit, regular, member }: Names): Promise<Figure[]> {
  const staff = await hire(product, 20)
  const done = (type: number, n: number, is = true): Rule => ({
    kind: 'activity',
    activity_type_id: type,
    done: is,
    window: { last: { n, unit: 'day' } },
  })
  const text = (name: string, value: string): Rule => ({
    kind: 'profile',
    field_id: field[name]!,
    operator: 'eq',
    value,
  })
  const number = (name: string, value: number): Rule => ({
    kind: 'profile',
    field_id: field[name]!,
    operator: 'gt',
    value,
  })
  const label = (id: number, operator: 'has_any' | 'has_none'): Rule => ({ kind: 'label', operator, label_ids: [id] })
  const cases: Record<string, Rule[]> = {
    'gold, bought in 90 days, not in 30': [text('memberLevel', 'ทอง'), done(purchase, 90), done(purchase, 30, false)],
    'a label, none of another, many points': [
      label(regular, 'has_any'),
      label(member, 'has_none'),
      number('points', 4000),
    ],
    'few: a branch, a note, a sum': [
      text('branch', 'สาขา 17'),
      { kind: 'profile', field_id: field.note!, operator: 'contains', value: 'กุ้ง 77' },
      number('spentLately', 1000),
    ],
    'nobody: two levels and a visit': [text('memberLevel', 'ทอง'), text('memberLevel', 'เงิน'), done(visit, 90)],
  }
  const client = await asApp(product)
  const bare: number[] = []
  for (let n = 0; n < 5; n++)
    bare.push((await timed(() => client.query('select count(custom) from profile where store_id = 1')))[0])
  await client.end()
  const scan = percentile(bare, 0.5)
  const figures = new Figures()
  for (const [work, rules] of Object.entries(cases)) {
    const times: number[] = []
    let total = 0
    for (let n = 0; n < TRIES; n++) {
      const [ms, reply] = await timed(() =>
        fetch(`${product.address}/api/profile/query`, {
          method: 'POST',
          headers: { authorization: `Bearer ${staff[n % staff.length]}`, 'content-type': 'application/json' },
          body: JSON.stringify({ limit: 50, filter: { rule: { condition: 'and', rules } } }),
        }).then(async (one) => ({ status: one.status, body: (await one.json()) as { total: number } })),
      )
      if (reply.status !== 200) throw new Error(JSON.stringify(reply))
      total = reply.body.total
      times.push(ms)
    }
    const p95 = percentile(times, 0.95)
    figures.add({
      work: `list: ${work} (${formatNumber(total)})`,
      figure: `p50 ${formatNumber(percentile(times, 0.5))}, p95 ${formatNumber(p95)} ms`,
      floor: `${formatNumber(scan)} ms one scan of people`,
      ratio: (p95 / scan).toFixed(2),
      ...spreadOf(times),
      bar: atMost(p95 / scan, 1.5),
    })
  }
  return figures.rows
}
