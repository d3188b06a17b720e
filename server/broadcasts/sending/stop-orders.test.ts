import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { addFriend } from '../../../tools/line/state.ts'
import { follow, type LineEvent, postback, textMessage, unfollow } from '../../../tools/line/webhooks.ts'
import { type Random, randomOf } from '../../../tools/random.ts'
import { ingestEvents } from '../../channels/inbox/ingest-events.ts'
import { STOP_POSTBACK } from '../../channels/inbox/stop-words.ts'
import { draft, type Scene, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { inboxEmpty, pauseIngester, postEvents } from '../../testing/channels/line.testing.ts'
import { typedStops } from '../../testing/channels/stop-messages.testing.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'

// Linking, stopping, merging, undoing, erasing and following in random orders: no broadcast reaches a user who said stop.
// `npm run verify stops`: 1,000 orders.

const ORDERS = Number(process.env.STOP_ORDERS ?? 2)
const SEED = Number(process.env.STOP_SEED ?? 53)
/** Orders that share a store: each adds people to those of the orders before. */
const PER_STORE = 10
/** Acts before the broadcast of an order. */
const ACTS = 8

interface Order {
  made: Scene
  /** LINE users and customers of the order. */
  users: string[]
  customers: number[]
  /** Users of the store who said stop and did not agree since. */
  stopped: Set<string>
  done: string[]
}

const byId = (id: number) => ({ params: { id: String(id) } })
let clock = Date.now()

async function post({ made }: Order, event: LineEvent): Promise<void> {
  // Events of one millisecond have no order, so each gets its own.
  expect(await postEvents(made.line, made.account.webhook.url, [{ ...event, timestamp: ++clock }])).toBe(200)
}

async function ingested({ made: { store } }: Order): Promise<void> {
  await ingestEvents(await coreOf(store), store.storeId, new AbortController().signal)
  await inboxEmpty(store.storeId)
}

const holderOf = async ({ made: { store } }: Order, userId: string) => {
  const text = `select i.profile_id from identity i join profile p on p.store_id = $1 and p.id = i.profile_id
    where i.store_id = $1 and i.kind = 'line' and i.value = $2 and p.deleted_at is null and p.merged_into is null`
  return (await rowsOf<{ profile_id: number }>(store, text, userId))[0]?.profile_id
}

async function stop(order: Order, random: Random, userId: string): Promise<void> {
  const { state } = order.made
  await post(
    order,
    random.below(3) === 0
      ? postback(state, userId, STOP_POSTBACK)
      : textMessage(state, userId, random.pick(typedStops)),
  )
  order.stopped.add(userId)
}

/** A customer of the order, or the profile that one of its users is. */
async function someone(order: Order, random: Random): Promise<number> {
  const userId = random.pick(order.users)
  return (random.below(2) === 0 ? await holderOf(order, userId) : undefined) ?? random.pick(order.customers)
}

/** Acts of an order. A call that is refused because of an earlier act is no fault. */
const acts: Record<string, (order: Order, random: Random) => Promise<unknown>> = {
  async link(order, random) {
    const { store, state } = order.made
    const shown = await store.try(lineLink.create, { ...byId(random.pick(order.customers)), body: {} })
    if (shown.status === 200) await post(order, textMessage(state, random.pick(order.users), shown.body.word))
  },
  stop: (order, random) => stop(order, random, random.pick(order.users)),
  undoLink: ({ made: { store }, customers }, random) => store.try(lineLink.undo, byId(random.pick(customers))),
  async merge(order, random) {
    const { store } = order.made
    const [keep, gone] = [await someone(order, random), await someone(order, random)]
    const pair = await store.try(profileDuplicates.create, { body: { profile_ids: [keep, gone] } })
    if (pair.status === 200)
      await store.try(profileDuplicates.merge, { ...byId(pair.body.id), body: { keep, fields: [] } })
  },
  async undoMerge({ made: { store } }) {
    const { data } = await store.call(profileDuplicates.list, { query: { status: 'merged' } })
    const merge = data.find((pair) => pair.merge?.undoable)?.merge
    if (merge) await store.try(profileDuplicates.undoMerge, byId(merge.id))
  },
  async erase(order, random) {
    const { store } = order.made
    const begun = await store.try(profileErasure.erase, {
      ...byId(await someone(order, random)),
      body: { confirm: true },
    })
    if (begun.status === 200) await jobEnded(store.storeId, begun.body.job_id)
  },
  follow: (order, random) => post(order, follow(order.made.state, random.pick(order.users), true)),
  unfollow: (order, random) => post(order, unfollow(order.made.state, random.pick(order.users))),
  async moveId(order, random) {
    const { store } = order.made
    const userId = random.pick(order.users)
    const from = await holderOf(order, userId)
    const to = random.pick(order.customers)
    if (from === undefined || from === to) return
    const version = await store.try(profiles.get, byId(from))
    const other = await store.try(profiles.get, byId(to))
    if (version.status !== 200 || other.status !== 200) return
    await save(store, version.body, { [field.lineUserId]: null })
    await save(store, other.body, { [field.lineUserId]: userId })
  },
  async remove(order, random) {
    const { store } = order.made
    const id = await someone(order, random)
    await store.try(profiles.delete, byId(id))
    if (random.below(2) === 0) await store.try(profiles.restore, byId(id))
  },
  async agree(order, random) {
    const { store, purposeId } = order.made
    // No waiting event moves an id between the two calls.
    await ingested(order)
    const id = await someone(order, random)
    const text = "select value from identity where store_id = $1 and kind = 'line' and profile_id = $2"
    const ids = await rowsOf<{ value: string }>(store, text, id)
    const body = { profile_id: id, purpose_id: purposeId, operation: 'granted', way: 'paper', note: '7' } as const
    if ((await store.try(consents.record, { body })).status !== 200) return
    for (const { value } of ids) order.stopped.delete(value)
  },
  purpose: async ({ made }) => {
    const { id } = await made.store.call(consents.createPurpose, { body: { name: `ข่าว ${++clock}`, description: '' } })
    made.purposeId = id
  },
}
const names = Object.keys(acts)
/** Acts that are drawn more often. */
const often = ['link', 'link', 'stop', 'stop', 'undoLink', 'undoLink', 'merge', 'undoMerge', 'follow']
/** Slow, or final for the people of an order. */
const seldom = new Set(['erase', 'purpose', 'agree'])

async function play(order: Order, random: Random): Promise<void> {
  for (let n = 0; n < ACTS; n++) {
    const name = random.pick([...often, ...names])
    if (seldom.has(name) && random.below(2) === 0) continue
    order.done.push(name)
    await acts[name]!(order, random)
    // Some acts meet events that wait.
    if (random.below(4) > 0) await ingested(order)
  }
}

/** Sends a broadcast to all friends, in half of the orders while a stop waits in the inbox. */
async function sendToAll(order: Order, random: Random): Promise<string[]> {
  const { made } = order
  await ingested(order)
  const release = random.below(2) === 0 ? await pauseIngester(made.store.storeId) : undefined
  if (release) await stop(order, random, random.pick(order.users))
  made.state.accepted.length = 0
  const { id } = await draft(made)
  const scheduled = await schedule(made, id).then(
    () => true,
    (error: Error) => !error.message.includes('broadcast_nobody'),
  )
  if (scheduled) await settled(made, id)
  await release?.()
  return made.state.accepted.filter(({ channelId }) => channelId === made.line.id).map(({ userId }) => userId)
}

/** Returns stopped users whose customer is not shown as withdrawn for a purpose of the store. */
async function shownOtherwise({ made: { store, purposeId }, stopped }: Order): Promise<string[]> {
  const text = `select distinct i.value from identity i join profile p on p.store_id = $1 and p.id = i.profile_id
    where i.store_id = $1 and i.kind = 'line' and i.value = any($2) and p.deleted_at is null and p.merged_into is null
      and 'withdrawn' is distinct from (select status from consent_entry e
        where e.store_id = $1 and e.profile_id = p.id and e.purpose_id = $3 order by e.at desc, e.id desc limit 1)`
  return (await rowsOf<{ value: string }>(store, text, [...stopped], purposeId)).map(({ value }) => value)
}

test(`nobody who said stop is sent to after ${ORDERS} random orders of links, stops, merges, undos and erasures`, {
  timeout: 60_000 + ORDERS * 10_000,
}, async () => {
  const random = randomOf(SEED)
  let made: Scene | undefined
  let stopped = new Set<string>()
  const totals = { stops: 0, sent: 0 }
  for (let n = 0; n < ORDERS; n++) {
    if (n % PER_STORE === 0) {
      made = await scene({ friends: 0, channel: { quota: null } })
      stopped = new Set()
    }
    const order: Order = { made: made!, users: [], customers: [], stopped, done: [] }
    for (let who = 0; who < 2; who++) {
      order.users.push(addFriend(made!.line).userId)
      order.customers.push((await madeProfile(made!.store, { [field.firstName]: `ลูกค้า ${n} ${who}` })).id)
    }
    for (const userId of order.users) await post(order, follow(made!.state, userId))
    await ingested(order)
    await play(order, random)
    const sent = await sendToAll(order, random)
    const context = `order ${n}: ${order.done.join(', ')}`
    expect([context, sent.filter((userId) => stopped.has(userId))]).toEqual([context, []])
    expect([context, await shownOtherwise(order)]).toEqual([context, []])
    totals.stops += stopped.size
    totals.sent += sent.length
  }
  // Guards against orders without a stop or without a message, which would prove nothing.
  if (ORDERS >= PER_STORE) expect(Math.min(totals.stops, totals.sent)).toBeGreaterThan(0)
  if (process.env.STOP_ORDERS) console.log(`${ORDERS} orders: ${JSON.stringify(totals)}`)
})
