// Conversations with a LINE account that answers. Each is checked event by event against what the simulator was asked to send.

import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { answers } from '@ruam/contract/channels/answers.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { addFriend, type Channel, type State } from '../../tools/line/state.ts'
import { follow, type LineEvent, textMessage } from '../../tools/line/webhooks.ts'
import type { Random } from '../../tools/random.ts'
import { readStop } from '../channels/inbox/stop-words.ts'
import type { ReadRows } from './crash-count.ts'
import type { RuamClient } from './ruam-client.ts'

export interface AnswerStage {
  client: Pick<RuamClient, 'call'>
  state: State
  channel: Channel
  account: number
  /** Delivers until it is accepted, as LINE does. */
  deliver(events: readonly LineEvent[]): Promise<void>
  /** Waits until no event and no answer is under way. */
  settled(): Promise<void>
  ask: ReadRows
}

const fieldId = (name: string) => systemFields.find((field) => field.name === name)!.id
const FIRST_NAME = fieldId('firstName')
const LINE_USER_ID = fieldId('lineUserId')
const word = { field_id: FIRST_NAME, fallback: 'ลูกค้า' }
const named = (before: string) => [{ type: 'text' as const, text: `${before} คุณ${WORD_MARK}`, words: [word] }]

/** Sets up an answer of each kind, all with a value of the customer. */
export async function setUpAnswers({ client, account }: Pick<AnswerStage, 'client' | 'account'>): Promise<void> {
  const params = { id: String(account) }
  const create = (body: object) => client.call(answers.create, { params, body: body as never })
  await create({ kind: 'greeting', name: 'เพื่อนใหม่', messages: named('สวัสดี') })
  await create({ kind: 'welcome_back', name: 'กลับมา', messages: named('ดีใจที่กลับมา') })
  await create({ kind: 'linked', name: 'เชื่อมแล้ว', messages: named('เชื่อมแล้ว') })
  await create({ kind: 'keyword', name: 'แต้ม', variants: ['แต้ม', 'points'], messages: named('แต้มของ') })
  await create({ kind: 'keyword', name: 'ราคา', variants: ['ราคา', 'เท่าไหร่'], messages: named('ราคาสำหรับ') })
  await create({ kind: 'keyword', name: 'คุย', variants: ['คุยกับร้าน'], messages: named('รอสักครู่'), hands_over: true })
  await create({ kind: 'fallback', name: 'อื่น ๆ', messages: named('ขอตรวจสอบให้') })
}

interface Conversation {
  userId: string
  /** Only its own replies may hold it; null for strangers. */
  name: string | null
  place: 'person' | 'group' | 'room' | 'standby'
  events: LineEvent[]
}

const texts = [
  ...['แต้มเหลือเท่าไหร่คะ', 'ขอดูแต้มหน่อย', 'my points', 'ราคาเท่าไหร่', 'คุยกับร้าน', 'มีใครอยู่ไหม', 'ขอบคุณค่ะ', 'สวัสดี'],
  ...['ยกเลิก', 'เเต้ม'],
]
const stops = ['ยกเลิกรับข่าวสาร', 'หยุดส่งข้อความ', 'stop']

/**
 * Makes conversations. One in three is of a customer with a name of their own, one in thirty links them by a word, which merges two
 * customers; one in five is in a group, a room or standby.
 */
export async function conversations(stage: AnswerStage, random: Random, count: number): Promise<Conversation[]> {
  const made: Conversation[] = []
  for (let n = 0; n < count; n++) {
    const { userId } = addFriend(stage.channel)
    const place = random.chance(0.2) ? random.pick(['group', 'room', 'standby'] as const) : 'person'
    const name = place === 'person' && n % 3 === 0 ? `ลูกค้าหมายเลข${n}จบ` : null
    const said = [follow(stage.state, userId, random.chance(0.3))]
    if (name !== null && n % 30 === 0) said.push(textMessage(stage.state, userId, await linkWord(stage, name)))
    else if (name !== null) await customer(stage, name, userId)
    for (let more = 2 + random.below(5); more > 0; more--)
      said.push(textMessage(stage.state, userId, random.chance(0.1) ? random.pick(stops) : random.pick(texts)))
    made.push({ userId, name, place, events: said.map((event) => placed(event, place)) })
  }
  return made
}

/** Makes a customer, with their LINE id if it is known from a file. */
async function customer({ client }: AnswerStage, name: string, userId?: string): Promise<number> {
  const fields = [
    { id: FIRST_NAME, value: name },
    ...(userId === undefined ? [] : [{ id: LINE_USER_ID, value: userId }]),
  ]
  return (await client.call(profiles.create, { body: { fields, label_ids: [] } })).id
}

