import { erasedUsers } from '../../customers/erasure/erased-users.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { Core } from '../../servers/core.ts'
import type { AccountRow } from '../accounts/queries.ts'
import { afterStates, applyFriendStates } from '../friends/apply-states.ts'
import { changeListed, insertListed, storedFriends, untiedFriends } from '../friends/listed.ts'
import { lockOwners, scopeOf } from '../imported-ids/queries.ts'
import { saveScopes } from '../inbox/scopes.ts'

const USER_ID = /^U[0-9a-f]{32}$/

type Account = Pick<AccountRow, 'id' | 'type'>

/**
 * Saves a page of LINE's list. Customers become friends of the account, others rows of friends without a customer, erased people nothing.
 * States of events stay: they are newer. Returns how many friends are new, and how many are friends by the list alone.
 */
export async function saveFollowers(
  core: Core,
  db: Db,
  storeId: number,
  account: Account,
  ids: readonly string[],
): Promise<{ changed: number; met: number }> {
  await byIndexes(db)
  const listed = [...new Set(ids)].filter((id) => USER_ID.test(id)).sort()
  const stored = await storedFriends(db, storeId, account, listed)
  const settled = new Set(stored.flatMap(({ external_id, settled: is }) => (is ? [external_id] : [])))
  const missing = stored.filter((one) => one.missing).map(({ external_id }) => external_id)
  const back = await changeListed(db, storeId, account, missing, 'friend')
  await afterStates(
    db,
    storeId,
    back.map((profile_id) => ({ channel_id: account.id, profile_id })),
  )
  const open = listed.filter((id) => !settled.has(id))
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
  const met = stored.filter((one) => one.listed || one.missing).length
  return { changed: added + tied.size + missing.length, met: met + added + tied.size }
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
