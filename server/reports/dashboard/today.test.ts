import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { field } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

/** Rows of the database, past all walls. */
const ask = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await (await testServer()).admin.query<Row>(text, values)).rows

const person = async (name: string, birthDate?: string) =>
  (
    await store.call(profiles.create, {
      body: {
        fields: [{ id: 1, value: name }, ...(birthDate ? [{ id: field.birthDate, value: birthDate }] : [])],
      },
    })
  ).id

/** Makes a type of purchases; returns its id and that of its amount. */
async function shop(typeName = 'ซื้อสินค้า') {
  const amount = await store.call(activities.createField, {
    query: {},
    body: { display_name: 'ยอดซื้อ', data_type: 'Number' },
  })
  const type = await store.call(activities.createType, {
    body: { name: typeName, description: '', fields: [amount.id] },
  })
  return { type: type.id, amount: amount.id }
}

const buy = (id: number, { type, amount }: { type: number; amount: number }, at: string, value: number) =>
  store.call(profileActivities.create, {
    params: { id: String(id) },
    body: { activity_type_id: type, activity_at: at, fields: [{ id: amount, value }] },
  })

const today = () => store.call(dashboard.today)
const found = async (rule: unknown) =>
  rule === null
    ? undefined
    : (await store.call(profiles.query, { body: { limit: 1, filter: { rule: rule as never } } })).total

const at = (instant: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the amount of purchases', () => {
  const make = (display_name: string, data_type: 'Number' | 'String' = 'Number') =>
    store.call(activities.createField, { query: {}, body: { display_name, data_type } })
  const list = async () =>
    (await store.call(activities.fields, { query: { limit: '-1' } })).data
      .filter(({ purpose }) => purpose === 'amount')
      .map(({ display_name }) => display_name)
  const change = (one: { id: number; updated_at: string | null }, amount: boolean) =>
    store.try(activities.updateField, {
      params: { id: String(one.id) },
      body: { amount, origin_time: one.updated_at! } as never,
    })

  test('is the first number with such a name', async () => {
    await make('จำนวน')
    await make('ยอดชำระ', 'String')
    expect((await make('แต้มรวม')).purpose).toBeNull()
    expect((await make('ยอดสั่งซื้อ')).purpose).toBe('amount')
    expect((await make('ราคา')).purpose).toBeNull()
    expect(await list()).toEqual(['ยอดสั่งซื้อ'])
  })

  test('is the number that a member chooses, and cannot be a text', async () => {
    const first = await make('ยอดสั่งซื้อ')
    const second = await make('ค่าบริการ')
    expect((await change(second, true)).status).toBe(200)
    expect(await list()).toEqual(['ค่าบริการ'])
    const text = await make('หมายเหตุ', 'String')
    const { status, body } = await change(text, true)
    expect([status, body.error]).toEqual([400, 'amount_not_number'])
    expect(await list()).toEqual(['ค่าบริการ'])
    expect((await change(second, false)).status).toBe(409)
    const [now] = (await store.call(activities.fields, { query: { keyword: 'ค่าบริการ' } })).data
    expect((await change(now!, false)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await change(first, true)).status).toBe(200)
  })
})

test('a store without amounts has no sales, and everybody has never bought', async () => {
  await person('มาลี')
  const answer = await today()
  expect(answer).toMatchObject({
    ...{ has_amounts: false, total: 1, sales: { value: 0, before: 0 }, orders: { value: 0, before: 0 } },
    ...{ line: null, unanswered: null, quiet: { people: 0, first: [] } },
  })
  expect(answer.lifecycle.map(({ people, rule }) => [people, rule])).toEqual([
    ...[
      [0, null],
      [0, null],
      [0, null],
      [0, null],
    ],
    [1, null],
  ])
})

