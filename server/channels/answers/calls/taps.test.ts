import { beforeEach, expect, test } from 'vitest'
import { addCoupon } from '../../../../tools/line/coupon-calls.ts'
import { postback, textMessage } from '../../../../tools/line/webhooks.ts'
import { type AnswerScene, answerScene } from '../../../testing/channels/answers.testing.ts'
import { rowsOf } from '../../../testing/customers/profiles.testing.ts'
import { until } from '../../../testing/until.testing.ts'

let made: AnswerScene
beforeEach(async () => {
  made = await answerScene()
})

/** Data of the postback of an area. */
const tapData = ({ menuId, letter }: { menuId: number; letter: string }) => `ruam=menu&m=${menuId}&a=${letter}`

/** A menu in use whose areas A, B and so on do these acts. */
async function menuWith(...actions: object[]): Promise<number> {
  const areas = actions.map((action, index) => ({
    ...{ letter: 'ABC'[index], x: 0, y: 0, width: 100, height: 100, label: 'ก', action },
  }))
  const [menu] = await rowsOf<{ id: number }>(
    made.store,
    `insert into rich_menu (store_id, channel_id, name, place, areas, status) values ($1, $2, 'เมนู', 1, $3, 'in_use') returning id`,
    Number(made.id),
    JSON.stringify(areas),
  )
  return menu!.id
}

test('a tap on a menu is answered with its answer, also while staff talk with the person and after a stop', async () => {
  const branch = await made.keyword('สาขา', ['สาขา'])
  await made.keyword('คุยกับร้าน', ['คุยกับร้าน'], { hands_over: true })
  const menuId = await menuWith(
    { type: 'answer', answer_id: branch.id },
    { type: 'answer', answer_id: branch.id + 1000 },
  )
  const userId = made.friend()
  const tap = (letter: string) => postback(made.state, userId, tapData({ menuId, letter }))
  const say = (words: string) => textMessage(made.state, userId, words)
  await made.post(say('คุยกับร้าน'))
  // Answers to two events may be sent at once.
  await until(async () => made.replies().length === 1)
  await made.post(tap('A'))
  await made.outcomes()
  expect(made.texts()).toEqual(['ตอบ คุยกับร้าน', 'ตอบ สาขา'])
  await made.post(say('ยกเลิกรับข่าวสาร'))
  await until(async () => made.replies().length === 3)
  await made.post(tap('A'), tap('B'), postback(made.state, userId, 'size=M'))
  expect((await made.outcomes()).map(({ outcome }) => outcome)).toEqual(['given', 'given', 'given', 'none'])
  expect(made.texts().at(-1)).toBe('ตอบ สาขา')
})

test('a tap on a coupon of a menu is answered with the coupon, without any answer of the account', async () => {
  const { couponId } = addCoupon(made.state, made.line.id, { title: 'ลด 30 บาท' })
  const menuId = await menuWith({ type: 'coupon', code: couponId, title: 'ลด 30 บาท' })
  await made.post(postback(made.state, made.friend(), tapData({ menuId, letter: 'A' })))
  await until(async () => made.replies().length > 0)
  expect(made.replies()).toEqual([[{ type: 'coupon', couponId }]])
})
