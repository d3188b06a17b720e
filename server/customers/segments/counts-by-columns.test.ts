import { setImmediate } from 'node:timers/promises'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { sql } from 'kysely'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { inStore } from '../../database/db.ts'
import { change, overOf } from '../../testing/customers/field-jobs.testing.ts'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { byId, ruleOf } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { countBits, joinBits } from '../columns/bits.ts'
import { evaluateByColumns, type Matches } from '../columns/evaluate.ts'
import { removeProfiles } from '../profiles/write.ts'
import { ruleContext } from '../rules/context.ts'
import { leavesOf } from '../rules/leaves-of.ts'

beforeAll(() => testServer({ alone: true }))

/** More than are counted by their rows. */
const MANY = 20_050
const NAMES = ['กบ', 'ไก่', 'แมว', 'ปลา', 'Boy', 'boy', 'นก']
const LEVELS = ['ทอง', 'เงิน', 'ทั่วไป']

interface Shop extends Awaited<ReturnType<typeof filledStore>> {}

async function filledStore() {
  const store = await newStore()
  const { admin } = await testServer()
  const field = async (field_name: string, data_type: 'String' | 'Number' | 'Date' | 'Boolean') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: field_name, data_type } })).id
  const [level, points, joined, wants] = [
    await field('level', 'String'),
    await field('points', 'Number'),
    await field('joined', 'Date'),
    await field('wants', 'Boolean'),
  ]
  const label = await newLabel(store)
  await admin.query(
    `insert into profile (store_id, first_name, gender, birth_date, custom)
     select $1, ($2::text[])[1 + n % 7], case n % 3 when 0 then 'M' when 1 then 'F' end, date '1990-01-01' + n % 400,
       jsonb_strip_nulls(jsonb_build_object($4::text, ($3::text[])[1 + n % 4], $5::text, case when n % 5 > 0 then n % 300 end,
         $6::text, date '2024-01-01' + n % 500, $7::text, n % 2 = 0)) from generate_series(1, $8::int) n`,
    [store.storeId, NAMES, LEVELS, level, points, joined, wants, MANY],
  )
  await admin.query('insert into profile_total (store_id, live) values ($1, $2)', [store.storeId, MANY])
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select store_id, $2, id, 'manual_add' from profile where store_id = $1 and id % 6 = 0`,
    [store.storeId, label],
  )
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select store_id, 'lineOA', 1, 'U' || id, id, case when id % 5 = 0 then 'blocked' else 'friend' end, now()
     from profile where store_id = $1 and id % 4 = 0`,
    [store.storeId],
  )
  return { store, level, points, joined, wants, label }
}

/** A rule, and the same as a condition of SQL. */
interface Pair {
  rule: Rule | RuleGroup
  where: string
}

/** A rule over one field, a label, or friends. */
function leafPair(random: Random, { level, points, joined, wants, label }: Shop): Pair {
  const of = (field_id: number, operator: string, value?: unknown) =>
    ({ kind: 'profile', field_id, operator, ...(value !== undefined && { value }) }) as Rule
  const [name, gold, n] = [random.pick(NAMES), random.pick(LEVELS), random.below(300)]
  const day = `2024-${String(1 + random.below(12)).padStart(2, '0')}-15`
  const own = (id: number) => `custom ->> '${id}'`
  const status = random.pick(['friend', 'blocked'] as const)
  const friend = 'select from channel_friend f where f.store_id = p.store_id and f.profile_id = p.id'
  return random.pick<() => Pair>([
    () => ({ rule: of(1, 'eq', name), where: `lower(first_name) = lower('${name}')` }),
    () => ({ rule: of(1, 'not_contains', 'บ'), where: `first_name is null or first_name not like '%บ%'` }),
    () => ({ rule: of(level, 'eq', gold), where: `${own(level)} = '${gold}'` }),
    () => ({ rule: of(level, 'ne', gold), where: `(${own(level)} = '${gold}') is not true` }),
    () => ({ rule: of(level, 'empty'), where: `${own(level)} is null` }),
    () => ({ rule: of(points, 'gt', n), where: `(${own(points)})::float8 > ${n}` }),
    () => ({
      rule: of(points, 'not_between', { from: 10, to: n + 10 }),
      where: `((${own(points)})::float8 between 10 and ${n + 10}) is not true`,
    }),
    () => ({ rule: of(joined, 'before', day), where: `(${own(joined)})::date < '${day}'` }),
    () => ({ rule: of(8, 'month_is', 5), where: 'extract(month from birth_date) = 5' }),
    () => ({ rule: of(wants, 'is_true'), where: `(${own(wants)})::boolean` }),
    () => ({
      rule: { kind: 'label', operator: random.pick(['has_any', 'has_any']), label_ids: [label] },
      where: `exists (select from profile_label l where l.store_id = p.store_id and l.profile_id = p.id and l.label_id = ${label} and l.source <> 'manual_remove')`,
    }),
    () => ({
      rule: { kind: 'channel', channel_type: 'lineOA', operator: status },
      where: `exists (${friend} and f.status = '${status}')`,
    }),
    () => ({
      rule: { kind: 'channel', channel_type: 'lineOA', operator: 'not_linked' },
      where: `not exists (${friend})`,
    }),
  ])()
}

