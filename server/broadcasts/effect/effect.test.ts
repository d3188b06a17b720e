import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { expect, test } from 'vitest'
import {
  addAmounts,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { segment } from '../../testing/customers/segments.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

/** System field of incomes, which is sensitive. */
const INCOME = 19

interface Sent {
  made: Scene
  id: number
  amounts: { type: number; field: number }
}

/** Sends a broadcast with a holdout of half to 600 people, so many days ago. */
async function sent(daysAgo: number): Promise<Sent> {
  const made = await scene({ friends: 600, channel: { quota: null } })
  return { made, id: await sentTo(made, daysAgo), amounts: await addAmounts(made) }
}

/** Sends a broadcast of a shop, so many days ago. Returns its id. */
async function sentTo(shop: Scene, daysAgo: number): Promise<number> {
  const { id } = await draft(shop, { holdout: { share: 50, off_reason: null, repeats_id: null } })
  await schedule(shop, id)
  await settled(shop, id)
  await change(
    shop,
    'update broadcast set started_at = now() - make_interval(days => $3) where store_id = $1 and id = $2',
    [id, daysAgo],
  )
  return id
}

const effect = ({ made: { store }, id }: Sent) => store.call(broadcasts.effect, { params: { id: String(id) } })

/** Adds a purchase of each chosen person, hours after the message. `who`: SQL over the recipient `r`. */
const buy = ({ made, id, amounts }: Sent, amount: string, hours: number, who = 'true') =>
  change(
    made,
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, r.profile_id, $3, b.started_at + make_interval(hours => $5), jsonb_build_object($4::text, (${amount})::numeric)
     from broadcast_recipient r join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
     where r.store_id = $1 and r.broadcast_id = $2 and r.profile_id is not null and ${who}`,
    [id, amounts.type, String(amounts.field), hours],
  )

/** Counts both groups by hand: one subquery per person, without any merge. */
async function byHand({ made, id, amounts }: Sent) {
  const { admin } = await testServer()
  const { rows } = await admin.query(
    `select held_out, count(*)::int as people, (count(*) filter (where bought > 0))::int as buyers, sum(spent)::float8 as amount,
       avg(spent)::float8 as mean, var_samp(spent)::float8 as variance
     from (select r.held_out,
         (select coalesce(sum((a.fields ->> $4)::numeric), 0) from activity a where a.store_id = $1 and a.profile_id = r.profile_id
           and a.type_id = $3 and a.activity_at >= b.started_at and a.activity_at < b.started_at + interval '14 days') as spent,
         (select count(*) from activity a where a.store_id = $1 and a.profile_id = r.profile_id and a.type_id = $3
           and a.activity_at >= b.started_at and a.activity_at < b.started_at + interval '14 days'
           and (a.fields ->> $4)::numeric > 0) as bought
       from broadcast_recipient r join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
       join profile p on p.store_id = r.store_id and p.id = r.profile_id and p.deleted_at is null
       where r.store_id = $1 and r.broadcast_id = $2 and r.held_out is not null) person
     group by held_out order by held_out`,
    [made.store.storeId, id, amounts.type, String(amounts.field)],
  )
  return rows as { people: number; buyers: number; amount: number; mean: number; variance: number }[]
}

test('purchases per person equal those counted by hand, with refunds, and change with a late import', async () => {
  const broadcast = await sent(20)
  // A third of those who got it bought, a fifth of the others; some returned more than they bought.
  await buy(broadcast, '100 + r.position % 50', 30, 'not r.held_out and r.position % 3 = 0')
  await buy(broadcast, '90 + r.position % 40', 200, 'r.held_out and r.profile_id % 5 = 0')
  await buy(broadcast, '-500', 210, 'r.profile_id % 30 = 0')
  // Before the message and after its days.
  await buy(broadcast, '10000', -1)
  await buy(broadcast, '10000', 14 * 24)
  const [treated, held] = await byHand(broadcast)
  const first = await effect(broadcast)
  const { figures } = first
  expect(figures).toMatchObject({
    treated: { people: treated!.people, buyers: treated!.buyers, amount: treated!.amount },
    held_out: { people: held!.people, buyers: held!.buyers, amount: held!.amount },
    left: { deleted: 0, merged: 0 },
  })
  expect(figures!.difference).toBeCloseTo(treated!.mean - held!.mean, 9)
  const error = Math.sqrt(treated!.variance / treated!.people + held!.variance / held!.people)
  // Skewness moves the range by a few percent of its width.
  expect((figures!.range!.to - figures!.range!.from) / (2 * 1.959964 * error)).toBeCloseTo(1, 1)
  expect(figures!.days).toHaveLength(14)
  expect(figures!.days[13]!.treated).toBeCloseTo(treated!.mean, 9)
  expect(figures!.days[0]).toEqual({ treated: 0, held_out: 0 })
  expect(figures!.days[1]!.treated).toBeGreaterThan(0)

  await buy(broadcast, '2000', 100, 'not r.held_out')
  const second = await effect(broadcast)
  expect(second).toMatchObject({ state: 'more', without: null })
  expect(second.figures!.difference).toBeCloseTo(figures!.difference + 2000, 6)
  await buy(broadcast, '-4000', 101, 'not r.held_out')
  expect((await effect(broadcast)).state).toBe('less')
})

test('no verdict is given before 14 days are over, nor with few buyers', async () => {
  const early = await sent(3)
  await buy(early, '1000', 1, 'not r.held_out')
  expect(await effect(early)).toMatchObject({ state: 'measuring', figures: { range: null } })
  const few = await sent(20)
  await buy(few, '1000', 1, 'not r.held_out and r.position <= 40')
  const { state, figures } = await effect(few)
  expect([state, figures!.range]).toEqual(['few_buyers', null])
  const [needed] = figures!.needed
  expect(needed!.people).toBeGreaterThan(600)
})

test('a difference that may be chance is called unclear', async () => {
  const broadcast = await sent(20)
  // The same sums in both groups, so that chance has no part in it.
  await buy(broadcast, '100 * (row_number() over (partition by r.held_out order by r.position) % 10)', 50)
  const { state, figures } = await effect(broadcast)
  expect(state).toBe('unclear')
  expect(figures!.range!.from).toBeLessThan(0)
  expect(figures!.range!.to).toBeGreaterThan(0)
})

test('an erased person, a deleted one, and a merge of a treated and a held-out one leave both groups and are counted', async () => {
  const broadcast = await sent(20)
  const { made, id } = broadcast
  await buy(broadcast, '100', 10)
  const { admin } = await testServer()
  const two = async (heldOut: boolean) => {
    const { rows } = await admin.query<{ profile_id: number }>(
      'select profile_id from broadcast_recipient where store_id = $1 and broadcast_id = $2 and held_out = $3 order by position limit 4',
      [made.store.storeId, id, heldOut],
    )
    return rows.map(({ profile_id }) => Number(profile_id))
  }
  const [treated, held] = [await two(false), await two(true)]
  const merge = async (keep: number, other: number) => {
    const pair = await made.store.call(profileDuplicates.create, { body: { profile_ids: [keep, other] } })
    await made.store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep, fields: [] } })
  }
  const { figures: before } = await effect(broadcast)
  await erase(made.store, treated[0]!)
  await change(made, 'update profile set deleted_at = now() where store_id = $1 and id = $2', [held[0]])
  await merge(treated[1]!, held[1]!)
  await merge(treated[2]!, treated[3]!)
  const { figures } = await effect(broadcast)
  expect(figures!.left).toEqual({ deleted: 2, merged: 2 })
  expect(figures!.treated.people).toBe(before!.treated.people - 3)
  expect(figures!.held_out.people).toBe(before!.held_out.people - 2)
  // Two treated ones who are one person bought for both.
  expect(figures!.treated.amount).toBe(before!.treated.amount - 200)
})

test('friends who blocked the account within 48 hours are counted in both groups', async () => {
  const broadcast = await sent(20)
  const { made, id } = broadcast
  const block = (heldOut: boolean, people: number, hours: number) =>
    change(
      made,
      `update channel_friend f set status = 'blocked', since = b.started_at + make_interval(hours => $5)
       from broadcast b, (select external_id from broadcast_recipient r where r.store_id = $1 and r.broadcast_id = $2
         and r.held_out = $3 and not exists (select from channel_friend x where x.store_id = $1 and x.external_id = r.external_id
           and x.status = 'blocked') order by position limit $4) r
       where f.store_id = $1 and f.external_id = r.external_id and b.store_id = $1 and b.id = $2`,
      [id, heldOut, people, hours],
    )
  await block(false, 9, 5)
  await block(true, 2, 47)
  await block(true, 4, 49)
  const { figures } = await effect(broadcast)
  expect([figures!.treated.lost, figures!.held_out.lost]).toEqual([9, 2])
  expect(figures!.lost_otherwise).toBeCloseTo((2 / figures!.held_out.people) * figures!.treated.people, 9)
})

test('a broadcast without a holdout, or a store without amounts, says why there is nothing to compare', async () => {
  const made = await scene({ friends: 1 })
  const { id } = await draft(made)
  const answer = () => made.store.call(broadcasts.effect, { params: { id: String(id) } })
  expect(await answer()).toMatchObject({ state: 'without', without: 'not_sent', figures: null })
  await schedule(made, id)
  await settled(made, id)
  expect(await answer()).toMatchObject({ without: 'no_amounts', cost: { messages: 1, baht: null } })
  await addAmounts(made)
  await change(made, 'update broadcast_setting set price = 0.2 where store_id = $1')
  expect(await answer()).toMatchObject({ without: 'not_drawn', cost: { messages: 1, baht: 0.2 } })
})

test('the effect is for those who may read customers', async () => {
  const { made, id } = await sent(20)
  const staff = await made.store.member(permissions.filter((each) => !each.startsWith('cdp-core.profile')))
  expect(await staff.try(broadcasts.effect, { params: { id: String(id) } })).toMatchObject({ status: 403 })
  expect(await read(made, id)).toMatchObject({ holdout: { share: 50 } })
})

test('broadcasts of a month are pooled, those whose measurement was ended left out', async () => {
  const first = await sent(20)
  const { made } = first
  await buy(first, '100 + r.position % 50', 30, 'not r.held_out and r.position % 3 = 0')
  const { id } = await draft(made, { holdout: { share: 50, off_reason: null, repeats_id: null } })
  await schedule(made, id)
  await settled(made, id)
  const at = await testServer().then(({ admin }) =>
    admin.query<{ month: string; started_at: string }>(
      `select to_char(started_at at time zone 'Asia/Bangkok', 'YYYY-MM') as month, started_at from broadcast where store_id = $1 and id = $2`,
      [made.store.storeId, first.id],
    ),
  )
  const { month, started_at } = at.rows[0]!
  await change(made, 'update broadcast set started_at = $3 where store_id = $1 and id = $2', [id, started_at])
  const pooled = () => made.store.call(broadcasts.monthEffect, { query: { month } })
  const [one, two] = [await effect(first), await effect({ ...first, id })]
  const both = await pooled()
  expect(both).toMatchObject({ broadcasts: 2, people: 1200 })
  const weight = one.figures!.treated.people / (one.figures!.treated.people + two.figures!.treated.people)
  const mean = weight * one.figures!.difference + (1 - weight) * two.figures!.difference
  expect(both.difference).toBeCloseTo(mean, 9)
  await change(made, 'update broadcast set measure_ended_at = now() where store_id = $1 and id = $2', [id])
  const alone = await pooled()
  expect(alone).toMatchObject({ broadcasts: 1, people: 600 })
  expect(alone.difference).toBeCloseTo(one.figures!.difference, 9)
  expect(await made.store.call(broadcasts.monthEffect, { query: { month: '2020-01' } })).toMatchObject({
    broadcasts: 0,
    state: 'without',
  })
})

/** Effects of these broadcasts as the list shows them, by their ids. */
async function listed({ store }: Scene, ids: readonly number[], reader: Pick<typeof store, 'call'> = store) {
  const { results } = await reader.call(broadcasts.effects, { query: { ids: ids.join(',') } })
  return new Map(results.map(({ id, ...effect }) => [id, effect]))
}

test('the list shows each effect as its own page does, also of broadcasts whose days overlap', async () => {
  const first = await sent(20)
  const { made } = first
  const others = [await sentTo(made, 17), await sentTo(made, 31), await sentTo(made, 3), await sentTo(made, 15)]
  const [second, apart, measuring, ended] = others.map((one) => ({ ...first, id: one }))
  await buy(first, '100 + r.position % 50', 30, 'not r.held_out and r.position % 3 = 0')
  await buy(first, '-30', 80, 'r.position % 7 = 0')
  await buy(second!, '70 + r.position % 90', 200, '(r.held_out or r.position % 4 = 0)')
  await buy(apart!, '200', 300, 'r.position % 11 = 0')
  await change(
    made,
    `update broadcast set measure_ended_at = started_at + interval '5 days' where store_id = $1 and id = $2`,
    [ended!.id],
  )
  const { rows } = await (await testServer()).admin.query<{ profile_id: number }>(
    `select profile_id from broadcast_recipient where store_id = $1 and broadcast_id = $2 order by position limit 3`,
    [made.store.storeId, first.id],
  )
  const [keep, other, gone] = rows.map(({ profile_id }) => Number(profile_id))
  const pair = await made.store.call(profileDuplicates.create, { body: { profile_ids: [keep!, other!] } })
  await made.store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: keep!, fields: [] } })
  await erase(made.store, gone!)

  const shown = await listed(made, [first.id, second!.id, apart!.id, measuring!.id, ended!.id, 999_999])
  for (const broadcast of [first, second!, apart!]) {
    const { state, figures } = await effect(broadcast)
    const isClear = state === 'more' || state === 'less'
    expect(shown.get(broadcast.id)).toEqual({
      state,
      difference: isClear ? expect.closeTo(figures!.difference, 9) : null,
      days_left: null,
    })
  }
  expect(shown.get(first.id)!.state).toBe('more')
  expect(shown.get(measuring!.id)).toEqual({ state: 'measuring', difference: null, days_left: 11 })
  expect(shown.get(ended!.id)).toEqual({ state: 'ended', difference: null, days_left: null })
  expect(shown.size).toBe(5)
})

test('the list says nothing of a broadcast without a comparison group, nor of one to a segment that is closed to the reader', async () => {
  const first = await sent(20)
  const { made, id } = first
  await buy(first, '100', 30, 'not r.held_out')
  const { id: small } = await draft(made, { holdout: { share: 0, off_reason: 'unneeded', repeats_id: null } })
  expect([...(await listed(made, [id, small])).keys()]).toEqual([id])
  const income = { kind: 'profile', field_id: INCOME, operator: 'gt', value: 50_000 } as const
  const closed = await segment(made.store, income)
  await change(
    made,
    `update broadcast set target = jsonb_set(jsonb_set(target, '{type}', '"segments"'), '{include,label_ids}', to_jsonb(array[$3::int]))
     where store_id = $1 and id = $2`,
    [id, closed.id],
  )
  const staff = await made.store.member(permissions.filter((each) => each !== 'cdp-core.profile-sensitive.read'))
  expect([...(await listed(made, [id], staff)).keys()]).toEqual([])
  expect([...(await listed(made, [id])).keys()]).toEqual([id])
})
