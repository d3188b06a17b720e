import type { AnswerKind, AnswerOutcome } from '@ruam/contract/channels/answers.ts'
import { answerLimits } from '@ruam/contract/channels/answers.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { type ChatState, chatKey, chatStates, saveChats, stoppedUsers } from '../answers/chats.ts'
import { choosable } from '../answers/choosable.ts'
import { type Choice, chooseAnswer, type Heard } from '../answers/choose.ts'
import { keywordText } from '../answers/match.ts'
import { isOpen, localTime } from '../answers/opening-hours.ts'
import { notedEvents, noteOutcomes } from '../answers/outcomes.ts'
import { type AnswerRow, enabledAnswers, hoursOf } from '../answers/queries.ts'
import { areaOf, type TappedArea } from '../rich-menus/tapped.ts'
import { isStop } from './apply.ts'
import { linkWordOf } from './chats.ts'
import { messageText, postbackOf } from './events.ts'
import type { InboxEvent } from './read-inbox.ts'
import { TOKEN_MS } from './reply-to-chats.ts'
import { stopOf } from './stop-of.ts'

const MINUTE_MS = 60_000

interface AnsweredEvents {
  events: readonly InboxEvent[]
  /** Ends of words that link a customer, by log entry. */
  linked: ReadonlyMap<number, 'done' | 'failed' | 'ignored'>
  /** Coupons that messages request, by log entry. */
  coupons: ReadonlyMap<number, string>
}

interface Chosen {
  /** Log entries of events that are to be answered. */
  answers: number[]
  /** Codes of coupons of menus, by log entry. */
  coupons: ReadonlyMap<number, string>
}

/** True for events that may be answered: of one person alone, in the mode in which the account answers. */
const isAnswerable = ({ channel, event }: InboxEvent) =>
  channel.kind === 'line' &&
  ['follow', 'message', 'postback'].includes(event.type) &&
  event.mode !== 'standby' &&
  typeof event.replyToken === 'string'

/** Chooses the answers to events and notes them: their words are known here alone, for the log may keep none. */
export async function chooseAnswers(
  db: Db,
  storeId: number,
  { events, linked, coupons }: AnsweredEvents,
): Promise<Chosen> {
  const heard = events.filter(isAnswerable)
  const channelIds = [...new Set(heard.map(({ channel }) => channel.id))]
  const areas = await tappedAreas(db, storeId, heard)
  const menuCoupons = new Map(
    [...areas].flatMap(([logId, area]) => (area.type === 'coupon' ? [[logId, area.code] as const] : [])),
  )
  const rows = channelIds.length === 0 ? [] : await enabledAnswers(db, storeId, channelIds)
  if (rows.length === 0) return { answers: [], coupons: menuCoupons }
  const asked = heard.filter(
    ({ logId, channel }) =>
      !coupons.has(logId) && !menuCoupons.has(logId) && rows.some(({ channel_id }) => channel_id === channel.id),
  )
  const noted = await notedEvents(
    db,
    storeId,
    asked.map(({ logId }) => logId),
  )
  const fresh = asked.filter(({ logId }) => !noted.has(logId))
  if (fresh.length === 0) return { answers: [], coupons: menuCoupons }
  const scene = await sceneOf(db, storeId, rows, fresh)
  const outcomes = fresh.flatMap((event) => {
    const result = outcomeOf(scene, event, { linked: linked.get(event.logId), area: areas.get(event.logId) })
    return result ? [{ logId: event.logId, channelId: event.channel.id, ...result }] : []
  })
  await noteOutcomes(db, storeId, outcomes)
  const chats = new Map(
    fresh.map(({ channel, userId }) => [`${channel.id} ${userId}`, { channelId: channel.id, userId }]),
  )
  await saveChats(
    db,
    storeId,
    [...chats.values()]
      .map((chat) => ({ ...chat, state: scene.chats.get(chatKey(chat))! }))
      .filter(({ state }) => scene.changed.has(state)),
  )
  return {
    answers: outcomes.flatMap(({ logId, outcome }) => (outcome === 'waiting' ? [logId] : [])),
    coupons: menuCoupons,
  }
}

async function tappedAreas(db: Db, storeId: number, events: readonly InboxEvent[]) {
  const areas = new Map<number, TappedArea>()
  for (const { logId, channel, event } of events) {
    const data = event.type === 'postback' ? postbackOf(event) : null
    const area = data === null ? undefined : await areaOf(db, storeId, channel.id, data)
    if (area) areas.set(logId, area)
  }
  return areas
}

interface Scene {
  answers: ReadonlyMap<number, ReturnType<typeof choosable>>
  rows: readonly AnswerRow[]
  hours: ReadonlyMap<number, Awaited<ReturnType<typeof hoursOf>>['hours']>
  timeZone: string
  stopped: ReadonlySet<string>
  chats: ReadonlyMap<string, ChatState>
  /** States of chats that are to be saved. */
  changed: Set<ChatState>
}

