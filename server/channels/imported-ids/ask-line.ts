import { ApiError } from '../../core/api-error.ts'
import { recordChecked } from '../../customers/changes/line-friends.ts'
import { inStore } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import type { Core } from '../../servers/core.ts'
import { callLine, LineError } from '../accounts/line-client.ts'
import { callPatiently } from '../accounts/patient-call.ts'
import { type AccountRow, findAccount } from '../accounts/queries.ts'
import { credentialsOf } from '../accounts/secrets.ts'
import { applyFriendStates } from '../friends/apply-states.ts'
import { saveScopes } from '../inbox/scopes.ts'
import { activeAccounts, countUnasked, lockOwners, unaskedIds } from './queries.ts'

/** Ids per block: a minute's work if LINE is slow. */
const BLOCK = 500
/** Calls at a time: at 20 ms each they stay at half of LINE's limit, 2,000 a second. */
const AT_ONCE = 20
const USER_ID = /^U[0-9a-f]{32}$/

interface Cursor {
  /** The last id that was looked at. */
  after: string
  /** Ids that LINE was asked about. */
  asked: number
}

/** Result of the job: without the ids that every account had met. */
type AskResult = Pick<Cursor, 'asked'>

interface Asked {
  account: AccountRow
  userId: string
}

/** Asks LINE which customers with a LINE id are friends of the store's accounts, block by block. */
export const checkFriends: JobWorker<object> = async ({ core, storeId, job, signal, block }) => {
  let cursor = job.cursor as Cursor | null
  if (!cursor) {
    const begin: Cursor = { after: '', asked: 0 }
    await block(async (db) => ({ total: await countUnasked(db, storeId), cursor: begin }))
    cursor = begin
  }
  for (;;) {
    const { ids, accounts, scopes } = await inStore(core.pool, storeId, async (db) => {
      const active = await activeAccounts(db, storeId)
      if (active.length === 0) throw new ApiError('line_link_no_account')
      const rows = new Map<number, AccountRow>()
      for (const { id, type } of active) rows.set(id, (await findAccount(db, storeId, type, id))!)
      const scopes = new Map(active.map(({ id, scope }) => [id, scope]))
      return { ids: await unaskedIds(db, storeId, cursor!.after, BLOCK), accounts: rows, scopes }
    })
    if (ids.length === 0) return { asked: cursor.asked } satisfies AskResult
    const asked = ids
      .filter(({ value }) => USER_ID.test(value))
      .flatMap(({ value, channel_ids }) => channel_ids.map((id) => ({ account: accounts.get(id)!, userId: value })))
    const friends = await friendsAmong(core, storeId, asked, signal)
    const next: Cursor = {
      after: ids.at(-1)!.value,
      asked: cursor.asked + new Set(asked.map(({ userId }) => userId)).size,
    }
    await block(async (db) => {
      const found = [...new Set(friends.map(({ userId }) => userId))]
      // A customer may have been merged or erased while LINE was asked.
      const owners = await lockOwners(db, storeId, found)
      const met = friends.flatMap(({ account, userId }) => {
        const profileId = owners.get(userId)
        return profileId === undefined ? [] : [{ account, userId, profileId }]
      })
      const users = met.map(({ account: { id }, ...user }) => ({ ...user, channelId: id, scope: scopes.get(id)! }))
      await saveScopes(db, storeId, users)
      await recordChecked(
        db,
        storeId,
        ids.map(({ value }) => value),
      )
      const states = met.map(({ account, userId, profileId }) => ({
        channel_type: account.type,
        channel_id: account.id,
        external_id: userId,
        profile_id: profileId,
        status: 'friend' as const,
        // Older than every event, which counts more.
        at: 0,
      }))
      await applyFriendStates(db, storeId, states)
      return { done: ids.length, changed: owners.size, skipped: ids.length - owners.size, cursor: next }
    })
    cursor = next
  }
}

/** Returns those whom LINE has as friends of the account. Throws channel_unreachable; an account that LINE refuses is checked. */
async function friendsAmong(core: Core, storeId: number, asked: readonly Asked[], signal: AbortSignal) {
  const friends: Asked[] = []
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    signal.throwIfAborted()
    const some = asked.slice(from, from + AT_ONCE)
    const answers = await Promise.all(some.map((one) => isFriend(core, storeId, one, signal)))
    friends.push(...some.filter((_, index) => answers[index]))
  }
  return friends
}

/** Returns true if a user is a friend of an account. LINE answers 404 for others. Waits while LINE is busy or unreachable. */
async function isFriend(
  core: Core,
  storeId: number,
  { account, userId }: Asked,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await callPatiently({ core, storeId, channelId: account.id, signal, expected: [400, 404] }, () =>
      callLine(core, credentialsOf(core, storeId, account), `/v2/bot/profile/${userId}`),
    )
    return true
  } catch (error) {
    if (error instanceof LineError) return false
    throw error
  }
}
