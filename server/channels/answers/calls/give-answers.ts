import { setTimeout as pause } from 'node:timers/promises'
import { answerWordsNotice } from '@ruam/contract/channels/answer-notices.ts'
import { type AnswerOutcome, MY_DATA_LABEL } from '@ruam/contract/channels/answers.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../../access/stores/queries.ts'
import { lineMessages } from '../../../broadcasts/messages/line-objects.ts'
import { filled } from '../../../broadcasts/messages/words.ts'
import { ApiError } from '../../../core/api-error.ts'
import { type Db, inStore } from '../../../database/db.ts'
import { notify } from '../../../notifications/notify.ts'
import type { Core } from '../../../servers/core.ts'
import { myDataAddress } from '../../accounts/my-data-address.ts'
import { userOf } from '../../inbox/events.ts'
import { type Chat, chatsOf, reply, replyEach } from '../../inbox/reply-to-chats.ts'
import { stoppedUsers } from '../chats.ts'
import { claimAnswer, endAnswer, unclaimAnswer } from '../outcomes.ts'
import { type AnswerRow, findAnswer, hoursOf, noteFault } from '../queries.ts'
import { valuesFor, wordFieldsOf } from './answer-words.ts'
import { makeFollowUp } from './make-follow-up.ts'

/** Calls with one token. The second one finds out if the first was accepted. */
const MAX_TRIES = 2
/** Milliseconds before a call that LINE was too busy for is repeated. */
const BUSY_MS = 1000

/** Gives the answers that were chosen for events of the log, each by its reply token. */
export async function giveAnswers(
  core: Core,
  storeId: number,
  logIds: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  if (logIds.length === 0) return
  const chats = await chatsOf(core, storeId, logIds)
  await replyEach(logIds, signal, (logId) => giveAnswer(core, storeId, { logId, chat: chats.get(logId), signal }))
}

interface Giving {
  logId: number
  /** Undefined if the account was disconnected or turned off, or the person was erased. */
  chat: Chat | undefined
  signal: AbortSignal
}

async function giveAnswer(core: Core, storeId: number, { logId, chat, signal }: Giving): Promise<void> {
  while (!signal.aborted) {
    const claimed = await inStore(core.pool, storeId, async (db) => {
      const claim = await claimAnswer(db, storeId, logId)
      return claim && { ...claim, written: chat && (await writtenFor(core, db, storeId, { ...claim, chat })) }
    })
    if (!claimed) return
    const { written, tries } = claimed
    const end = (outcome: AnswerOutcome) => endOf(core, storeId, { logId, chat, answer: written?.answer, outcome })
    if (!chat || !written) return end('none')
    if (tries > MAX_TRIES) return end('unknown')
    if (!written.messages) return end('refused')
    const outcome = await reply(core, storeId, chat, written.messages)
    if (outcome === 'given' || outcome === 'refused') return end(outcome)
    // LINE may have taken the first call, before the process was killed.
    if (outcome === 'late') return end(tries > 1 ? 'unknown' : 'late')
    // Another call took the token: the first of ours, or one by another system.
    if (outcome === 'spent') return end(tries > 1 ? 'given' : 'refused')
    if (outcome === 'busy') await inStore(core.pool, storeId, (db) => unclaimAnswer(db, storeId, logId))
    await pause(BUSY_MS)
  }
}

interface Written {
  answer: AnswerRow
  /** Objects of LINE; null if LINE could not fetch their files. */
  messages: object[] | null
}

/** Returns an answer in the words of the person who gets it. Undefined if it was deleted, or they have stopped since. */
async function writtenFor(
  core: Core,
  db: Db,
  storeId: number,
  { answerId, chat }: { answerId: number | null; chat: Chat },
): Promise<Written | undefined> {
  const answer = answerId === null ? undefined : await findAnswer(db, storeId, answerId)
  const userId = userOf(chat.event)
  if (!answer || userId === null) return undefined
  if (chat.event.type !== 'postback' && (await hasStopped(db, storeId, userId))) return undefined
  const profileId = await ownProfile(db, storeId, userId)
  const { lost } = await wordFieldsOf(db, storeId, answer.messages)
  if (lost) await noteLostWords(db, storeId, answer)
  const values = await valuesFor(db, storeId, answer.messages, {
    profileId,
    hours: (await hoursOf(db, storeId, answer.channel_id)).hours,
    timeZone: await timeZoneOf(db, storeId),
    at: chat.event.timestamp,
  })
  const address = answer.opens_my_data ? await myDataAddress(core, db, storeId) : null
  return { answer, messages: objectsOf(core, answer, values, address) }
}

function objectsOf(
  core: Core,
  answer: AnswerRow,
  values: ReadonlyMap<number, string | null>,
  myData: string | null,
): object[] | null {
  const quick_replies = [
    ...(myData === null ? [] : [{ label: MY_DATA_LABEL, type: 'uri' as const, value: myData }]),
    ...answer.quick_replies.map((text) => ({ label: text, type: 'message' as const, value: text })),
  ]
  try {
    return lineMessages({ messages: filled(answer.messages, values), quick_replies, stop_reply: false }, core.config)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** True for a user who stopped, also by an event that waits in the inbox. */
async function hasStopped(db: Db, storeId: number, userId: string): Promise<boolean> {
  if ((await stoppedUsers(db, storeId, [userId])).size > 0) return true
  const { rows } = await sql`
    select from inbox i join online_log l on l.store_id = i.store_id and l.id = i.log_id
    where i.store_id = ${storeId} and i.stops and l.user_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

/** Notifies staff once of an answer that shows fallbacks in place of a field. */
async function noteLostWords(db: Db, storeId: number, { id, channel_id }: AnswerRow): Promise<void> {
  if (await noteFault(db, storeId, id))
    await notify(db, storeId, answerWordsNotice, { ending: 'failed', data: { channel_id, answer_id: id } })
}

interface Ending {
  logId: number
  chat: Chat | undefined
  answer: AnswerRow | undefined
  outcome: AnswerOutcome
}

/** Ends an answer. Staff get a follow-up if it hands the chat over, also if the customer never read it. */
async function endOf(core: Core, storeId: number, { logId, chat, answer, outcome }: Ending): Promise<void> {
  await inStore(core.pool, storeId, async (db) => {
    if (!(await endAnswer(db, storeId, logId, outcome)) || !answer?.hands_over || !chat) return
    const userId = userOf(chat.event)
    if (userId === null) return
    const profileId = await ownProfile(db, storeId, userId)
    if (profileId !== null) await makeFollowUp(db, storeId, profileId)
  })
}

/** Returns the one customer that a LINE user is. Null without any, and if there are several: values of another person are never shown. */
async function ownProfile(db: Db, storeId: number, userId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from identity i
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and id = i.profile_id offset 0) p
    where i.store_id = ${storeId} and i.kind = 'line' and i.value = ${userId}
      and p.deleted_at is null and p.merged_into is null
    limit 2`.execute(db)
  return rows.length === 1 ? rows[0]!.id : null
}
