import { erasedUsers } from '../../customers/erasure/erased-users.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { Core } from '../../servers/core.ts'
import type { AccountRow } from '../accounts/queries.ts'
import { applyFriendStates } from '../friends/apply-states.ts'
import { insertListed, settledFriends, untiedFriends } from '../friends/listed.ts'
import { lockOwners, scopeOf } from '../imported-ids/queries.ts'
import { saveScopes } from '../inbox/scopes.ts'

const USER_ID = /^U[0-9a-f]{32}$/

type Account = Pick<AccountRow, 'id' | 'type'>

/**
 * Saves a page of LINE's list. Customers become friends of the account, others rows of friends without a customer, erased people nothing.
 * What events said stays: it is newer. Returns how many friends are new.
 */
export async function saveFollowers(
  core: Core,
  db: Db,
  storeId: number,
  account: Account,
  ids: readonly string[],
): Promise<number> {
  await byIndexes(db)
  const listed = [...new Set(ids)].filter((id) => USER_ID.test(id)).sort()
  const known = await settledFriends(db, storeId, account.id, listed)
  const open = listed.filter((id) => !known.has(id))
  const tied = await tie(db, storeId, account, open)
  const strangers = open.filter((id) => !tied.has(id))
  // After the holders: who was erased since holds no id, and has a hash.
  const erased = await erasedUsers(db, storeId, core.config.secretKey, strangers)
  const added = await insertListed(
    db,
    storeId,
    account,
    strangers.filter((id) => !erased.has(id)),
  )
  if (added > 0) await core.jobs.enqueue(db, 'channel-names', { store_id: storeId }, { once: true })
  return added + tied.size
}

/** Ties friends whose customers came while the list was read. */
export async function tieFollowers(db: Db, storeId: number, account: Account): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await untiedFriends(db, storeId, account.id, after)
    if (ids.length === 0) return
    await tie(db, storeId, account, ids)
    after = ids.at(-1)!
  }
}

/** Makes the customers who hold these ids friends of the account. Returns their ids. */
async function tie(db: Db, storeId: number, account: Account, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const owners = await lockOwners(db, storeId, ids)
  if (owners.size === 0) return new Set()
  const scope = await scopeOf(db, storeId, account.id)
  // The account was disconnected since.
  if (scope === undefined) return new Set()
  const met = [...owners].map(([userId, profileId]) => ({ userId, profileId, channelId: account.id, scope }))
  await saveScopes(db, storeId, met)
  await applyFriendStates(
    db,
    storeId,
    met.map(({ userId, profileId }) => ({
      channel_type: account.type,
      channel_id: account.id,
      external_id: userId,
      profile_id: profileId,
      status: 'friend',
      // Older than every event, which counts more.
      at: 0,
    })),
  )
  return new Set(owners.keys())
}
