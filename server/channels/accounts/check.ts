import type { ConnectionCheck } from '@ruam/contract/channels/connection.ts'
import { sql } from 'kysely'
import { constraintError } from '../../database/constraint-errors.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { beginChecks, endDuplicate, type Rhythm, saveChecks, settleConnection } from './check-queries.ts'
import { type Learned, makeChecks } from './line-checks.ts'
import { type AccountRow, lineAccountById, saveLearned } from './queries.ts'
import { credentialsOf, webhookUrl } from './secrets.ts'

const HOUR = 3600

/**
 * Rhythm of the checks. LINE allows 60 tests of a webhook and 60 reads of statistics an hour for a channel, 1,000 reads of its address a
 * minute, and 2,000 of the other calls a second; other tools of the shop share these.
 */
const rhythms: readonly Rhythm[] = [
  { kind: 'keys', seconds: 0, hourly: 240 },
  { kind: 'bot', seconds: 0, hourly: 240 },
  { kind: 'quota', seconds: 0, hourly: 240 },
  { kind: 'webhook_address', seconds: 0, hourly: 240 },
  { kind: 'webhook_test', seconds: HOUR, hourly: 30 },
  { kind: 'statistics', seconds: 6 * HOUR, hourly: 20 },
]

interface CheckOptions {
  /** A person asks: rhythms do not count, and what only events said is taken back if LINE accepts the account. */
  asked?: boolean
  /** Sets the webhook address at LINE first. */
  set?: boolean
  /** Checks to make; all when left out. */
  kinds?: readonly ConnectionCheck[]
}

/** Makes the checks of an account that are due, and decides its state. Does nothing if the account is gone. */
export async function checkAccount(
  core: Core,
  storeId: number,
  channelId: number,
  { asked = false, set = false, kinds }: CheckOptions = {},
): Promise<void> {
  await takeBack(core, storeId, channelId)
  const begun = await inStore(core.pool, storeId, async (db) => {
    const account = await lineAccountById(db, storeId, channelId)
    if (!account) return undefined
    const due = rhythms.filter(({ kind }) => !kinds || kinds.includes(kind))
    return { account, due: await beginChecks(db, { storeId, channelId }, due, asked) }
  })
  if (!begun) return
  const { account, due } = begun
  const credentials = credentialsOf(core, storeId, account)
  // The webhook of a duplicate belongs to the account that stays.
  const sets = set && !account.duplicate
  const checked = { core, storeId, account, credentials, url: webhookUrl(core, storeId, account), set: sets }
  const { outcomes, learned } = await makeChecks(checked, due)
  await inStore(core.pool, storeId, async (db) => {
    await saveChecks(db, storeId, channelId, outcomes)
    await save(db, storeId, account, learned)
    if (asked && learned.bot) await clearEventFault(db, storeId, channelId)
    await settleConnection(db, storeId, channelId)
  })
}

async function save(db: Db, storeId: number, { id, bot_user_id }: AccountRow, { bot, friends }: Learned) {
  await saveLearned(db, storeId, id, {
    ...(bot && { basic_id: bot.basic_id, chat_mode: bot.chat_mode, ...(bot_user_id === null && bot) }),
    ...(friends !== undefined && { friends_at_line: friends }),
  })
}

/** Ends a pause for a duplicate once its other account is gone. */
async function takeBack(core: Core, storeId: number, channelId: number): Promise<void> {
  try {
    await inStore(core.pool, storeId, (db) => endDuplicate(db, storeId, channelId))
  } catch (error) {
    if (!constraintError(error)) throw error
  }
}

/** Clears a fault that only an event named. */
const clearEventFault = (db: Db, storeId: number, channelId: number) =>
  sql`update channel set event_fault = null, event_fault_at = clock_timestamp()
    where store_id = ${storeId} and id = ${channelId} and event_fault is not null`.execute(db)
