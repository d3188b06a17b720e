import { randomUUID } from 'node:crypto'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { MAX_TESTS } from '@ruam/contract/broadcasts/settings.ts'
import { sql } from 'kysely'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { callLine } from '../../channels/accounts/line-client.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { ApiError } from '../../core/api-error.ts'
import { isFree } from '../../customers/fields/live.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { messagesOf, textsOf } from '../ab-test/texts.ts'
import { lineMessages } from '../messages/line-objects.ts'
import { readableWords } from '../messages/word-fields.ts'
import { filled, wordValues } from '../messages/words.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { activeAccount } from '../sending/schedule.ts'
import { settingsOf } from '../settings/queries.ts'
import { refusal } from './ask-line.ts'

/** Sends the messages, of each text, to the receivers of tests who are friends of the account, with their own words. Returns how many they are. */
export async function sendTest(core: Core, storeId: number, row: BroadcastRow): Promise<number> {
  const texts = textsOf(row)
  const { account, to, values } = await inStore(core.pool, storeId, async (db) => {
    const found = await activeAccount(db, storeId, row)
    const friends = await testersOf(db, storeId, found.id)
    if (friends.length === 0) throw new ApiError('broadcast_no_tester')
    await countTests(db, storeId, friends.length * texts.length)
    const fields = (await readableWords(db, storeId, messagesOf(row))) ?? []
    const ids = friends.map(({ profile_id }) => profile_id)
    return { account: found, to: friends, values: await wordValues(db, storeId, fields, ids) }
  })
  const credentials = credentialsOf(core, storeId, account)
  const call = (path: string, receivers: string | string[], messages: Message[]) =>
    callLine(core, credentials, path, {
      json: { to: receivers, messages: lineMessages({ ...row, messages }, core.config) },
      headers: { 'x-line-retry-key': randomUUID() },
    })
  try {
    for (const { messages } of texts) {
      const all = to.map(({ external_id }) => external_id)
      if (values.size === 0) await call('/v2/bot/message/multicast', all, messages)
      for (const [profileId, own] of values) {
        const { external_id } = to.find(({ profile_id }) => profile_id === profileId)!
        await call('/v2/bot/message/push', external_id, filled(messages, own))
      }
    }
  } catch (error) {
    throw await refusal(core, storeId, account.id, error)
  }
  return to.length
}

interface Receiver {
  profile_id: number
  external_id: string
}

/** Returns the receivers of tests who are friends of an account. */
export async function testersOf(db: Db, storeId: number, channelId: number): Promise<Receiver[]> {
  const { tester_ids } = await settingsOf(db, storeId)
  const { rows } = await sql<Receiver>`
    select distinct on (f.profile_id) f.profile_id, f.external_id from channel_friend f
    join profile p on p.store_id = ${storeId} and p.id = f.profile_id and ${isFree('p')}
    where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.status = 'friend'
      and f.profile_id = any(${tester_ids}::bigint[])
    order by f.profile_id, f.since desc, f.external_id`.execute(db)
  return rows
}

/** Counts test messages of the store's day in one statement. Throws broadcast_test_limit beyond the limit. */
async function countTests(db: Db, storeId: number, messages: number): Promise<void> {
  const zone = await timeZoneOf(db, storeId)
  const { rows } = await sql`
    insert into broadcast_test as t (store_id, day, sent)
    select ${storeId}, (now() at time zone ${zone})::date, ${messages}::int where ${messages}::int <= ${MAX_TESTS}::int
    on conflict (store_id, day) do update set sent = t.sent + excluded.sent where t.sent + excluded.sent <= ${MAX_TESTS}::int
    returning 1`.execute(db)
  if (rows.length === 0) throw new ApiError('broadcast_test_limit')
}
