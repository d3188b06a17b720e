import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers } from '@ruam/contract/channels/answers.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { follow, type LineEvent, textMessage } from '../../../../tools/line/webhooks.ts'
import { type AnswerScene, answerScene, text } from '../../../testing/channels/answers.testing.ts'
import { field, madeProfile } from '../../../testing/customers/profiles.testing.ts'
import { testServer } from '../../../testing/store.testing.ts'
import { until } from '../../../testing/until.testing.ts'

let made: AnswerScene
beforeEach(async () => {
  made = await answerScene()
})
const say = (userId: string, words: string) => textMessage(made.state, userId, words)

describe('answers', () => {
  test('come by reply for a keyword, and cost no message of the quota', async () => {
    const { store, id } = made
    const price = await made.keyword('ราคา', ['ราคา', 'เท่าไหร่'], { quick_replies: ['สาขา'] })
    await made.post(say(made.friend(), 'ราคา เท่าไหร่คะ'))
    expect(await made.outcomes()).toEqual([{ outcome: 'given', answer_id: price.id }])
    expect(made.replies()).toMatchObject([
      [{ type: 'text', text: 'ตอบ ราคา', quickReply: { items: [{ action: { type: 'message', text: 'สาขา' } }] } }],
    ])
    expect(made.line.usage).toBe(0)
    const { results, asked, answered } = await store.call(answers.list, { params: { id } })
    expect(results).toMatchObject([{ name: 'ราคา', place: 1, given: 1 }])
    expect({ asked, answered }).toEqual({ asked: 1, answered: 1 })
  })

  test('greet a new friend, and welcome a friend back only by choice', async () => {
    await made.create({ kind: 'greeting', name: 'เพื่อนใหม่', messages: [text('ยินดีต้อนรับ')] })
    await made.post(follow(made.state, made.friend()), follow(made.state, made.friend(), true))
    await made.outcomes()
    expect(made.texts()).toEqual(['ยินดีต้อนรับ'])
    await made.create({ kind: 'welcome_back', name: 'กลับมา', messages: [text('ดีใจที่กลับมา')] })
    await made.post(follow(made.state, made.friend(), true))
    await made.outcomes()
    expect(made.texts()).toEqual(['ยินดีต้อนรับ', 'ดีใจที่กลับมา'])
  })

  test('never come in a group, in a room, in standby, without a token or a minute late', async () => {
    await made.keyword('ราคา', ['ราคา'])
    await made.create({ kind: 'fallback', name: 'อื่น ๆ' })
    const userId = made.friend()
    const { replyToken: _, ...silent } = say(userId, 'ราคา') as LineEvent & { replyToken?: string }
    const inside = (source: object) =>
      ({ ...say(userId, 'ราคา'), source: { ...source, userId } }) as object as LineEvent
    await made.post(
      inside({ type: 'group', groupId: `C${'0'.repeat(32)}` }),
      inside({ type: 'room', roomId: `R${'0'.repeat(32)}` }),
      { ...say(userId, 'ราคา'), mode: 'standby' },
      silent as LineEvent,
      { ...say(userId, 'ราคา'), timestamp: Date.now() - 61_000 },
    )
    expect((await made.outcomes()).map(({ outcome }) => outcome)).toEqual(['late'])
    expect(made.replies()).toEqual([])
  })

  test('lose against stop words, and stay silent after a stop', async () => {
    await made.keyword('ยกเลิก', ['ยกเลิกรับข่าวสาร', 'ราคา'])
    const userId = made.friend()
    await made.post(say(userId, 'ยกเลิกรับข่าวสาร'))
    await until(async () => made.replies().length > 0)
    await made.post(say(userId, 'ราคา'))
    expect((await made.outcomes()).map(({ outcome }) => outcome)).toEqual(['none'])
    expect(made.texts()).toEqual([expect.stringContaining('ยกเลิกรับข่าวสารแล้ว')])
  })

  test('show values of the linked customer, and fallbacks to strangers and to a customer whose data is restricted', async () => {
    const { store } = made
    const words = [{ field_id: field.firstName, fallback: 'ลูกค้า' }]
    await made.keyword('แต้ม', ['แต้ม'], { messages: [{ ...text(`คุณ${WORD_MARK} มาแล้ว`), words }] })
    await made.create({ kind: 'linked', name: 'เชื่อมแล้ว', messages: [{ ...text(`ยินดีต้อนรับคุณ${WORD_MARK}`), words }] })
    const [own, other] = [made.friend(), made.friend()]
    const profile = await madeProfile(store, { [field.firstName]: 'ญาดา' })
    const { word } = await store.call(lineLink.create, { params: { id: String(profile.id) }, body: {} })
    await made.post(say(own, word))
    await made.outcomes()
    await made.post(say(own, 'แต้ม'), say(other, 'แต้ม'))
    await made.outcomes()
    expect(made.texts().sort()).toEqual(['คุณญาดา มาแล้ว', 'คุณลูกค้า มาแล้ว', 'ยินดีต้อนรับคุณญาดา'])
    const { admin } = await testServer()
    await admin.query('update profile set restricted_at = now() where store_id = $1 and id = $2', [
      store.storeId,
      profile.id,
    ])
    await made.post(say(own, 'แต้ม'))
    await made.outcomes()
    expect(made.texts().at(-1)).toBe('คุณลูกค้า มาแล้ว')
  })
})
