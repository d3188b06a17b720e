import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { Db } from '../../database/db.ts'
import { type FriendEvent, saveFriends } from './queries.ts'

/** Saves friend states, and evaluates the segments that depend on them. The caller holds the profiles. */
export async function applyFriendStates(db: Db, storeId: number, states: readonly FriendEvent[]): Promise<void> {
  await afterStates(db, storeId, await saveFriends(db, storeId, states))
}

/** Evaluates the segments of customers whose state changed. */
export async function afterStates(
  db: Db,
  storeId: number,
  changed: readonly { channel_id: number; profile_id: number }[],
): Promise<void> {
  if (changed.length === 0) return
  const reads = [
    ...new Set(changed.flatMap(({ channel_id }) => [dependency.channel(channel_id), dependency.channel(undefined)])),
  ]
  const ids = [...new Set(changed.map(({ profile_id }) => profile_id))].sort((a, b) => a - b)
  await afterProfilesChanged(db, storeId, 'line', { judged: { ids, reads } })
  await publishChanged(db, storeId, null, ids)
}
