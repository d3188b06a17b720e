import type { answerWays } from '@ruam/contract/privacy/requests.ts'
import { type SqlBool, sql } from 'kysely'
import { refusal } from '../../broadcasts/calls/ask-line.ts'
import { callLine, LineError } from '../../channels/accounts/line-client.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { type Db, inStore, risenUpdatedAt } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { findCopy } from '../copy/start-copy.ts'
import { profilesOfRequest, type RequestRow } from './queries.ts'

interface Answer {
  way: (typeof answerWays)[number]
  text: string
}

interface Friend {
  channel_id: number
  external_id: string
}

/**
 * Prepares the answer of a decided request: for LINE, the friend and the key of the only message, which is stored before LINE is called.
 * A text whose outcome is unknown stays, so that another try is the same message.
 */
export async function prepareAnswer(db: Db, storeId: number, row: RequestRow, { way, text }: Answer) {
  if (!mayAnswer(row)) throw new ApiError('request_step')
  if (row.kind === 'copy' && row.decision !== 'refused' && way !== 'line') {
    if (!(await findCopy(db, storeId, row.id))) throw new ApiError('request_step')
  }
  if (way !== 'line') return undefined
  const friend = await friendOf(db, storeId, await profilesOfRequest(db, storeId, row.id))
  if (!friend || text === '') throw new ApiError('request_line_missing')
  const { rows } = await sql<{ answer_key: string; answer_text: string }>`
    update privacy_request set answer_text = case when answer_key is null then ${text} else answer_text end,
      answer_key = coalesce(answer_key, gen_random_uuid())
    where store_id = ${storeId} and id = ${row.id} and answered_at is null returning answer_key, answer_text`.execute(
    db,
  )
  if (!rows[0]) throw new ApiError('request_step')
  return { friend, key: rows[0].answer_key, text: rows[0].answer_text }
}

/** An erased person can still be answered, but not on LINE. */
const mayAnswer = ({ decided_at, answered_at, needs_approval, approved_at }: RequestRow) =>
  decided_at !== null && answered_at === null && (!needs_approval || approved_at !== null)

/** Returns the newest friend of an active account among these profiles. */
async function friendOf(db: Db, storeId: number, ids: readonly number[]): Promise<Friend | undefined> {
  const { rows } = await sql<Friend>`
    select f.channel_id, f.external_id from channel_friend f
    join channel c on c.store_id = f.store_id and c.id = f.channel_id and c.status = 'active' and c.type in ('lineOA', 'lineModule')
    where f.store_id = ${storeId} and f.profile_id = any(${ids}::bigint[]) and f.status = 'friend'
    order by f.since desc, f.external_id limit 1`.execute(db)
  return rows[0]
}

/** Sends the message of an answer. LINE takes a key once, so that another try sends nothing twice. Throws what LINE refuses. */
export async function sendAnswer(
  core: Core,
  storeId: number,
  requestId: number,
  { friend, key, text }: NonNullable<Awaited<ReturnType<typeof prepareAnswer>>>,
): Promise<void> {
  const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, friend.channel_id))
  if (account?.status !== 'active') throw new ApiError('broadcast_account')
  try {
    await callLine(core, credentialsOf(core, storeId, account), '/v2/bot/message/push', {
      json: { to: friend.external_id, messages: [{ type: 'text', text }] },
      headers: { 'x-line-retry-key': key },
    })
  } catch (error) {
    // The key was accepted before.
    if (error instanceof LineError && error.status === 409) return
    if (error instanceof LineError && error.status < 500)
      await inStore(core.pool, storeId, (db) => forgetKey(db, storeId, requestId))
    throw await refusal(core, storeId, account.id, error, 'body.text')
  }
}

const forgetKey = (db: Db, storeId: number, id: number) =>
  db
    .updateTable('privacy_request')
    .set({ answer_key: null, answer_text: '' })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .execute()

/** Stores the answer and closes the request. Throws request_step if another answer was first. */
export async function closeAnswered(
  db: Db,
  storeId: number,
  userId: number,
  id: number,
  { way, text }: Answer,
): Promise<void> {
  const closed = await db
    .updateTable('privacy_request')
    .set({
      ...{ answer_way: way, answered_by: userId, answered_at: sql`clock_timestamp()`, updated_at: risenUpdatedAt },
      ...(way !== 'line' && { answer_text: text }),
      answer_delivered: way === 'line' ? true : null,
      outcome: sql<
        'done' | 'refused' | 'erased'
      >`coalesce(outcome, case when decision = 'refused' then 'refused' else 'done' end)`,
      closed_at: sql`coalesce(closed_at, clock_timestamp())`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where(sql<SqlBool>`answered_at is null and decided_at is not null`)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw new ApiError('request_step')
}
