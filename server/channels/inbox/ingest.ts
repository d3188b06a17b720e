import { moveFriends } from '../../customers/changes/line-ids.ts'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import type { Core } from '../../platform/core/core.ts'
import { type Db, inStore } from '../../platform/core/db.ts'
import { applyActivities, applyFriends, type KnownEvent } from './apply.ts'
import { applyChats, linkWordOf } from './chats.ts'
import { confirmStops } from './confirm-stops.ts'
import { postbackOf, textOf } from './events.ts'
import { ingestItems } from './ingest-items.ts'
import { createUserProfile, erasedUsers, keyOf, profilesOf } from './people.ts'
import { dropOrphans, type EndedEvent, endEvents, holdEvents, type InboxEvent, readInbox } from './read-inbox.ts'
import { type MetUser, saveScopes } from './scopes.ts'
import { isStop } from './stop-words.ts'
import { takeTurn } from './turn.ts'
import { type UserNames, userNames } from './user-names.ts'

/** Events per transaction: as many as an import writes rows. */
const BATCH = 2500

/**
 * Writes the items of programs that wait, then applies the events in a store's inbox, oldest first, a batch per transaction: a crash repeats nothing and loses nothing.
 * Friend states, activities and consents apply at once. What creates a profile waits while an import or its undo holds them.
 */
export async function ingest(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  await ingestItems(core, storeId, signal)
  for (let more = true; more && !signal.aborted; ) {
    const names = await userNames(core, storeId, BATCH)
    const stops: InboxEvent[] = []
    more = await inStore(core.pool, storeId, (db) => ingestBatch(core, db, storeId, names, stops))
    await confirmStops(core, storeId, stops)
  }
}

/** Returns whether another batch may be waiting. Adds events that withdrew consents to `stops`. */
async function ingestBatch(
  core: Core,
  db: Db,
  storeId: number,
  { names, asked }: UserNames,
  stops: InboxEvent[],
): Promise<boolean> {
  if (!(await takeTurn(db, storeId))) return false
  await dropOrphans(db, storeId)
  const mayCreate = await tryLockForEdit(db, storeId)
  const events = await readInbox(db, storeId, { held: mayCreate, limit: BATCH })
  if (events.length === 0) return false
  const users = [...new Map(events.map((event) => [keyOf(userOf(event)), userOf(event)])).values()]
  const profiles = await profilesOf(db, storeId, users)
  const erased = await erasedUsers(db, storeId, core.config.secretKey, [...new Set(users.map(({ userId }) => userId))])
  const held: InboxEvent[] = []
  const known: KnownEvent[] = []
  const ended: EndedEvent[] = []
  let isLate = false
  for (const event of events) {
    const { userId, channel } = event
    // An erasure leaves an event without its user.
    if (userId === '' || erased.has(userId)) {
      ended.push({ logId: event.logId, profileId: null, status: 'ignored' })
      continue
    }
    const user = userOf(event)
    let profileId = profiles.get(keyOf(user)) ?? null
    // A word links profiles, which wait for an import.
    if (!mayCreate && linkWordOf(event) !== null) {
      held.push(event)
      continue
    }
    if (profileId === null && event.event.type !== 'unfollow') {
      if (!mayCreate) {
        held.push(event)
        continue
      }
      // Came after the names were asked for: the next batch names its user.
      if (!asked.has(keyOf(user))) {
        isLate = true
        continue
      }
      profileId = await createUserProfile(db, storeId, {
        ...user,
        channelId: channel.id,
        basicId: channel.basicId,
        name: names.get(keyOf(user)),
      })
      profiles.set(keyOf(user), profileId)
    }
    known.push({ ...event, profileId })
  }
  stops.push(...known.filter(({ event }) => isStop(textOf(event), postbackOf(event))))
  // Locks profiles first, in the order of an edit of a LINE id: the profile, then its friends.
  await applyActivities(db, storeId, known)
  await applyFriends(db, storeId, [...known, ...held.map((event) => ({ ...event, profileId: null }))])
  await saveScopes(db, storeId, known.flatMap(metUser))
  // A merge or its undo may have moved a user since the profiles were read.
  await moveFriends(
    db,
    storeId,
    users.flatMap(({ kind, userId }) => (kind === 'line' ? [userId] : [])),
  )
  const outcomes = mayCreate ? await applyChats(core, db, storeId, known) : new Map<number, EndedEvent>()
  await holdEvents(
    db,
    storeId,
    held.map(({ logId }) => logId),
  )
  await endEvents(db, storeId, [
    ...ended,
    ...known.map(({ logId, profileId }) => outcomes.get(logId) ?? { logId, profileId, status: 'done' as const }),
  ])
  return isLate || events.length === BATCH
}

const userOf = ({ channel, userId }: InboxEvent) => ({ kind: channel.kind, scope: channel.scope, userId })

const metUser = ({ channel, userId, profileId }: KnownEvent): MetUser[] =>
  profileId === null || channel.kind !== 'line'
    ? []
    : [{ channelId: channel.id, scope: channel.scope, userId, profileId }]