async function sceneOf(
  db: Db,
  storeId: number,
  rows: readonly AnswerRow[],
  events: readonly InboxEvent[],
): Promise<Scene> {
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  const hours = new Map<number, Awaited<ReturnType<typeof hoursOf>>['hours']>()
  for (const id of byChannel.keys()) hours.set(id, (await hoursOf(db, storeId, id)).hours)
  return {
    rows,
    hours,
    answers: new Map([...byChannel].map(([id, some]) => [id, choosable(some)])),
    timeZone: await timeZoneOf(db, storeId),
    stopped: await stoppedUsers(db, storeId, [...new Set(events.map(({ userId }) => userId))]),
    chats: await chatStates(
      db,
      storeId,
      events.map(({ channel, userId }) => ({ channelId: channel.id, userId })),
    ),
    changed: new Set(),
  }
}

interface Context {
  linked: 'done' | 'failed' | 'ignored' | undefined
  area: TappedArea | undefined
}

/** Returns the answer of an event and its outcome so far; undefined for events that ask for none. */
function outcomeOf(
  scene: Scene,
  event: InboxEvent,
  { linked, area }: Context,
): { answerId: number | null; outcome: AnswerOutcome } | undefined {
  const { channel, userId } = event
  const { timestamp, type } = event.event
  const state = scene.chats.get(chatKey({ channelId: channel.id, userId }))!
  const time = localTime(timestamp, scene.timeZone)
  const hours = scene.hours.get(channel.id) ?? null
  const open = hours && isOpen(hours, time)
  const act = actOf(event, linked)
  const text = messageText(event.event)
  const tapped = area?.type === 'answer' ? area.answer_id : undefined
  // Buttons of broadcasts and designed cards ask for no answer.
  if (type === 'postback' && tapped === undefined) return undefined
  const stopped = scene.stopped.has(userId)
  const answers = scene.answers.get(channel.id)!
  const choice: Choice =
    tapped === undefined
      ? chooseAnswer(answers, {
          act,
          text: act === 'text' && text !== null ? keywordText(text) : '',
          stop: isStop(event) ? 'stop' : stopOf(event.event),
          stopped,
          paused: state.pausedUntil > timestamp,
          open,
          givenToday: givenOn(state, time.day),
        })
      : tapOf(answers, tapped)
  if (!choice.answer) {
    const silent = ['stop_word', 'maybe_stop_word'].includes(choice.reason) || type === 'follow'
    return silent ? undefined : { answerId: null, outcome: choice.reason === 'paused' ? 'paused' : 'none' }
  }
  const answerId = choice.answer.id
  if (databaseNow() - timestamp > TOKEN_MS) return { answerId, outcome: 'late' }
  if (!counts(state, timestamp)) return { answerId, outcome: 'many' }
  scene.changed.add(state)
  if (choice.answer.kind === 'fallback') state.fallbackOn = time.day
  if (choice.answer.kind === 'outside_hours') state.outsideOn = time.day
  if (scene.rows.find(({ id }) => id === answerId)?.hands_over)
    state.pausedUntil = Math.max(state.pausedUntil, timestamp + answerLimits.pauseMinutes * MINUTE_MS)
  return { answerId, outcome: 'waiting' }
}

function actOf(event: InboxEvent, linked: Context['linked']): Heard['act'] {
  const { type, follow } = event.event
  if (type === 'follow')
    return (follow as { isUnblocked?: unknown } | undefined)?.isUnblocked === true ? 'unblocked' : 'follow'
  if (linkWordOf(event) !== null) return linked === 'done' ? 'linked' : 'wrong_word'
  return messageText(event.event) === null ? 'other' : 'text'
}

/** A tap asks for this answer, whatever else is the case. */
function tapOf(answers: Scene['answers'] extends ReadonlyMap<number, infer A> ? A : never, id: number): Choice {
  const answer = answers.find((one) => one.id === id) ?? null
  return { reason: answer ? 'keyword' : 'nothing', answer, variant: null, others: [] }
}

const givenOn = ({ fallbackOn, outsideOn }: ChatState, day: string): AnswerKind[] => [
  ...(fallbackOn === day ? (['fallback'] as const) : []),
  ...(outsideOn === day ? (['outside_hours'] as const) : []),
]

/** Counts an answer in the minute of an event. Returns false if the minute has as many as it may. */
function counts(state: ChatState, timestamp: number): boolean {
  const minute = Math.floor(timestamp / MINUTE_MS) * MINUTE_MS
  if (state.minute !== minute) Object.assign(state, { minute, given: 0 })
  if (state.given >= answerLimits.perMinute) return false
  state.given++
  return true
}
