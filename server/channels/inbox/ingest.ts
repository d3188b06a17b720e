import { moveFriends } from '../../customers/changes/line-ids.ts'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { Core } from '../../servers/core.ts'
import type { Strategy } from './apart.ts'
import { applyActivities, applyFriends, type KnownEvent } from './apply.ts'
import { ingestPatiently } from './attempts.ts'
import { applyChats, linkWordOf } from './chats.ts'
import { confirmStops } from './confirm-stops.ts'
import { postbackOf, textOf } from './events.ts'
import { ingestItems } from './ingest-items.ts'
import { createUserProfile, erasedUsers, keyOf, profilesOf } from './people.ts'
import {
  dropOrphans,
  type EndedEvent,
  endEvents,
  holdEvents,
  type InboxEvent,
  readInbox,
  setAside,
} from './read-inbox.ts'
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
    more = await ingestPatiently(core, storeId, 'events', {
      run(extent, strategy) {
        const limit = extent === 'all' ? BATCH : 1
        // A repeated transaction begins again.
        stops.length = 0
        return inStore(core.pool, storeId, (db) => ingestBatch(core, db, storeId, { names, stops, limit, strategy }))
      },
      refuse: () => inStore(core.pool, storeId, (db) => refuseFirst(db, storeId)),
    })
    await confirmStops(core, storeId, stops)
  }
}

interface Batch {
  names: UserNames
  /** Gets the events that withdrew consents. */
  stops: InboxEvent[]
  limit: number
  strategy: Strategy
}

/** Returns whether another batch may be waiting. */
async function ingestBatch(core: Core, db: Db, storeId: number, batch: Batch): Promise<boolean> {
  const { names, stops, limit, strategy } = batch
  if (!(await takeTurn(db, storeId))) return false
  await byIndexes(db)
  await dropOrphans(db, storeId)
  const mayCreate = await tryLockForEdit(db, storeId)
  const events = await readInbox(db, storeId, { held: mayCreate, limit })
  if (events.length === 0) return false
  const applied = await strategy<InboxEvent, Applied>(db, events, {
    keyOf: ({ logId }) => String(logId),
    write: (some) => applyEvents(core, db, storeId, { events: some, names, mayCreate }),
    async refuse({ logId }, fault, error) {
      core.report?.(error, `event set aside: ${fault}`)
      await setAside(db, storeId, logId)
      return { isLate: false, stop: null }
    },
  })
  stops.push(...applied.flatMap(({ stop }) => stop ?? []))
  return applied.some(({ isLate }) => isLate) || events.length === limit
}

async function refuseFirst(db: Db, storeId: number): Promise<boolean> {
  if (!(await takeTurn(db, storeId))) return false
  const [first] = await readInbox(db, storeId, { held: true, limit: 1 })
  if (first) await setAside(db, storeId, first.logId)
  return first !== undefined
}

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
  const users = [...new Map(events.map((event) => [keyOf(userOf(event)), userOf(event)])).values()]
  const profiles = await profilesOf(db, storeId, users)
  const erased = await erasedUsers(db, storeId, core.config.secretKey, [...new Set(users.map(({ userId }) => userId))])
  const held: InboxEvent[] = []
  const known: KnownEvent[] = []
  const ended: EndedEvent[] = []
  const late = new Set<InboxEvent>()
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
        late.add(event)
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
  const stopped = new Set(
    known.flatMap(({ logId, event }) => (isStop(textOf(event), postbackOf(event)) ? [logId] : [])),
  )
  return events.map((event) => ({ isLate: late.has(event), stop: stopped.has(event.logId) ? event : null }))
}

const userOf = ({ channel, userId }: InboxEvent) => ({ kind: channel.kind, scope: channel.scope, userId })

const metUser = ({ channel, userId, profileId }: KnownEvent): MetUser[] =>
  profileId === null || channel.kind !== 'line'
    ? []
    : [{ channelId: channel.id, scope: channel.scope, userId, profileId }]