async function linkWord(stage: AnswerStage, name: string): Promise<string> {
  const { client, account } = stage
  const id = await customer(stage, name)
  const { word: sent } = await client.call(lineLink.create, {
    params: { id: String(id) },
    body: { channel_id: account },
  })
  return sent
}

const HEX = '0'.repeat(32)

function placed(event: LineEvent, place: Conversation['place']): LineEvent {
  if (place === 'standby') return { ...event, mode: 'standby' }
  if (place === 'person' || event.type !== 'message') return event
  const inside = place === 'group' ? { type: 'group', groupId: `C${HEX}` } : { type: 'room', roomId: `R${HEX}` }
  return { ...event, source: { ...inside, userId: event.source!.userId } } as object as LineEvent
}

/** Plays conversations, some at a time and each in its order. LINE delivers some events twice. */
export async function playConversations(
  stage: AnswerStage,
  random: Random,
  all: readonly Conversation[],
  atOnce: number,
): Promise<void> {
  const waiting = [...all]
  const playing = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift())
      for (const event of one.events) {
        // LINE stamps an event when it happens.
        event.timestamp = stage.state.now()
        await stage.deliver([event])
        if (random.chance(0.05)) await stage.deliver([{ ...event, deliveryContext: { isRedelivery: true } }])
      }
  }
  await Promise.all(Array.from({ length: atOnce }, playing))
  await stage.settled()
}

interface Counts {
  replies: number
  /** Replies with a value of the person who got them. */
  valued: number
  outcomes: readonly { outcome: string; n: number }[]
  faults: string[]
}

/** Returns what was sent and must not have been, a sentence each. */
export async function faultsOf(
  { state, channel, account, ask }: AnswerStage,
  all: readonly Conversation[],
): Promise<Counts> {
  const faults: string[] = []
  let valued = 0
  const byToken = new Map(
    all.flatMap((one) => one.events.map((event, index) => [String(event.replyToken), { one, index }] as const)),
  )
  const names = all.flatMap(({ name }) => name ?? [])
  for (const { call } of state.accepted.filter(({ channelId }) => channelId === channel.id))
    if (call !== 'reply') faults.push(`a ${call} was sent`)
  const replies = state.replies.filter(({ channelId }) => channelId === channel.id)
  const replied = new Map<Conversation, number[]>()
  for (const { replyToken, messages } of replies) {
    const found = byToken.get(replyToken)
    if (!found) {
      faults.push('a reply has a token that no event had')
      continue
    }
    const { one, index } = found
    replied.set(one, [...(replied.get(one) ?? []), index])
    const sent = JSON.stringify(messages)
    const at = `event ${index} of a conversation (${one.place})`
    if (one.place === 'standby' || (one.place !== 'person' && one.events[index]!.type === 'message'))
      faults.push(`${at} was answered`)
    if (one.name !== null && sent.includes(one.name)) valued++
    const stranger = names.find((name) => name !== one.name && sent.includes(name))
    if (stranger) faults.push(`${at} was answered with a value of another person`)
    const stop = one.events.findIndex((event) => readStop(textOf(event)) === 'stop')
    if (one.place === 'person' && stop >= 0 && index > stop) {
      // The button of an unclear message is no answer: it is how a person stops.
      if (readStop(textOf(one.events[index]!)) === null) faults.push(`${at} was answered after a stop`)
    }
  }
  const { outcomes, given, unknown } = await noted(ask, account)
  if (outcomes.some(({ outcome }) => outcome === 'waiting')) faults.push('an answer is still under way')
  const answered = [...replied].flatMap(([one, indexes]) =>
    indexes.map((index) => readStop(textOf(one.events[index]!))),
  )
  const plain = answered.filter((stop) => stop === null).length
  // The outcome of a call before a kill is unknown once its token has ended.
  if (plain < given || plain > given + unknown)
    faults.push(`${given} answers are noted as given and ${unknown} as unknown, and ${plain} were sent`)
  faults.push(...state.violations.map((violation) => `LINE's description: ${violation}`))
  return { replies: replies.length, valued, outcomes, faults }
}

const textOf = ({ message }: LineEvent) => (message as { text?: string } | undefined)?.text ?? ''

async function noted(ask: ReadRows, account: number) {
  const rows = await ask<{ outcome: string; n: number }>(
    'select outcome, count(*)::int as n from answer_given where channel_id = $1 group by outcome order by outcome',
    [account],
  )
  const countOf = (name: string) => rows.find(({ outcome }) => outcome === name)?.n ?? 0
  return { outcomes: rows, given: countOf('given'), unknown: countOf('unknown') }
}
