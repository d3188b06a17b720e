import { beforeAll, expect, test } from 'vitest'
import { contextOf } from '../core/context.ts'
import { declared } from '../database/prepared.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

// Plans of declared reads are made once and kept, whatever the tables hold by then: they must be the same, and good, whenever they are made.

let store: TestStore
beforeAll(async () => {
  // Statistics of other files would plan its empty store.
  await testServer({ alone: true })
  store = await newStore()
})

async function fill(storeId: number, people: number) {
  const { admin } = await testServer()
  await admin.query(
    `with made as (
       insert into profile (store_id, first_name, updated_at) select $1, 'คน ' || n, now() - n * interval '1 minute'
       from generate_series(1, $2::int) n returning id
     ), label as (
       insert into label (store_id, name, color, type) select $1, 'ป้าย ' || n, 'blue', 'general' from generate_series(1, 5) n returning id
     ), type as (
       insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id
     )
     select count(*) from made, label, type`,
    [storeId, people],
  )
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select p.store_id, l.id, p.id, 'manual_add' from profile p join label l on l.store_id = p.store_id where p.store_id = $1`,
    [storeId],
  )
  await admin.query(
    `insert into activity (store_id, profile_id, type_id, activity_at)
     select p.store_id, p.id, t.id, now() from profile p join activity_type t on t.store_id = p.store_id where p.store_id = $1`,
    [storeId],
  )
  // A table that was analysed while empty is read whole by any plan.
  await admin.query(
    `insert into profile_contact (store_id, profile_id, field_id, value, source, source_id)
     select store_id, id, 9, '+668' || id, 'run', 1 from profile where store_id = $1 and id % 4 = 0`,
    [storeId],
  )
}

async function plans(): Promise<Record<string, string[]>> {
  const { core } = await testServer()
  const client = await core.readPool.connect()
  const found: Record<string, string[]> = {}
  await client.query(`begin; ${contextOf(store.storeId)}`)
  for (const [name, text] of declared) {
    // The connection makes generic plans. `explain (generic_plan)` exists from PostgreSQL 16 on.
    await client.query(`prepare read as ${text()}`)
    const { rows: prepared } = await client.query<{ values: string }>(
      "select array_to_string(array_fill('null'::text, array[cardinality(parameter_types)]), ', ') as values from pg_prepared_statements where name = 'read'",
    )
    const values = prepared[0]!.values && `(${prepared[0]!.values})`
    const { rows } = await client.query(`explain (costs off) execute read ${values}`)
    await client.query('deallocate read')
    found[name] = rows.map((row: Record<string, string>) => row['QUERY PLAN']!)
  }
  await client.query('rollback')
  client.release()
  return found
}

/** Tables with many rows per store. Plans for small tables may differ: they are replanned after an analyze. */
const LARGE = 'profile|profile_label|profile_contact|activity|access_token|user_session|job'
const scan = new RegExp(`Scan .*on (${LARGE})\\b`)
const whole = new RegExp(`(Seq|Bitmap Heap) Scan on (${LARGE})\\b`)

/** By which index they are read, with what is compared there. */
const scansOf = (plan: readonly string[]) =>
  plan
    .map((line) => line.trim().replace('->  ', ''))
    .filter((line, place, all) => scan.test(line) || (/^Index Cond/.test(line) && scan.test(all[place - 1]!)))

test('a read has the same plan on an empty store, with 300 people without statistics, and next to a store of 20,000', {
  timeout: 60_000,
}, async () => {
  const empty = await plans()
  await fill(store.storeId, 300)
  const few = await plans()
  await fill((await newStore()).storeId, 20_000)
  await (await testServer()).admin.query('analyze')
  const many = await plans()
  expect(Object.keys(empty).length).toBeGreaterThan(20)
  for (const [name, plan] of Object.entries(many)) {
    expect([name, plan.filter((line) => whole.test(line))]).toEqual([name, []])
    expect([name, scansOf(empty[name]!)]).toEqual([name, scansOf(plan)])
    expect([name, scansOf(few[name]!)]).toEqual([name, scansOf(plan)])
  }
  expect(many['profile_page updated_at desc 10']!.join('\n')).toMatch(
    /Index Scan( Backward)? using profile_updated on profile/,
  )
  expect(many['profile_page updated_at desc 10']!.join('\n')).toMatch(/using profile_label_profile on profile_label/)
  expect(many['profile_page created_at asc 100']!.join('\n')).toMatch(
    /Index Scan( Backward)? using profile_created on profile/,
  )
})