test('sales of this month are compared with the same days of last month, by the store’s midnight', async () => {
  // 10:00 of 31 March in Bangkok.
  at('2026-03-31T03:00:00Z')
  const kind = await shop()
  const id = await person('มาลี')
  // 23:59 of 28 February and 00:00 of 1 March in Bangkok, and the last moments of January.
  await buy(id, kind, '2026-02-28T16:59:59Z', 100.1)
  await buy(id, kind, '2026-02-28T17:00:00Z', 200.2)
  await buy(id, kind, '2026-03-31T02:59:59Z', 300.25)
  await buy(id, kind, '2026-01-31T16:59:59Z', 1000)
  // A purchase in the future.
  await buy(id, kind, '2026-03-31T04:00:00Z', 5000)
  const { period, previous_period, sales, orders, series } = await today()
  expect([period, previous_period]).toEqual([
    { from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
  expect([sales, orders]).toEqual([
    { value: 500.45, before: 100.1 },
    { value: 2, before: 1 },
  ])
  expect(series).toHaveLength(31)
  expect(series[0]).toEqual({ day: '2026-03-01', sales: 200.2, before: { day: '2026-02-01', sales: 0 } })
  expect([series[27]!.before, series[28]!.before]).toEqual([{ day: '2026-02-28', sales: 100.1 }, null])
})

const DAY_MS = 86_400_000

/** The day of an instant in a time zone, by the platform's calendar. */
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instant: number) => format.format(new Date(instant))
}
const back = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** A repeatable sequence of numbers from 0 to 1. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe.each(['Asia/Bangkok', 'America/New_York'])('over a random history in %s', (zone) => {
  test('each figure is what counting by hand gives, and its rule finds just those', async () => {
    await ask('update store set time_zone = $2 where store_id = $1', store.storeId, zone)
    const roll = dice(zone.length * 7919)
    const kind = await shop()
    const second = await store.call(activities.createType, {
      body: { name: 'ซื้อออนไลน์', description: '', fields: [kind.amount] },
    })
    // A type without the amount, whose rows are no purchases.
    const visit = await store.call(activities.createType, { body: { name: 'แวะดู', description: '', fields: [] } })
    const now = Date.now()
    const people = await ask<{ id: string }>(
      `insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, 60) n returning id`,
      store.storeId,
    )
    type Purchase = { id: number; at: number; amount: number }
    const bought: Purchase[] = []
    const values: unknown[] = []
    for (const { id } of people) {
      const times = Math.floor(roll() * 7)
      for (let n = 0; n < times; n++) {
        const instant = now - Math.floor(roll() ** 2 * 420 * DAY_MS) - 1000
        const amount = Math.floor(roll() * 100_000) / 100
        const type = roll() < 0.6 ? kind.type : second.id
        bought.push({ id: Number(id), at: instant, amount })
        values.push([id, type, new Date(instant).toISOString(), { [kind.amount]: amount }])
      }
      values.push([id, visit.id, new Date(now - 5000).toISOString(), {}])
    }
    await ask(
      `insert into activity (store_id, profile_id, type_id, activity_at, fields)
       select $1, (v ->> 0)::bigint, (v ->> 1)::int, (v ->> 2)::timestamptz, v -> 3 from jsonb_array_elements($2::jsonb) v`,
      store.storeId,
      JSON.stringify(values),
    )
    const gone = Number(people[0]!.id)
    await store.call(profiles.delete, { params: { id: String(gone) } })

    const answer = await today()
    const dayOf = dayIn(zone)
    const to = dayOf(Date.parse(answer.counted_at))
    const from = `${to.slice(0, 8)}01`
    const { previous_period: previous } = answer
    const live = bought.filter(({ id }) => id !== gone)
    const sold = (first: string, last: string) => live.filter((one) => dayOf(one.at) >= first && dayOf(one.at) <= last)
    const sum = (list: Purchase[]) => Math.round(list.reduce((total, { amount }) => total + amount * 100, 0)) / 100
    expect(answer.sales).toEqual({ value: sum(sold(from, to)), before: sum(sold(previous.from, previous.to)) })
    expect(answer.orders).toEqual({ value: sold(from, to).length, before: sold(previous.from, previous.to).length })
    expect(answer.series.map(({ day, sales }) => [day, sales])).toEqual(
      answer.series.map(({ day }) => [day, sum(sold(day, day))]),
    )

    const byPerson = Map.groupBy(live, ({ id }) => id)
    const spans = [...byPerson].map(([id, list]) => ({
      id,
      first: dayOf(Math.min(...list.map((one) => one.at))),
      last: dayOf(Math.max(...list.map((one) => one.at))),
      days: list.map((one) => dayOf(one.at)),
      spent: sum(list.filter((one) => dayOf(one.at) >= `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`)),
    }))
    const count = (such: (one: (typeof spans)[number]) => boolean) => spans.filter(such).length
    const [d30, d90, d180] = [back(to, 30), back(to, 90), back(to, 180)]
    const stages = {
      new: count(({ first }) => first >= d30),
      active: count(({ first, last }) => first < d30 && last >= d90),
      at_risk: count(({ last }) => last < d90 && last >= d180),
      lapsed: count(({ last }) => last < d180),
      never: people.length - 1 - spans.length,
    }
    expect(Object.fromEntries(answer.lifecycle.map(({ stage, people: all }) => [stage, all]))).toEqual(stages)
    expect(Object.values(stages).reduce((all, one) => all + one, 0)).toBe(answer.total)
    const inside = (one: (typeof spans)[number], first: string, last: string) =>
      one.days.some((day) => day >= first && day <= last)
    expect(answer.new_people).toMatchObject({
      value: count(({ first }) => first >= from),
      before: count(({ first }) => first >= previous.from && first <= previous.to),
    })
    expect(answer.returning_people).toMatchObject({
      value: count((one) => one.first < from && inside(one, from, to)),
      before: count((one) => one.first < previous.from && inside(one, previous.from, previous.to)),
    })
    const spenders = spans.filter(({ spent }) => spent > 0).toSorted((a, b) => b.spent - a.spent || a.id - b.id)
    const best = spenders.slice(0, Math.ceil(spenders.length / 10))
    const quiet = best.filter(({ last }) => last < d90 && last >= d180)
    expect(answer.quiet.people).toBe(quiet.length)
    const listed = await store.call(workListCalls.list, { query: { kind: 'quiet' } })
    expect([listed.total, listed.data.map(({ id, spent }) => [id, spent])]).toEqual([
      quiet.length,
      quiet.map(({ id, spent }) => [id, spent]),
    ])
    for (const { people: all, rule } of answer.lifecycle) expect(await found(rule)).toBe(all)
    for (const { value, rule } of [answer.new_people, answer.returning_people]) expect(await found(rule)).toBe(value)
  })
})

test('best customers going quiet are the top tenth who bought nothing for 91 to 180 days', async () => {
  const kind = await shop()
  const days = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString()
  const big = await person('ยอดสูง')
  await buy(big, kind, days(120), 9000)
  for (let n = 0; n < 12; n++) await buy(await person(`คน ${n}`), kind, days(n * 20 + 1), 100 + n)
  const second = await person('ยอดรอง')
  await buy(second, kind, days(10), 8000)
  const { quiet } = await today()
  expect(quiet).toMatchObject({ people: 1, first: [{ id: big, name: 'ยอดสูง', spent: 9000 }] })
  const member = await store.member(['cdp-core.dashboard.read'])
  expect((await member.call(dashboard.today)).quiet).toEqual({ people: 1, first: null })
  expect((await member.try(workListCalls.list, { query: { kind: 'quiet' } })).status).toBe(403)
})

test('birthdays of seven days name the next first, and of one day who spends most, and the list finds all of them', async () => {
  const kind = await shop()
  const day = (after: number) => {
    const shown = new Date(Date.now() + 7 * 3_600_000 + after * DAY_MS).toISOString().slice(5, 10)
    return `1990-${shown}`.replace('02-29', '02-28')
  }
  const [, , rich] = [await person('อีกสามวัน', day(3)), await person('วันนี้', day(0)), await person('วันนี้ด้วย', day(0))]
  await person('เมื่อวาน', day(-1))
  await person('อีกเจ็ดวัน', day(7))
  await buy(rich, kind, new Date(Date.now() - 1000).toISOString(), 500)
  const { birthdays } = await today()
  expect(birthdays.people).toBe(3)
  expect(birthdays.first!.map(({ name, day: on }) => [name, on.slice(5)])).toEqual([
    ['วันนี้ด้วย', day(0).slice(5)],
    ['วันนี้', day(0).slice(5)],
    ['อีกสามวัน', day(3).slice(5)],
  ])
  expect(await found(birthdays.rule)).toBe(3)
})

test('customers who have not answered the first purpose are counted, and the list finds just those', async () => {
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
  const id = await person('ตอบแล้ว')
  await person('ยังไม่ตอบ')
  await store.call(consents.record, { body: { profile_id: id, purpose_id: purpose.id, operation: 'withdrawn' } })
  const { unanswered } = await today()
  expect(unanswered).toMatchObject({ people: 1, purpose: 'ข่าวสาร' })
  expect(await found(unanswered!.rule)).toBe(1)
})

test('the shop is counted once for concurrent callers, again when the count is stale, and at once after the field changes', async () => {
  const kind = await shop()
  const id = await person('มาลี')
  const all = await Promise.all(Array.from({ length: 6 }, today))
  expect(new Set(all.map(({ counted_at }) => counted_at)).size).toBe(1)
  await buy(id, kind, new Date(Date.now() - 1000).toISOString(), 70)
  expect((await today()).sales.value).toBe(0)
  await ask("update shop_count set counted_at = counted_at - interval '1 hour' where store_id = $1", store.storeId)
  expect((await today()).sales.value).toBe(70)
  await person('มานี')
  expect((await today()).total).toBe(2)
  await ask('update activity_field set purpose = null where store_id = $1', store.storeId)
  expect(await today()).toMatchObject({ has_amounts: false, sales: { value: 0 } })
})
