import { moveFriends } from '../../customers/changes/line-ids.ts'
import { recordStops } from '../../customers/changes/line-stops.ts'
import { erasedUsers, stoppedBeforeErasure } from '../../customers/erasure/erased-users.ts'
import { follow } from '../../customers/membership/evaluate.ts'
import { tryLockForEdit } from '../../customers/profiles/lock.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { type Feeder, ingestBatch } from '../../ingest/ingester/batch.ts'
import type { Core } from '../../servers/core.ts'
import { requestNames } from '../friends/names.ts'
import { countPostbacks } from '../rich-menus/taps.ts'
import { applyActivities, applyFriends, type IdentifiedEvent, isStop } from './apply.ts'
import { applyChats, linkWordOf } from './chats.ts'
import { chooseAnswers } from './choose-answers.ts'
import { couponsRequested } from './coupons-requested.ts'
import { postbackOf } from './events.ts'
import { createUserProfile, personKeyOf, profilesOfUsers } from './people.ts'
import { deferEvents, dropOrphans, type EndedEvent, endEvents, type InboxEvent, nextEvents } from './read-inbox.ts'
import { type MatchedUser, saveScopes } from './scopes.ts'
import { setAside } from './set-aside.ts'
import { stopOf } from './stop-of.ts'

/** Events that a batch applies, and its most slow work: events that come meanwhile are applied after the batch. */
interface Pass {
  queue: Feeder<unknown>['queue']
  /** Stops alone. */
  stops: boolean
  /** Customers created, 15 ms each. */
  creations: number
  /** Words that may link a customer, 50 ms each. */
  words: number
}

const stopping: Pass = { queue: 'stops', stops: true, creations: 50, words: 5 }
/** Known customers: their answers wait for nothing slow. */
const knowing: Pass = { queue: 'known', stops: false, creations: 0, words: 0 }
const creating: Pass = { queue: 'events', stops: false, creations: 50, words: 5 }

/**
 * Applies the events in a store's inbox, oldest first, a batch per transaction: a crash repeats nothing and loses nothing. Friend states,
 * activities and consents apply at once. What creates a profile waits while an import or its undo holds them. Calls to LINE are jobs of
 * their own: nothing here waits for an answer.
 */
export async function ingestEvents(core: Core, storeId: number, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const ingest = async (pass: Pass) => (await ingestBatch(core, storeId, inboxOf(core, storeId, pass)))?.more ?? false
    // Stops wait for no other event, however many came before them.
    await ingest(stopping)
    more = (await ingest(knowing)) && (await ingest(creating))
  }
}

interface Batch {
  /** True if another batch may be waiting. */
  more: boolean
}

/** The events of channels. */
const inboxOf = (core: Core, storeId: number, pass: Pass): Feeder<Batch> => ({
  queue: pass.queue,
  async ingest(db, _, limit, strategy) {
    await byIndexes(db)
    await dropOrphans(db, storeId)
    const mayCreate = await tryLockForEdit(db, storeId)
    const events = await nextEvents(db, storeId, { held: mayCreate, stops: pass.stops, limit })
    if (events.length === 0) return undefined
    const left = new Set<string>()
    const applied = await strategy<InboxEvent, Applied>(db, events, {
      keyOf: ({ logId }) => String(logId),
      write: (some) => applyEvents(core, db, storeId, { events: some, mayCreate, pass, left }),
      async refuse({ logId }, fault, error) {
        core.report?.(error, `event set aside: ${fault}`)
        await setAside(db, storeId, logId, fault)
        return { logId, stop: null, nameless: false, left: false }
      },
    })
    await wakeCallers(core, db, storeId, applied)
    return { more: applied.some(({ left }) => left) || events.length === limit }
  },
  async refuse(db, fault) {
    const [first] = await nextEvents(db, storeId, { held: true, stops: pass.stops, limit: 1 })
    if (!first) return undefined
    await setAside(db, storeId, first.logId, fault)
    return { more: true }
  },
})

interface Applied {
  logId: number
  /** How the message was read: `stop` withdrew consents. */
  stop: 'stop' | 'unclear' | null
  /** Code of the coupon that the message asks for. */
  coupon?: string | undefined
  /** Gets an answer. */
  answered?: boolean
  /** Names of customers are due. */
  nameless: boolean
  /** Waits for the next batch. */
  left: boolean
}

/** Enqueues what a batch has to say to LINE, and to ask. */
async function wakeCallers({ jobs }: Core, db: Db, storeId: number, applied: readonly Applied[]): Promise<void> {
  const read = (as: Applied['stop']) => applied.flatMap(({ logId, stop }) => (stop === as ? [logId] : []))
  const [stopped, unclear] = [read('stop'), read('unclear')]
  if (stopped.length + unclear.length > 0)
    await jobs.enqueue(db, 'chat-replies', { store_id: storeId, stopped, unclear })
  const coupons = applied.flatMap(({ logId, coupon }) => (coupon === undefined ? [] : [{ id: logId, code: coupon }]))
  // A job of its own: a worker of the version before refuses it.
  if (coupons.length > 0)
    await jobs.enqueue(db, 'chat-replies', { store_id: storeId, stopped: [], unclear: [], coupons })
  const answers = applied.flatMap(({ logId, answered }) => (answered ? [logId] : []))
  if (answers.length > 0)
    await jobs.enqueue(db, 'chat-replies', { store_id: storeId, stopped: [], unclear: [], answers })
  if (applied.some(({ nameless }) => nameless))
    await jobs.enqueue(db, 'channel-names', { store_id: storeId }, { once: true })
}