/** A rule over at least one field: labels and friends alone are counted by their index. */
function rulePair(random: Random, shop: Shop, depth = 0): Pair & { rule: RuleGroup } {
  const parts = Array.from({ length: 1 + random.below(3) }, () =>
    depth < 2 && random.chance(0.3) ? rulePair(random, shop, depth + 1) : leafPair(random, shop),
  )
  const condition = random.pick(['and', 'or'] as const)
  const not = random.chance(0.2)
  const whole = parts.map(({ where }) => `coalesce((${where}), false)`).join(` ${condition} `)
  const pair = { rule: { condition, not, rules: parts.map(({ rule }) => rule) }, where: not ? `not (${whole})` : whole }
  const hasField = leavesOf(pair.rule).some(({ rule }) => rule.kind === 'profile')
  return hasField ? pair : rulePair(random, shop, depth)
}

const liveWhere = ({ storeId }: TestStore, where: string) =>
  `from profile p where store_id = ${storeId} and deleted_at is null and merged_into is null and (${where})`

async function plainCount(store: TestStore, where: string): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n ${liveWhere(store, where)}`)
  return rows[0]!.n
}

/** Reads matches by columns, as soon as they are loaded. `plain`: a condition whose ids are read in the same snapshot. */
async function byColumns<T>(store: TestStore, rule: RuleGroup, read: (matches: Matches) => T, plain = 'true') {
  const { pool } = await coreOf(store)
  const core = { pool, report: (error: unknown) => console.error(error) }
  const sets = [sql.raw(`(select id ${liveWhere(store, plain)})`)]
  for (;;) {
    const found = await inStore(pool, store.storeId, async (db) => {
      const context = await ruleContext(db, store.storeId, [rule])
      return evaluateByColumns(core, db, { rule, context, total: MANY, sets }, read)
    })
    if (found !== undefined) return found
    await setImmediate()
  }
}

const countByColumns = (store: TestStore, rule: RuleGroup) =>
  byColumns(store, rule, ({ columns, upTo }) => countBits(upTo()!, columns.live(false)))

/** The count by columns, the plain one in the same snapshot, and that of profiles that both found. */
const countsAtOnce = (store: TestStore, { rule, where }: ReturnType<typeof rulePair>) =>
  byColumns(
    store,
    rule,
    ({ columns, upTo, sets }) => {
      const live = columns.live(false)
      return [upTo()!, sets[0]!, joinBits(upTo()!, 'and', sets[0]!)].map((bits) => countBits(bits, live))
    },
    where,
  )

/** Compares a list by a rule with the plain one, in an order and at a place by chance. */
async function compareList(random: Random, store: TestStore, { rule, where }: ReturnType<typeof rulePair>) {
  const { admin } = await testServer()
  const total = await plainCount(store, where)
  const offset = random.pick([0, random.below(Math.min(total, 9_900) + 1)])
  const sort = { sort_by: random.pick(['updated_at', 'created_at']), sort_dir: random.pick(['asc', 'desc'] as const) }
  const { rows } = await admin.query<{ id: number }>(
    `select id ${liveWhere(store, where)} order by ${sort.sort_by} ${sort.sort_dir}, id ${sort.sort_dir} limit 50 offset ${offset}`,
  )
  const list = await store.call(profiles.query, { body: { ...sort, offset, limit: 50, filter: { rule } } })
  expect([list.data.map(({ id }) => id), list.total, list.total_capped, JSON.stringify(rule), where]).toEqual([
    rows.map(({ id }) => id),
    Math.min(total, 10_000),
    total > 10_000,
    JSON.stringify(rule),
    where,
  ])
}

const estimate = async (store: TestStore, rule: RuleGroup) =>
  (await store.call(segments.estimate, { body: { segment_rule: ruleOf(rule), exact: true } })).count

/** A change as staff make one. */
async function changeSomething(random: Random, { store, level, points, label }: Shop, ids: number[]): Promise<void> {
  const id = random.pick(ids)
  const made = () => [
    { id: 1, value: random.pick(NAMES) },
    { id: level, value: random.pick(LEVELS) },
    { id: points, value: random.below(300) },
  ]
  await random.pick<() => Promise<unknown>>([
    async () => ids.push((await store.call(profiles.create, { body: { fields: made() } })).id),
    async () => {
      const { body } = await store.try(profiles.get, byId(id))
      if ('updated_at' in body)
        await store.try(profiles.update, { ...byId(id), body: { fields: made(), origin_time: body.updated_at! } })
    },
    () => store.try(profiles.delete, byId(id)),
    () => store.try(profiles.restore, byId(id)),
    () => store.try(profiles.addLabels, { ...byId(id), body: { label_ids: [label] } }),
    async () => {
      const { admin } = await testServer()
      const text = 'update channel_friend set status = $3 where store_id = $1 and profile_id = $2'
      await admin.query(text, [store.storeId, id, random.pick(['friend', 'blocked'])])
    },
  ])()
}

async function someIds({ storeId }: TestStore): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 order by id limit 40',
    [storeId],
  )
  return rows.map(({ id }) => id)
}

/** Compares counts and lists with plain ones between rounds of writers, and counts during them within a snapshot. */
async function compareBesideWriters(rounds: number, rulesEach: number, writers: number) {
  const shop = await filledStore()
  const { store } = shop
  const random = randomOf(inject('seed'))
  const ids = await someIds(store)
  const fields = [1, shop.level, shop.points, shop.joined, 8, shop.wants]
  const all = fields.map((field_id) => ({ kind: 'profile', field_id, operator: 'not_empty' }) as const)
  await countByColumns(store, { condition: 'or', rules: [...all] })
  for (let round = 0; round < rounds; round++) {
    const writing = Promise.all(Array.from({ length: writers }, () => changeSomething(random, shop, ids)))
    const beside = await Promise.all(
      [1, 2, 3].map(async () => {
        const pair = rulePair(random, shop)
        return { ...pair, counts: await countsAtOnce(store, pair) }
      }),
    )
    for (const { rule, where, counts } of beside)
      expect([counts, JSON.stringify(rule), where]).toEqual([counts.map(() => counts[1]), JSON.stringify(rule), where])
    await writing
    for (let n = 0; n < rulesEach; n++) {
      const { rule, where } = rulePair(random, shop)
      const counts = [await countByColumns(store, rule), await estimate(store, rule)]
      const plain = await plainCount(store, where)
      expect([counts, JSON.stringify(rule), where]).toEqual([[plain, plain], JSON.stringify(rule), where])
      if (n % 4 === 0) await compareList(random, store, { rule, where })
    }
  }
}

test(
  'counts and lists by columns equal plain ones beside writers and after them',
  () => compareBesideWriters(3, 4, 8),
  240_000,
)

test(
  'a thousand counts by columns, and lists, equal plain ones after a hundred writers each time and beside them',
  { tags: ['verify'], timeout: 3_600_000 },
  () => compareBesideWriters(50, 20, 100),
)

test('a count sees profiles that were removed for good, erased or written by an open transaction', async () => {
  const { store } = await filledStore()
  const core = await coreOf(store)
  const { admin } = await testServer()
  const rule: RuleGroup = { condition: 'and', rules: [{ kind: 'profile', field_id: 1, operator: 'not_empty' }] }
  expect(await countByColumns(store, rule)).toBe(MANY)
  const [first, second, third] = await someIds(store)
  await inStore(core.pool, store.storeId, async (db) => {
    await removeProfiles(db, store.storeId, [first!])
    await admin.query('update profile_total set live = live - 1 where store_id = $1', [store.storeId])
  })
  expect(await countByColumns(store, rule)).toBe(MANY - 1)
  await erase(store, second!)
  expect(await countByColumns(store, rule)).toBe(MANY - 2)
  // Written before the next count begins, and committed after it.
  const writer = await core.pool.connect()
  await writer.query(`begin; select set_config('ruam.store_id', '${store.storeId}', true)`)
  await writer.query('update profile set first_name = null, updated_at = clock_timestamp() where id = $1', [third])
  expect(await countByColumns(store, rule)).toBe(MANY - 2)
  await writer.query('commit')
  writer.release()
  expect(await countByColumns(store, rule)).toBe(MANY - 3)
})

test('a count follows a field that was converted meanwhile', { tags: ['verify'] }, async () => {
  const { store, points } = await filledStore()
  const all = async (rule: Rule) => [
    await estimate(store, { condition: 'and', rules: [rule] }),
    await countByColumns(store, { condition: 'and', rules: [rule] }),
  ]
  const more: Rule = { kind: 'profile', field_id: points, operator: 'gt', value: 150 }
  const plain = await plainCount(store, `(custom ->> '${points}')::float8 > 150`)
  expect(await all(more)).toEqual([plain, plain])
  const filled: Rule = { kind: 'profile', field_id: points, operator: 'not_empty' }
  const held = await plainCount(store, `custom ->> '${points}' is not null`)
  let converted = false
  const converting = convert(store, points, 'String').finally(() => {
    converted = true
  })
  while (!converted) expect(await all(filled)).toEqual([held, held])
  await converting
  const text: Rule = { kind: 'profile', field_id: points, operator: 'starts_with', value: '15' }
  const starts = await plainCount(store, `custom ->> '${points}' like '15%'`)
  expect(await all(text)).toEqual([starts, starts])
  await convert(store, points, 'Number')
  expect(await all(more)).toEqual([plain, plain])
})

async function convert(store: TestStore, field: number, data_type: 'String' | 'Number'): Promise<void> {
  const { status, body } = await change(store, field, { data_type })
  expect(status).toBe(200)
  await overOf(store, body)
}

test('a store of 25,000 people of one name is counted and listed', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const people = 25_000
  await admin.query(
    `insert into profile (store_id, first_name, created_at, updated_at)
     select $1, 'สมชาย', made, made from (select timestamptz '2026-01-01' + n % 9973 * interval '1 minute' as made from generate_series(1, $2::int) n) each`,
    [store.storeId, people],
  )
  await admin.query('insert into profile_total (store_id, live) values ($1, $2)', [store.storeId, people])
  const rule: RuleGroup = {
    condition: 'and',
    rules: [{ kind: 'profile', field_id: 1, operator: 'eq', value: 'สมชาย' }],
  }
  expect([await countByColumns(store, rule), await estimate(store, rule)]).toEqual([people, people])
  for (const filter of [{ rule }, { keyword: 'สมชาย' }])
    for (const [sort_by, sort_dir, offset] of [
      ['updated_at', 'desc', 0],
      ['updated_at', 'asc', 9_950],
      ['created_at', 'desc', 9_950],
      ['first_name', 'asc', 120],
    ] as const) {
      const order = `${sort_by} ${sort_dir}, id ${sort_dir}`
      const { rows } = await admin.query<{ id: number }>(
        `select id ${liveWhere(store, 'true')} order by ${order} limit 50 offset ${offset}`,
      )
      const list = await store.call(profiles.query, { body: { sort_by, sort_dir, offset, limit: 50, filter } })
      expect([list.total, list.total_capped, list.data.map(({ id }) => id)]).toEqual([
        10_000,
        true,
        rows.map(({ id }) => id),
      ])
    }
})
