import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
import {
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { testServer } from '../../testing/store.testing.ts'

/** First day of a month of the store, so many months from now. */
function monthFromNow(months: number): string {
  const now = new Date(Date.now() + 7 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}
// No day of it is today.
const AHEAD = monthFromNow(2)
const PAST = monthFromNow(-1)
const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`
const at = (month: string, day: number, clock = '10:00') => `${dayOf(month, day)}T${clock}:00+07:00`

const calendar = ({ store, account }: Scene, month: string) =>
  store.call(broadcasts.calendar, { query: { channel_id: String(account.id), month } })

const dated = async (made: Scene, send_at: string, more: object = {}) =>
  draft(made, { schedule: { type: 'at', send_at, time_zone: 'Asia/Bangkok' }, ...more })

async function scheduled(made: Scene, send_at: string): Promise<number> {
  const { id } = await dated(made, send_at)
  expect((await schedule(made, id)).sub_status).toBe('scheduled')
  return id
}

const leftOn = ({ days }: Awaited<ReturnType<typeof calendar>>, day: number) => days[day - 1]!.left

test('later days show what is left after scheduled broadcasts, those that await approval and drafts, and the draft that ends the quota', async () => {
  const made = await scene({ friends: 6, channel: { quota: 20 } })
  await change(made, 'update broadcast_setting set price = 0.06 where store_id = $1')
  const first = await scheduled(made, at(AHEAD, 5))
  const { id: waits } = await dated(made, at(AHEAD, 8))
  await change(made, `update broadcast set sub_status = 'awaiting_approval' where store_id = $1 and id = $2`, [waits])
  const { id: crossing } = await dated(made, at(AHEAD, 10), {
    holdout: { share: 10, off_reason: null, repeats_id: null },
  })
  const { id: last } = await dated(made, at(AHEAD, 12))
  const { id: beyond } = await dated(made, at(AHEAD, 20))
  const month = await calendar(made, AHEAD)
  expect(month).toMatchObject({ limit: 20, left: 20, counting: true, price: 0.06 })
  // Three drafts are counted by one call.
  const shown = await calendar(made, AHEAD)
  expect(shown.items.map(({ id, day, people, messages }) => [id, day, people, messages])).toEqual([
    [first, dayOf(AHEAD, 5), 6, 6],
    [waits, dayOf(AHEAD, 8), 6, 6],
    [crossing, dayOf(AHEAD, 10), 6, 6],
    [last, dayOf(AHEAD, 12), 6, 6],
    [beyond, dayOf(AHEAD, 20), 6, 6],
  ])
  expect([4, 5, 8, 9, 10, 11, 12, 28].map((day) => leftOn(shown, day))).toEqual([20, 14, 8, 8, 2, 2, -4, -10])
  expect(shown).toMatchObject({ ends: { day: dayOf(AHEAD, 12), id: last }, short: 10, counting: false })
})

test('a count of a draft is no edit, and an edit of its target drops it', async () => {
  const made = await scene({ friends: 3 })
  const { id, updated_at } = await dated(made, at(AHEAD, 5))
  expect((await calendar(made, AHEAD)).items).toMatchObject([{ id, people: 3 }])
  const counted = await read(made, id)
  expect(counted).toMatchObject({ updated_at, estimate: { total: 3, target: 3 } })
  const edit = (more: object) =>
    made.store.call(broadcasts.update, { body: { id, origin_time: counted.updated_at, ...more } as never })
  const named = await edit({ name: 'ชื่อใหม่' })
  expect(named.estimate).toEqual({ total: 3, target: 3 })
  const target = { type: 'profiles', profile_ids: [made.people[0]!.id] }
  const narrowed = await made.store.call(broadcasts.update, {
    body: { id, origin_time: named.updated_at, target } as never,
  })
  expect(narrowed.estimate).toBeNull()
  expect((await calendar(made, AHEAD)).items).toMatchObject([{ id, people: 1 }])
})

test('a broadcast late on the last evening counts in the next month of LINE', async () => {
  const made = await scene({ friends: 4, channel: { quota: 10 } })
  const next = monthFromNow(3)
  const end = new Date(Date.parse(`${next}-01T00:00:00Z`) - 86_400_000).getUTCDate()
  const { id } = await dated(made, at(AHEAD, end, '23:00'))
  const month = await calendar(made, AHEAD)
  expect(month.items).toMatchObject([{ id, day: dayOf(AHEAD, end), people: 4, messages: 0 }])
  expect([leftOn(month, end), month.short]).toEqual([10, 0])
  const following = await calendar(made, next)
  expect([following.items, following.left, leftOn(following, 1)]).toEqual([[], 6, 6])
})

test('a broadcast that sends as many as are left never ends the quota', async () => {
  const made = await scene({ friends: 6, channel: { quota: 10 } })
  await scheduled(made, at(AHEAD, 3))
  const limit = { max: null, up_to_remaining_quota: true }
  await dated(made, at(AHEAD, 4), { target: { type: 'all_friends', limit } })
  const month = await calendar(made, AHEAD)
  expect([leftOn(month, 3), leftOn(month, 4), month.ends, month.short]).toEqual([4, 0, null, 0])
})

test('past days show what LINE counted, and what was sent without Ruam', async () => {
  const made = await scene({ friends: 1, channel: { quota: 1000 } })
  const counted: [day: number, usage: number, sent: number][] = [
    [2, 100, 100],
    // LINE's count falls behind what was sent, and catches up.
    [3, 290, 200],
    [4, 300, 0],
    [5, 540, 0],
    [9, 560, 0],
  ]
  for (const [day, usage, sent] of counted)
    await change(
      made,
      'insert into broadcast_quota_day (store_id, channel_id, month, day, usage, sent) values ($1, $2, $3, $4, $5, $6)',
      [made.account.id, dayOf(PAST, 1), dayOf(PAST, day), usage, sent],
    )
  await change(
    made,
    'insert into broadcast_quota (store_id, channel_id, month, quota, usage) values ($1, $2, $3, 1000, 560)',
    [made.account.id, dayOf(PAST, 1)],
  )
  const month = await calendar(made, PAST)
  expect(month.days.slice(0, 9).map(({ left, outside, outside_since }) => [left, outside, outside_since])).toEqual([
    ...[
      [null, 0, null],
      [900, 0, null],
      [710, 0, null],
      [700, 0, null],
      [460, 240, null],
    ],
    ...[
      [null, 0, null],
      [null, 0, null],
      [null, 0, null],
      [440, 20, dayOf(PAST, 6)],
    ],
  ])
  expect(month).toMatchObject({ left: 440, ends: null, short: 0 })
})

test('messages that Ruam sends today are not counted as sent without it', async () => {
  const made = await scene({ friends: 3, channel: { quota: 100 } })
  const { id } = await draft(made)
  await schedule(made, id)
  await settled(made, id)
  const { admin } = await testServer()
  const { rows } = await admin.query('select usage, sent from broadcast_quota_day where store_id = $1', [
    made.store.storeId,
  ])
  expect(rows).toEqual([{ usage: 3, sent: 3 }])
  const today = await calendar(made, monthFromNow(0))
  expect(today.items).toMatchObject([{ id, people: 3, messages: 3, movable: false, status: 'published' }])
  expect([today.left, today.days.find(({ day }) => day === today.today)]).toMatchObject([97, { left: 97, outside: 0 }])
})

test('a plan without a limit has days without a line, and an account of another store is not found', async () => {
  const made = await scene({ friends: 1, channel: { quota: null } })
  await dated(made, at(AHEAD, 5))
  const month = await calendar(made, AHEAD)
  expect(month).toMatchObject({ limit: null, left: null, ends: null, short: 0 })
  expect(new Set(month.days.map(({ left }) => left))).toEqual(new Set([null]))
  const other = await scene({ friends: 1 })
  const query = { channel_id: String(made.account.id), month: AHEAD }
  expect(await other.store.try(broadcasts.calendar, { query })).toMatchObject({ status: 404 })
})