interface Together {
  events: readonly InboxEvent[]
  mayCreate: boolean
  pass: Pass
  /** Users whose events wait for the next batch, also those written apart: the events of one keep their order. */
  left: Set<string>
}

/** Applies events together. */
async function applyEvents(
  core: Core,
  db: Db,
  storeId: number,
  { events, mayCreate, pass, left }: Together,
): Promise<Applied[]> {
  const users = [...new Map(events.map((event) => [personKeyOf(userOf(event)), userOf(event)])).values()]
  const profiles = await profilesOfUsers(db, storeId, users)
  const erased = await erasedUsers(db, storeId, core.config.secretKey, [...new Set(users.map(({ userId }) => userId))])
  const held: InboxEvent[] = []
  const known: IdentifiedEvent[] = []
  const ended: EndedEvent[] = []
  const returned: string[] = []
  let created = 0
  let words = 0
  for (const event of events) {
    const { userId, channel } = event
    const user = userOf(event)
    if (left.has(personKeyOf(user))) continue
    let profileId = profiles.get(personKeyOf(user)) ?? null
    // An erasure leaves an event without its user. Who follows after it is a new person.
    const erasedAt = profileId === null ? erased.get(userId) : undefined
    // A follow that waits may make them a new person, in the order in which events came.
    if (erasedAt !== undefined && pass.stops) continue
    const isNewPerson = event.event.type === 'follow' && event.event.timestamp > (erasedAt ?? 0)
    if (userId === '' || (erasedAt !== undefined && !isNewPerson)) {
      ended.push({ logId: event.logId, profileId: null, status: 'ignored' })
      continue
    }
    if (linkWordOf(event) !== null) {
      // A word links profiles, which wait for an import.
      if (!mayCreate) {
        held.push(event)
        continue
      }
      if (words === pass.words) {
        left.add(personKeyOf(user))
        continue
      }
      words++
    }
    if (profileId === null && event.event.type !== 'unfollow') {
      if (!mayCreate) {
        held.push(event)
        continue
      }
      if (created === pass.creations) {
        left.add(personKeyOf(user))
        continue
      }
      created++
      profileId = await createUserProfile(db, storeId, { ...user, channelId: channel.id, basicId: channel.basicId })
      profiles.set(personKeyOf(user), profileId)
      if (erasedAt !== undefined) returned.push(userId)
    }
    known.push({ ...event, profileId })
  }
  // Locks profiles first, in the order of an edit of a LINE id: the profile, then its friends.
  await applyActivities(db, storeId, known)
  await recordStops(db, storeId, [
    ...(await stoppedBeforeErasure(db, storeId, core.config.secretKey, returned)),
    ...[...known, ...held].flatMap((event) => (event.channel.kind === 'line' && isStop(event) ? [event.userId] : [])),
  ])
  await applyFriends(db, storeId, [...known, ...held.map((event) => ({ ...event, profileId: null }))])
  await saveScopes(db, storeId, known.flatMap(metUser))
  // A merge or its undo may have moved a user since the profiles were read.
  const stopped = await moveFriends(
    db,
    storeId,
    users.flatMap(({ kind, userId }) => (kind === 'line' ? [userId] : [])),
  )
  if (stopped) await follow(db, storeId, stopped, true)
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
  const nameless = await requestNames(
    db,
    storeId,
    known.map(({ channel, userId, event }) => ({
      channel_id: channel.id,
      external_id: userId,
      follows: event.type === 'follow',
    })),
  )
  const read = new Map(known.map((one) => [one.logId, isStop(one) ? ('stop' as const) : stopOf(one.event)]))
  // A message that may mean "stop" is answered as such.
  const asked = await couponsRequested(
    db,
    storeId,
    known.filter(({ logId }) => read.get(logId) === null),
  )
  await countPostbacks(db, { secretKey: core.config.secretKey, storeId }, known.flatMap(tappedBy))
  const chosen = await chooseAnswers(db, storeId, {
    // A word that waits for an import is answered once it has linked.
    events: [...known, ...held.filter((event) => linkWordOf(event) === null)],
    linked: new Map([...outcomes].map(([logId, { status }]) => [logId, status])),
    coupons: asked,
  })
  const answers = new Set(chosen.answers)
  return events.map((event) => ({
    logId: event.logId,
    stop: read.get(event.logId) ?? null,
    coupon: asked.get(event.logId) ?? chosen.coupons.get(event.logId),
    answered: answers.has(event.logId),
    nameless,
    left: left.has(personKeyOf(userOf(event))),
  }))
}

const userOf = ({ channel, userId }: InboxEvent) => ({ kind: channel.kind, scope: channel.scope, userId })

const metUser = ({ channel, userId, profileId }: IdentifiedEvent): MatchedUser[] =>
  profileId === null || channel.kind !== 'line'
    ? []
    : [{ channelId: channel.id, scope: channel.scope, userId, profileId }]

/** Returns the postback of an event. LINE sends one for each tap, and repeats none that was answered. */
function tappedBy({ userId, event }: InboxEvent): { userId: string; data: string }[] {
  const data = event.type === 'postback' ? postbackOf(event) : null
  return data === null ? [] : [{ userId, data }]
}
