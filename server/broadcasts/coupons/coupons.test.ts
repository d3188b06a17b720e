import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { coupons } from '@ruam/contract/broadcasts/coupons.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCoupon } from '../../../tools/line/coupon-calls.ts'
import type { Coupon } from '../../../tools/line/state.ts'
import {
  acceptedUsers,
  change,
  draft,
  read,
  type Scene,
  scene,
  schedule,
  settled,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

let made: Scene
beforeAll(async () => {
  made = await scene({ friends: 2 })
})

const ofAccount = ({ account }: Scene) => ({ channel_id: String(account.id) })
const params = (coupon: Coupon, of = made) => ({ ...ofAccount(of), coupon_id: coupon.couponId })
const atLine = (id: string) => made.state.coupons.find(({ couponId }) => couponId === id)!

const winter = {
  title: 'ลด 30 บาท',
  starts_at: '2026-11-01T00:00:00+07:00',
  ends_at: '2126-11-30T23:59:00+07:00',
  reward: { type: 'discount', price: { type: 'fixed', amount: 30 } },
} as const

describe('a coupon', () => {
  test.each([
    [winter.reward, { type: 'discount', priceInfo: { type: 'fixed', fixedAmount: 30 } }],
    [
      { type: 'discount', price: { type: 'percentage', percentage: 15 } },
      { type: 'discount', priceInfo: { type: 'percentage', percentage: 15 } },
    ],
    [
      { type: 'discount', price: { type: 'explicit', price: 99, original: 120 } },
      { type: 'discount', priceInfo: { type: 'explicit', priceAfterDiscount: 99, originalPrice: 120 } },
    ],
    [
      { type: 'cash_back', price: { type: 'fixed', amount: 20 } },
      { type: 'cashBack', priceInfo: { type: 'fixed', fixedAmount: 20 } },
    ],
    [
      { type: 'cash_back', price: { type: 'percentage', percentage: 99 } },
      { type: 'cashBack', priceInfo: { type: 'percentage', percentage: 99 } },
    ],
    [{ type: 'free' }, { type: 'free' }],
    [{ type: 'gift' }, { type: 'gift' }],
    [{ type: 'others' }, { type: 'others' }],
  ])('that gives %j is created at LINE, and listed', async (reward, stored) => {
    const body = { ...winter, reward, usage_condition: 'ทุกสาขา', once: false } as never
    const created = await made.store.call(coupons.create, { params: ofAccount(made), body })
    expect(created).toMatchObject({ title: winter.title, status: 'running', usable: true, usage_condition: 'ทุกสาขา' })
    expect(Date.parse(created.ends_at)).toBe(Date.parse(winter.ends_at))
    expect(atLine(created.id)).toMatchObject({
      reward: stored,
      timezone: 'ASIA_BANGKOK',
      visibility: 'UNLISTED',
      maxUseCountPerTicket: -1,
    })
    const { results } = await made.store.call(coupons.list, { params: ofAccount(made) })
    expect(results).toContainEqual({ id: created.id, title: winter.title })
  })

  test.each([
    ['title', { title: '  ' }],
    ['title', { title: 'ก'.repeat(61) }],
    ['ends_at', { ends_at: winter.starts_at }],
    ['reward.price.percentage', { reward: { type: 'discount', price: { type: 'percentage', percentage: 100 } } }],
    ['reward.price.price', { reward: { type: 'discount', price: { type: 'explicit', price: 120, original: 120 } } }],
    ['reward.type', { reward: { type: 'lottery' } }],
  ])('is refused at its field %s: %j', async (field, more) => {
    const refused = await made.store.try(coupons.create, {
      params: ofAccount(made),
      body: { ...winter, ...more } as never,
    })
    expect(refused).toMatchObject({ status: 400, body: { details: { fields: [`body.${field}`] } } })
  })

  test('rejected by LINE says why', async () => {
    const details = JSON.stringify({ message: 'The coupon is too long' })
    made.state.faults.push({ path: '/v2/bot/coupon', kind: 'answer', status: 400, text: details, times: 1 })
    const refused = await made.store.try(coupons.create, { params: ofAccount(made), body: winter as never })
    expect(refused).toMatchObject({ status: 409, body: { error: 'coupon_refused' } })
    expect(refused.body.message).toContain('The coupon is too long')
  })

  test('is closed once and for all, and no longer listed', async () => {
    const coupon = addCoupon(made.state, made.line.id, { title: 'ของแถมปีใหม่' })
    await made.store.call(coupons.close, { params: params(coupon) })
    await made.store.call(coupons.close, { params: params(coupon) })
    expect(coupon.status).toBe('CLOSED')
    const { results } = await made.store.call(coupons.list, { params: ofAccount(made) })
    expect(results.map(({ id }) => id)).not.toContain(coupon.couponId)
    expect(await made.store.call(coupons.get, { params: params(coupon) })).toMatchObject({
      status: 'closed',
      usable: false,
    })
  })

  test('unknown to LINE, or of another account, is not found', async () => {
    const other = await scene({ friends: 1 })
    const coupon = addCoupon(made.state, other.line.id)
    expect(await made.store.try(coupons.get, { params: params(coupon) })).toMatchObject({ status: 404 })
    expect(await made.store.try(coupons.close, { params: params(coupon) })).toMatchObject({ status: 404 })
    expect(await other.store.call(coupons.get, { params: params(coupon, other) })).toMatchObject({ usable: true })
    const stranger = await newStore()
    expect(await stranger.try(coupons.list, { params: ofAccount(made) })).toMatchObject({ status: 404 })
  })

  test.each(['error', 'unreadable', 'too_many'] as const)('is not shown while LINE answers %s', async (kind) => {
    made.state.faults.push({ path: '/v2/bot/coupon', kind, times: 1 })
    const refused = await made.store.try(coupons.list, { params: ofAccount(made) })
    expect([refused.status, refused.body.error]).toEqual([409, 'channel_unreachable'])
  })

  test('is listed with all the others of an account that has 250', async () => {
    const own = await scene({ friends: 1 })
    for (let n = 0; n < 250; n++) addCoupon(own.state, own.line.id, { title: `คูปอง ${n}` })
    const { results } = await own.store.call(coupons.list, { params: ofAccount(own) })
    expect(new Set(results.map(({ title }) => title)).size).toBe(250)
  })
})

const drafted = async (of: Scene, coupon: Coupon) =>
  draft(of, {
    messages: [
      { type: 'text', text: 'คูปองของคุณ' },
      { type: 'coupon', coupon_code: coupon.couponId },
    ],
    stop_reply: false,
  })

const refusedCoupon = (title: string) => ({
  status: 409,
  body: { error: 'coupon_closed', details: { title, fields: ['body.messages.1.coupon_code'] } },
})

describe('a broadcast with a coupon', () => {
  test('is sent while the coupon is usable', async () => {
    const own = await scene({ friends: 2 })
    const coupon = addCoupon(own.state, own.line.id)
    const { id } = await drafted(own, coupon)
    await schedule(own, id)
    expect((await settled(own, id)).status).toBe('published')
    expect(own.state.accepted.at(-1)!.message).toEqual({ type: 'coupon', couponId: coupon.couponId })
  })

  test.each([
    ['was closed', { status: 'CLOSED' as const }],
    ['is a draft', { status: 'DRAFT' as const }],
    ['has ended', { endTimestamp: Math.floor(Date.now() / 1000) - 1 }],
  ])('is not scheduled when the coupon %s', async (_, state) => {
    const coupon = addCoupon(made.state, made.line.id, { title: 'ลดหน้าหนาว', ...state })
    const { id, updated_at: origin_time } = await drafted(made, coupon)
    const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
    expect(refused).toMatchObject(refusedCoupon('ลดหน้าหนาว'))
  })

  test('is not scheduled for a time at which the coupon has ended', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const coupon = addCoupon(made.state, made.line.id, {
      title: 'วันนี้เท่านั้น',
      endTimestamp: Math.floor(at(2).getTime() / 1000),
    })
    const { id, updated_at: origin_time } = await drafted(made, coupon)
    const sending = (send_at: Date) => ({
      body: { id, origin_time, status: 'pending', schedule: { type: 'at', send_at: send_at.toISOString() } } as never,
    })
    expect(await made.store.try(broadcasts.update, sending(at(3)))).toMatchObject(refusedCoupon('วันนี้เท่านั้น'))
    expect(await made.store.try(broadcasts.update, sending(at(1)))).toMatchObject({ status: 200 })
  })

  test('is not approved when the coupon was closed since', async () => {
    const own = await scene({ friends: 1 })
    await change(own, 'update broadcast_setting set approval = true where store_id = $1')
    const coupon = addCoupon(own.state, own.line.id, { title: 'รออนุมัติ' })
    const { id } = await drafted(own, coupon)
    const { version } = await schedule(own, id)
    coupon.status = 'CLOSED'
    const second = await own.store.member(['cdp-core.broadcast.approve', 'cdp-core.setting-line.read'])
    const refused = await second.try(broadcasts.approve, { params: { id: String(id) }, body: { version } })
    expect(refused).toMatchObject(refusedCoupon('รออนุมัติ'))
  })

  test('becomes a draft again, and reaches no customer, when the coupon was closed before it begins', async () => {
    const own = await scene({ friends: 2 })
    const coupon = addCoupon(own.state, own.line.id)
    const { id } = await drafted(own, coupon)
    await schedule(own, id)
    coupon.status = 'CLOSED'
    expect(await settled(own, id)).toMatchObject({ status: 'draft', reason: 'coupon' })
    expect(acceptedUsers(own)).toEqual([])
    coupon.status = 'RUNNING'
    await schedule(own, id)
    expect((await settled(own, id)).status).toBe('published')
  })

  test('waits while LINE does not answer about the coupon, and is sent once it does', async () => {
    const own = await scene({ friends: 2 })
    const coupon = addCoupon(own.state, own.line.id)
    const { id } = await drafted(own, coupon)
    await schedule(own, id)
    own.state.faults.push({ path: `/v2/bot/coupon/${coupon.couponId}`, kind: 'error', times: 2 })
    expect((await settled(own, id)).status).toBe('published')
    expect(acceptedUsers(own)).toHaveLength(4)
  })

  test('is not asked about its coupon any more once it has begun', async () => {
    const own = await scene({ friends: 2 })
    const coupon = addCoupon(own.state, own.line.id)
    const { id } = await drafted(own, coupon)
    await schedule(own, id)
    own.state.faults.push({ path: '/v2/bot/message/multicast', kind: 'error', times: 1 })
    const begun = settled(own, id)
    while ((await read(own, id)).started_at === null) await new Promise((resolve) => setTimeout(resolve, 10))
    coupon.status = 'CLOSED'
    expect((await begun).status).toBe('published')
  })
})
