import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers } from '@ruam/contract/channels/answers.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addFriend, type Channel, type State } from '../../../../tools/line/state.ts'
import { follow, type LineEvent, textMessage } from '../../../../tools/line/webhooks.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from '../../../testing/channels/line.testing.ts'
import { field, madeProfile } from '../../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'
import { until } from '../../../testing/until.testing.ts'

let store: TestStore
let line: Channel
let url: string
let id: string
let state: State
beforeEach(async () => {
  state = (await testLine()).state
  store = await newStore()
  const connected = await connectLine(store)
  line = connected.line
  url = connected.account.webhook.url
  id = String(connected.account.id)
})

const text = (words: string) => ({ type: 'text' as const, text: words })
const create = (body: Record<string, unknown>) =>
  store.call(answers.create, { params: { id }, body: { messages: [text('สวัสดี')], ...body } as never })
const keyword = (name: string, variants: string[], more: object = {}) =>
  create({ kind: 'keyword', name, variants, messages: [text(`ตอบ ${name}`)], ...more })
const post = async (...events: LineEvent[]) => {
  expect(await postEvents(line, url, events)).toBe(200)
  await inboxEmpty(store.storeId)
}
const repliesOf = () => state.replies.filter(({ channelId }) => channelId === line.id).map(({ messages }) => messages)

const textsOf = () =>
  repliesOf()
    .flat()
    .map((message) => (message as { text: string }).text)

interface Outcome {
  outcome: string
  answer_id: number | null
}

/** Waits until no answer is under way, and returns all in the order of their events. */
async function outcomes(): Promise<Outcome[]> {
  const { admin } = await testServer()
  return until(async () => {
    const { rows } = await admin.query<Outcome>(
      'select outcome, answer_id from answer_given where store_id = $1 order by log_id',
      [store.storeId],
    )
    return rows.some(({ outcome }) => outcome === 'waiting') ? undefined : rows
  })
}

const friend = () => addFriend(line, { displayName: 'เพื่อน' }).userId

describe('answers', () => {
  test('come by reply for a keyword, and cost no message of the quota', async () => {
    const price = await keyword('ราคา', ['ราคา', 'เท่าไหร่'], { quick_replies: ['สาขา'] })
    await post(textMessage(state, friend(), 'ราคา เท่าไหร่คะ'))
    expect(await outcomes()).toEqual([{ outcome: 'given', answer_id: price.id }])
    expect(repliesOf()).toMatchObject([
      [{ type: 'text', text: 'ตอบ ราคา', quickReply: { items: [{ action: { type: 'message', text: 'สาขา' } }] } }],
    ])
    expect(line.usage).toBe(0)
    const { results, asked, answered } = await store.call(answers.list, { params: { id } })
    expect(results).toMatchObject([{ name: 'ราคา', place: 1, given: 1 }])
    expect({ asked, answered }).toEqual({ asked: 1, answered: 1 })
  })

  test('greet a new friend, and welcome a friend back only by choice', async () => {
    await create({ kind: 'greeting', name: 'เพื่อนใหม่', messages: [text('ยินดีต้อนรับ')] })
    const unblocked = (user: string) => ({ ...follow(state, user), follow: { isUnblocked: true } })
    await post(follow(state, friend()), unblocked(friend()))
    await outcomes()
    expect(repliesOf()).toMatchObject([[{ text: 'ยินดีต้อนรับ' }]])
    await create({ kind: 'welcome_back', name: 'กลับมา', messages: [text('ดีใจที่กลับมา')] })
    await post(unblocked(friend()))
    await outcomes()
    expect(repliesOf().at(-1)).toMatchObject([{ text: 'ดีใจที่กลับมา' }])
  })

  test('never come in a group, in a room, in standby, without a token or a minute late', async () => {
    await keyword('ราคา', ['ราคา'])
    await create({ kind: 'fallback', name: 'อื่น ๆ' })
    const userId = friend()
    const said = () => textMessage(state, userId, 'ราคา')
    const { replyToken: _, ...silent } = said() as LineEvent & { replyToken?: string }
    await post(
      { ...said(), source: { type: 'group', groupId: `C${'0'.repeat(32)}`, userId } } as object as LineEvent,
      { ...said(), source: { type: 'room', roomId: `R${'0'.repeat(32)}`, userId } } as object as LineEvent,
      { ...said(), mode: 'standby' } as LineEvent,
      silent as LineEvent,
      { ...said(), timestamp: Date.now() - 61_000 },
    )
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(['late'])
    expect(repliesOf()).toEqual([])
  })

  test('lose against stop words, and stay silent after a stop until the customer agrees again', async () => {
    await keyword('ยกเลิก', ['ยกเลิกรับข่าวสาร', 'ราคา'])
    const userId = friend()
    await post(textMessage(state, userId, 'ยกเลิกรับข่าวสาร'))
    await until(async () => (repliesOf().length > 0 ? true : undefined))
    await post(textMessage(state, userId, 'ราคา'))
    expect((await outcomes()).map(({ outcome }) => outcome)).toEqual(['none'])
    expect(repliesOf()).toMatchObject([[{ text: expect.stringContaining('ยกเลิกรับข่าวสารแล้ว') }]])
  })

  test('show values of the customer alone, and fallbacks to everybody else', async () => {
    const words = [{ field_id: field.firstName, fallback: 'ลูกค้า' }]
    await keyword('แต้ม', ['แต้ม'], { messages: [{ ...text(`คุณ${WORD_MARK} มาแล้ว`), words }] })
    await create({ kind: 'linked', name: 'เชื่อมแล้ว', messages: [{ ...text(`ยินดีต้อนรับคุณ${WORD_MARK}`), words }] })
    const [own, other] = [friend(), friend()]
    const profile = await madeProfile(store, { [field.firstName]: 'ญาดา' })
    const { word } = await store.call(lineLink.create, { params: { id: String(profile.id) }, body: {} })
    await post(textMessage(state, own, word))
    await outcomes()
    await post(textMessage(state, own, 'แต้ม'), textMessage(state, other, 'แต้ม'))
    await outcomes()
    expect(textsOf().sort()).toEqual(['คุณญาดา มาแล้ว', 'คุณลูกค้า มาแล้ว', 'ยินดีต้อนรับคุณญาดา'])
  })
})
