import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { couponRequest } from '@ruam/contract/broadcasts/coupon-request.ts'
import { describe, expect, test } from 'vitest'
import { addCoupon } from '../../../tools/line/coupon-calls.ts'
import type { Coupon } from '../../../tools/line/state.ts'
import { type LineEvent, textMessage } from '../../../tools/line/webhooks.ts'
import { draft, type Scene, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { inboxEmpty, postEvents } from '../../testing/channels/line.testing.ts'
import { publicFile } from '../../testing/things/broadcasts.ts'

/** Writes a rich message whose whole picture is a coupon. */
async function drafted(coupon: Coupon, made: Scene) {
  const name = await publicFile(made.store, 1040)
  const area = { x: 0, y: 0, width: 1040, height: 1040, label: '', type: 'coupon', value: coupon.title }
  const message = {
    ...{ type: 'imagemap', name, height: 1040, alt_text: 'คูปอง', template: 'one' },
    areas: [{ ...area, coupon_code: coupon.couponId }],
  }
  return draft(made, { messages: [message] })
}

async function sentWith(coupon: Coupon, made: Scene): Promise<void> {
  const { id } = await drafted(coupon, made)
  await schedule(made, id)
  expect((await settled(made, id)).status).toBe('published')
}

const repliesOf = ({ state, line }: Scene) =>
  state.replies.filter(({ channelId }) => channelId === line.id).map(({ messages }) => messages)
const post = (made: Scene, ...events: LineEvent[]) => postEvents(made.line, made.account.webhook.url, events)

/** Waits for the reply to a message that is always answered, so that those before it have been. */
async function answered(made: Scene, count: number) {
  await inboxEmpty(made.store.storeId)
  await post(made, textMessage(made.state, made.people[0]!.userId, 'ยกเลิกรับข่าวสาร'))
  while (repliesOf(made).length < count) await new Promise((resolve) => setTimeout(resolve, 20))
  return repliesOf(made)
}

const reply = (coupon: Coupon) => [{ type: 'coupon', couponId: coupon.couponId }]
const stopReply = [{ type: 'text', text: expect.stringContaining('ยกเลิกรับข่าวสารแล้ว') }]

describe('a tap on a coupon of a rich message', () => {
  test('sends a text that the account answers with the coupon, which counts as no message', async () => {
    const made = await scene({ friends: 1 })
    const coupon = addCoupon(made.state, made.line.id, { title: 'ลด 30 บาท ดริปแบ็ก' })
    await sentWith(coupon, made)
    const { actions } = made.state.accepted.findLast(({ channelId }) => channelId === made.line.id)!.message as {
      actions: { type: string; text: string }[]
    }
    expect(actions).toMatchObject([{ type: 'message', text: couponRequest(coupon.title) }])
    const used = made.line.usage
    await post(made, textMessage(made.state, made.people[0]!.userId, actions[0]!.text))
    const replies = await answered(made, 2)
    expect(replies).toHaveLength(2)
    expect(replies).toEqual(expect.arrayContaining([reply(coupon), stopReply]))
    expect(made.line.usage).toBe(used)
  })

  test('is refused before it is sent if the coupon is closed already', async () => {
    const made = await scene({ friends: 1 })
    const coupon = addCoupon(made.state, made.line.id, { title: 'หมดแล้ว', status: 'CLOSED' })
    const { id, updated_at: origin_time } = await drafted(coupon, made)
    const refused = await made.store.try(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
    expect(refused).toMatchObject({
      body: { error: 'coupon_closed', details: { fields: ['body.messages.0.areas.0.coupon_code'] } },
    })
  })

  test('is not answered once the coupon is closed, for another title, late, or in a group', async () => {
    const made = await scene({ friends: 1 })
    const [open, closed] = ['ลด 15 บาท', 'ของแถม'].map((title) => addCoupon(made.state, made.line.id, { title }))
    await sentWith(open!, made)
    await sentWith(closed!, made)
    closed!.status = 'CLOSED'
    const { userId } = made.people[0]!
    const said = (title: string) => textMessage(made.state, userId, couponRequest(title))
    await post(made, said('ของแถม'), said('ลด 50 บาท'), { ...said('ลด 15 บาท'), timestamp: Date.now() - 61_000 })
    await post(made, {
      ...said('ลด 15 บาท'),
      source: { type: 'group', groupId: `C${'0'.repeat(32)}`, userId },
    } as object as LineEvent)
    expect(await answered(made, 1)).toEqual([stopReply])
  })

  test('is answered with the newest coupon of a title, and never with that of another account', async () => {
    const made = await scene({ friends: 1 })
    const other = await scene({ friends: 1 })
    const foreign = addCoupon(other.state, other.line.id, { title: 'ลด 99 บาท' })
    await sentWith(foreign, other)
    const [older, newer] = [1, 2].map(() => addCoupon(made.state, made.line.id, { title: 'ลด 5 บาท' }))
    await sentWith(older!, made)
    await sentWith(newer!, made)
    const { userId } = made.people[0]!
    await post(
      made,
      textMessage(made.state, userId, couponRequest('ลด 99 บาท')),
      textMessage(made.state, userId, couponRequest('ลด 5 บาท')),
    )
    const replies = await answered(made, 2)
    expect(replies).toHaveLength(2)
    expect(replies).toEqual(expect.arrayContaining([reply(newer!), stopReply]))
  })
})
