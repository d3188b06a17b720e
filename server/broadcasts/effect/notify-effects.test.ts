import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { expect, test } from 'vitest'
import {
  addAmounts,
  change,
  draft,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { settled as calculated, segment } from '../../testing/customers/segments.testing.ts'
import { coreOf, type TestStore } from '../../testing/store.testing.ts'
import { notifyEffectsHourly } from './notify-effects.ts'

const INCOME = 19

/** Sends a broadcast with a holdout of half to the 600 customers of a store, so many days ago. */
async function sent(made: Scene, name: string, daysAgo: number, more: object = {}) {
  const { id } = await draft(made, { name, holdout: { share: 50, off_reason: null, repeats_id: null }, ...more })
  await schedule(made, id)
  await settled(made, id)
  await change(
    made,
    'update broadcast set started_at = now() - make_interval(days => $3) where store_id = $1 and id = $2',
    [id, daysAgo],
  )
  return id
}

/** Adds purchases the day after a broadcast. `amount`, `who`: SQL over the recipient `r`. */
async function buy(made: Scene, id: number, amount: string, who = 'true') {
  const { type, field } = await addAmounts(made)
  await change(
    made,
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, r.profile_id, $3, b.started_at + interval '30 hours', jsonb_build_object($4::text, (${amount})::numeric)
     from broadcast_recipient r join broadcast b on b.store_id = r.store_id and b.id = r.broadcast_id
     where r.store_id = $1 and r.broadcast_id = $2 and ${who}`,
    [id, type, String(field)],
  )
}

async function look({ store }: Scene) {
  await notifyEffectsHourly(await coreOf(store)).work(new AbortController().signal)
}

const told = async (reader: Pick<TestStore, 'call'>) =>
  (await reader.call(notifications.list, { query: {} })).data
    .filter(({ kind }) => kind.startsWith('broadcast_effect') || kind === 'broadcast_measured')
    .map(({ ending, title, text, leads_to }) => [ending, title, text, leads_to?.id])

test('the author of a broadcast is told once what it added, when its 14 days are over', async () => {
  const made = await scene({ friends: 600, channel: { quota: null } })
  const id = await sent(made, 'ลดฤดูหนาว', 13)
  await buy(made, id, '100 + r.position % 50 + case when r.held_out then 0 else 400 end')
  await look(made)
  expect(await told(made.store)).toEqual([])
  await change(made, `update broadcast set started_at = started_at - interval '2 days' where store_id = $1`)
  await change(made, `update activity set activity_at = activity_at - interval '2 days' where store_id = $1`)
  await look(made)
  await look(made)
  const { figures, state } = await made.store.call(broadcasts.effect, { params: { id: String(id) } })
  const shown = (baht: number) => (Math.round(baht * 100) / 100).toLocaleString('en')
  expect(state).toBe('more')
  expect(await told(made.store)).toEqual([
    [
      'completed',
      'ผลของ ลดฤดูหนาว ออกแล้ว',
      `ลูกค้าที่ได้รับ ซื้อเพิ่มเฉลี่ยรายละ ${shown(figures!.difference)} บาท ค่าจริงน่าจะอยู่ระหว่าง ${shown(figures!.range!.from)} ถึง ${shown(figures!.range!.to)} บาท`,
      id,
    ],
  ])
  // Another member did not write it.
  expect(await told(await made.store.member('owner'))).toEqual([])
})

test('an unclear effect is told as such, and one of a closed segment without its figures', async () => {
  const made = await scene({ friends: 600, channel: { quota: null } })
  await change(made, `update profile set custom = custom, income = 90000 where store_id = $1`)
  const rule = { kind: 'profile', field_id: INCOME, operator: 'gt', value: 50_000 } as const
  const secret = await segment(made.store, rule)
  await calculated(made.store)
  const target = { type: 'segments', include: { condition: 'or', label_ids: [secret.id] } }
  const id = await sent(made, 'กลุ่มลับ', 15, { target })
  await buy(made, id, '100 + case when r.held_out then 0 else 400 end')
  await look(made)
  // The purchases would fall into the days of the other broadcast as well.
  await change(made, 'delete from activity where store_id = $1')
  const few = await sent(made, 'ไม่มีคนซื้อ', 16)
  await look(made)
  expect(await told(made.store)).toEqual([
    ['completed', 'ผลของ ไม่มีคนซื้อ ออกแล้ว', 'ยังบอกไม่ได้ว่าได้ผลหรือไม่ เปิดดูจำนวนลูกค้าที่ต้องมี', few],
    ['completed', 'ผลของ กลุ่มลับ ออกแล้ว', 'เปิดดูได้ที่ “ได้ผลไหม”', id],
  ])
})

test('nothing is told of a cancelled broadcast, of one without a holdout, of one ended early and of an old one', async () => {
  const made = await scene({ friends: 600, channel: { quota: null } })
  await addAmounts(made)
  const canceled = await sent(made, 'หยุด', 15)
  await change(made, `update broadcast set sub_status = 'canceled' where store_id = $1 and id = $2`, [canceled])
  const ended = await sent(made, 'จบก่อน', 15)
  await change(made, 'update broadcast set measure_ended_at = started_at where store_id = $1 and id = $2', [ended])
  await sent(made, 'เก่า', 40)
  const [one] = made.people
  await sent(made, 'รายเดียว', 15, { target: { type: 'profiles', profile_ids: [one!.id] } })
  await sent(made, 'ทุกราย', 15, { holdout: { share: 0, off_reason: 'notice', repeats_id: null } })
  await look(made)
  expect(await told(made.store)).toEqual([])
})
