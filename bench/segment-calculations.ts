import type { Rule } from '@ruam/contract/customers/rules.ts'
import pg from 'pg'
import { atLeast, atMost } from './bars.ts'
import type { Product } from './product.ts'
import {
  asApp,
  calculated,
  newSegment,
  peopleOf,
  persistentSegment,
  removeSegments,
  rewrite,
  ruleOf,
} from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { plainIds } from './segment-plain.ts'
import { type Figure, Figures, formatNumber, percentile, perSecond, spreadOf, timed } from './table.ts'

const TRIES = 5

/** Times a calculation without changes, and a bare scan of the tables that its rule reads and of its members. */
export async function recalculations(product: Product, names: Names): Promise<Figure[]> {
  const { field, purchase, visit, regular, member } = names
  const gold: Rule = { kind: 'profile', field_id: field.memberLevel!, operator: 'eq', value: 'ทอง' }
  const points: Rule = { kind: 'profile', field_id: field.points!, operator: 'gt', value: 2500 }
  const done = (type: number, n: number): Rule => ({
    kind: 'activity',
    activity_type_id: type,
    done: true,
    window: { last: { n, unit: 'day' } },
  })
  const label = (id: number, operator: 'has_any' | 'has_none'): Rule => ({ kind: 'label', operator, label_ids: [id] })
  const people = 'select count(custom) from profile where store_id = 1'
  const activities = (type: number) => `select count(fields) from activity where store_id = 1 and type_id = ${type}`
  const labels = (id: number) => `select count(source) from profile_label where store_id = 1 and label_id = ${id}`
  const spent: Rule = { kind: 'profile', field_id: field.spentLately!, operator: 'gt', value: 1000 }
  const cases: Record<string, { rules: Rule[]; condition?: 'or'; floor: string[] }> = {
    'a field': { rules: [gold], floor: [people] },
    'a field and an activity': { rules: [gold, done(purchase, 365)], floor: [people, activities(purchase)] },
    'an activity or a field': {
      rules: [done(visit, 90), points],
      condition: 'or',
      floor: [people, activities(visit)],
    },
    'a sum over 90 days': { rules: [spent], floor: [activities(purchase)] },
    'two labels': {
      rules: [label(regular, 'has_any'), label(member, 'has_none')],
      floor: [labels(regular), labels(member)],
    },
  }
  const client = await asApp(product)
  const figures = new Figures()
  for (const [work, { rules, condition, floor }] of Object.entries(cases)) {
    const id = await persistentSegment(product, `นิ่ง ${work}`, ruleOf(rules, condition))
    const plain = `select count(*) from (${plainIds(names, rules, condition)}) p`
    await product.idle()
    const [own, bare, byRule]: number[][] = [[], [], []]
    for (let n = 0; n < TRIES; n++) {
      own!.push(await calculated(product, id))
      bare!.push(await scan(client, [...floor, labels(id)]))
      byRule!.push(await scan(client, [plain, labels(id)]))
    }
    const [ms, scanned, evaluated] = [percentile(own!, 0.5), percentile(bare!, 0.5), percentile(byRule!, 0.5)]
    const least = Math.min(scanned, evaluated)
    console.log(
      `${work}: ${own!.map(formatNumber).join(', ')} ms, bare ${bare!.map(formatNumber).join(', ')}, by SQL ${byRule!.map(formatNumber).join(', ')} ms`,
    )
    figures.add({
      work: `nobody moves: ${work}, ${formatNumber(await peopleOf(product, id))} people`,
      figure: `${formatNumber(ms)} ms`,
      floor: `${formatNumber(least)} ms ${least === scanned ? 'bare scans' : 'its rule by SQL'}`,
      ratio: (ms / least).toFixed(2),
      ...spreadOf(own!, 0),
      bar: atMost(ms / least, 1.5),
    })
  }
  await client.end()
  return figures.rows
}

async function scan(client: pg.Client, texts: readonly string[]): Promise<number> {
  const [ms] = await timed(async () => {
    for (const text of texts) await client.query(text)
  })
  return ms
}

/** Times a third of the store joining and leaving a segment, and one INSERT..SELECT and DELETE of such rows in a table of the same shape. */
export async function moves(product: Product, names: Names): Promise<Figure[]> {
  const above = (value: number) =>
    ruleOf([{ kind: 'profile', field_id: names.field.points!, operator: 'lt', value } satisfies Rule])
  const id = await newSegment(product, above(1650))
  const joining = await calculated(product, id)
  const people = await peopleOf(product, id)
  await product.idle()
  const floor = await plainMoves(product, id)
  console.log(
    `${formatNumber(people)} joined in ${formatNumber(joining)} ms, plainly in ${formatNumber(floor.insert)} ms`,
  )
  await rewrite(product, id, above(-1))
  const leaving = await calculated(product, id)
  if ((await peopleOf(product, id)) !== 0) throw new Error('Some are left')
  await removeSegments(product, [id])
  const beside = (work: string, ms: number, bare: number, name: string): Figure => ({
    work: `${formatNumber(people)} ${work}`,
    figure: `${formatNumber(perSecond(people, ms))} rows/s`,
    floor: `${formatNumber(perSecond(people, bare))} ${name}`,
    ratio: (bare / ms).toFixed(2),
    bar: atLeast(bare / ms, 0.7),
  })
  return [beside('join', joining, floor.insert, 'INSERT..SELECT'), beside('leave', leaving, floor.delete, 'DELETE')]
}

async function plainMoves(product: Product, id: number): Promise<{ insert: number; delete: number }> {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await admin.query(
    'drop table if exists floor_label; create table floor_label (like profile_label including all); grant all on floor_label to ruam_app',
  )
  // Filled as the real table is: its rows are not the first. Then the keys, for one by one they take longer than what is measured.
  await admin.query('insert into floor_label select * from profile_label where store_id = 1 and label_id <> $1', [id])
  const { rows } = await admin.query<{ key: string }>(
    "select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = 'profile_label'::regclass and contype = 'f'",
  )
  for (const { key } of rows) await admin.query(`alter table floor_label add ${key}`)
  await admin.query("select wall('floor_label')")
  await admin.query('vacuum analyze floor_label')
  const client = await asApp(product)
  const text = 'insert into floor_label select * from profile_label where store_id = 1 and label_id = $1'
  const [insert] = await timed(() => client.query(text, [id]))
  const [gone] = await timed(() => client.query('delete from floor_label where store_id = 1 and label_id = $1', [id]))
  await client.end()
  await admin.query('drop table floor_label')
  await admin.end()
  return { insert, delete: gone }
}
