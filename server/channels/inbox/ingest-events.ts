import { moveFriends } from '../../customers/changes/line-ids.ts'
import { erasedUsers } from '../../customers/erasure/erased-users.ts'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { BATCH, type Feeder, ingestBatch } from '../../ingest/ingester/batch.ts'
import type { Core } from '../../servers/core.ts'
import { applyActivities, applyFriends, type IdentifiedEvent } from './apply.ts'
import { applyChats, linkWordOf } from './chats.ts'
import { confirmStops } from './confirm-stops.ts'
import { messageText, postbackOf } from './events.ts'
import { createUserProfile, personKeyOf, profilesOfUsers } from './people.ts'
import { deferEvents, dropOrphans, type EndedEvent, endEvents, type InboxEvent, nextEvents } from './read-inbox.ts'
import { type MatchedUser, saveScopes } from './scopes.ts'
import { setAside } from './set-aside.ts'
import { isStop } from './stop-words.ts'
import { type UserNames, userNames } from './user-names.ts'

/**
 * Applies the events in a store's inbox, oldest first, a batch per transaction: a crash repeats nothing and loses nothing. Friend states,
 * activities and consents apply at once. What creates a profile waits while an import or its undo holds them.
 */
export async function ingestEvents(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const names = await userNames(core, storeId, BATCH)
    const batch = await ingestBatch(core, storeId, inboxOf(core, storeId, names))
    await confirmStops(core, storeId, batch?.stops ?? [])
    more = batch?.more ?? false
  }
}

interface Batch {
  /** True if another batch may be waiting. */
  more: boolean
  /** The events that withdrew consents. */
  stops: InboxEvent[]
}

/** The events of channels. */
const inboxOf = (core: Core, storeId: number, names: UserNames): Feeder<Batch> => ({
  queue: 'events',
  async ingest(db, _, limit, strategy) {
    await byIndexes(db)
    await dropOrphans(db, storeId)
    const mayCreate = await tryLockForEdit(db, storeId)
    const events = await nextEvents(db, storeId, { held: mayCreate, limit })
    if (events.length === 0) return undefined
    const applied = await strategy<InboxEvent, Applied>(db, events, {
      keyOf: ({ logId }) => String(logId),
      write: (some) => applyEvents(core, db, storeId, { events: some, names, mayCreate }),
      async refuse({ logId }, fault, error) {
        core.report?.(error, `event set aside: ${fault}`)
        await setAside(db, storeId, logId, fault)
        return { isLate: false, stop: null }
      },
    })
    return {
      more: applied.some(({ isLate }) => isLate) || events.length === limit,
      stops: applied.flatMap(({ stop }) => stop ?? []),
    }
  },
  async refuse(db, fault) {
    const [first] = await nextEvents(db, storeId, { held: true, limit: 1 })
    if (!first) return undefined
    await setAside(db, storeId, first.logId, fault)
    return { more: true, stops: [] }
  },
})

interface Applied {
  /** Its user came after the names were asked for: the next batch applies it. */
  isLate: boolean
  /** The event, if it withdrew consents. */
  stop: InboxEvent | null
}

/** Applies events together. */
async function applyEvents(
  core: Core,
  db: Db,
  storeId: number,
  {
    events,
    names: { names, asked },
    mayCreate,
  }: { events: readonly InboxEvent[]; names: UserNames; mayCreate: boolean },
): Promise<Applied[]> {
  const users = [...new Map(events.map((event) => [personKeyOf(userOf(event)), userOf(event)])).values()]
  const profiles = await profilesOfUsers(db, storeId, users)
  const erased = await erasedUsers(db, storeId, core.config.secretKey, [...new Set(users.map(({ userId }) => userId))])
  const held: InboxEvent[] = []
  const known: IdentifiedEvent[] = []
  const ended: EndedEvent[] = []
  const late = new Set<InboxEvent>()
  for (const event of events) {
    const { userId, channel } = event
    const user = userOf(event)
    let profileId = profiles.get(personKeyOf(user)) ?? null
    // An erasure leaves an event without its user. Who follows after it is a new person.
    const erasedAt = profileId === null ? erased.get(userId) : undefined
    const isNewPerson = event.event.type === 'follow' && event.event.timestamp > (erasedAt ?? 0)
    if (userId === '' || (erasedAt !== undefined && !isNewPerson)) {
      ended.push({ logId: event.logId, profileId: null, status: 'ignored' })
      continue
    }
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
      if (!asked.has(personKeyOf(user))) {
        late.add(event)
        continue
      }
      profileId = await createUserProfile(db, storeId, {
        ...user,
        channelId: channel.id,
        basicId: channel.basicId,
        name: names.get(personKeyOf(user)),
      })
      profiles.set(personKeyOf(user), profileId)
    }
    known.push({ ...event, profileId })
  }
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
  await deferEvents(
    db,
    storeId,
    held.map(({ logId }) => logId),
  )
  await endEvents(db, storeId, [
    ...ended,
    ...known.map(({ logId, profileId }) => outcomes.get(logId) ?? { logId, profileId, status: 'done' as const }),
  ])
  const stopped = new Set(
    known.flatMap(({ logId, event }) => (isStop(messageText(event), postbackOf(event)) ? [logId] : [])),
  )
  return events.map((event) => ({ isLate: late.has(event), stop: stopped.has(event.logId) ? event : null }))
}

const userOf = ({ channel, userId }: InboxEvent) => ({ kind: channel.kind, scope: channel.scope, userId })

const metUser = ({ channel, userId, profileId }: IdentifiedEvent): MatchedUser[] =>
  profileId === null || channel.kind !== 'line'
    ? []
    : [{ channelId: channel.id, scope: channel.scope, userId, profileId }]
