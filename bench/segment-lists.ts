import type { Rule } from '@ruam/contract/customers/rules.ts'
import type pg from 'pg'
import { atMost } from './bars.ts'
import type { Product } from './product.ts'
import { asApp } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { plainIds } from './segment-plain.ts'
import { hire } from './staff.ts'
import { type Figure, Figures, formatNumber, percentile, spreadOf, timed } from './table.ts'

const TRIES = 40
const FLOOR_TRIES = 5

/** Times the list by a rule of three parts, and its page and count by the cheaper of two ways in SQL. */
export async function lists(product: Product, names: Names): Promise<Figure[]> {
  const { field, purchase, visit, regular, member } = names
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
    const floor = await byPlainSql(client, plainIds(names, rules))
    figures.add({
      work: `list: ${work} (${formatNumber(total)})`,
      figure: `p50 ${formatNumber(percentile(times, 0.5))}, p95 ${formatNumber(p95)} ms`,
      floor: `${formatNumber(floor)} ms its rule by SQL`,
      ratio: (p95 / floor).toFixed(2),
      ...spreadOf(times),
      bar: atMost(p95 / floor, 1.5),
    })
  }
  await client.end()
  return figures.rows
}

/** Milliseconds of a page and its capped count: in one statement for both, or in one for each. */
async function byPlainSql(client: pg.Client, ids: string): Promise<number> {
  const page = `${ids} order by updated_at desc, id desc limit 50`
  const count = `select count(*) from (${ids} limit 10001) p`
  const together = `with found as materialized (${ids}) select (select count(*) from found),
    array(select id from found order by updated_at desc, id desc limit 50)`
  const [apart, both]: number[][] = [[], []]
  for (let n = 0; n < FLOOR_TRIES; n++) {
    apart!.push((await timed(async () => [await client.query(page), await client.query(count)]))[0])
    both!.push((await timed(() => client.query(together)))[0])
  }
  return Math.min(percentile(apart!, 0.5), percentile(both!, 0.5))
}
