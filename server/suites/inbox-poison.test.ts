// Webhooks of LINE of which one in a hundred is bad: each delivery is answered, all other events are applied, and each bad one is applied
// clean or shown with its reason. POISON_EVENTS and POISON_PER_SECOND set the size, SEED the order.

import { setTimeout as sleep } from 'node:timers/promises'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { expect, test } from 'vitest'
import { addFriend, type Channel, type State } from '../../tools/line/state.ts'
import { follow, type LineEvent, postback, signatureOf, textMessage, unfollow } from '../../tools/line/webhooks.ts'
import { type Random, randomOf } from '../../tools/random.ts'
import { wakeIngester } from '../ingest/ingester/wake.ts'
import { connectLine, postEvents, testLine } from '../testing/channels/line.testing.ts'
import { rowsOf } from '../testing/customers/profiles.testing.ts'
import { failRows } from '../testing/database/failing.testing.ts'
import { coreOf, newStore, type TestStore } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { poisonKinds } from './poison-kinds.ts'

const EVENTS = Number(process.env.POISON_EVENTS ?? 40)
const PER_SECOND = Number(process.env.POISON_PER_SECOND ?? 0)
/** Every kind comes at least once; beyond that, one event in a hundred is bad. */
const SHARE = 0.01
const MOST_PER_DELIVERY = 40
/** Milliseconds in which a good event has to be applied. */
const PROMPT_MS = 5000

interface Sent {
  event: unknown
  kind: string | null
}

test('bad events neither stop nor lose the others', { timeout: 1_800_000 }, async () => {
  const random = randomOf(Number(process.env.SEED) || 53)
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const { sent, refused } = eventsOf(random, state, line)
  const repaired = await failRows(store, 'channel_friend', `new.external_id = any('{${refused.join()}}')`, '22000')
  const statuses = await deliver(random, line, account.webhook.url, sent)
  await until(async () => (await inboxOf(store, 'tries = 0')) === 0)
  for (let tries = 2; tries <= 5; tries++) await tryAgain(store)

  const good = await entriesOf(
    store,
    sent.filter(({ kind }) => kind === null),
  )
  const late = good.filter(({ latency_ms }) => latency_ms === null || latency_ms > PROMPT_MS)
  const { total } = await store.call(onlineLog.search, { query: {} })
  const bad = await rowsOf<{ status: string; error: string | null; n: number }>(
    store,
    `select status, error, count(*)::int as n from online_log where store_id = $1 and not external_id = any($2) group by 1, 2`,
    good.map(({ external_id }) => external_id),
  )
  console.log(
    JSON.stringify({
      ...{ deliveries: statuses.length, not200: statuses.filter((status) => status !== 200).length },
      ...{
        good: good.length,
        prompt: good.length - late.length,
        worst_ms: Math.max(...good.map((one) => one.latency_ms ?? 0)),
      },
      ...{ kinds: Object.keys(poisonKinds).length, bad },
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  // The same event without an id is a redelivery.
  const different = new Set(sent.map(({ event }) => JSON.stringify(event))).size
  expect(total).toBe(Math.min(different, 10_000))
  expect(good.filter(({ status }) => status !== 'done')).toEqual([])
  // Applied with clean text, of people unknown to the store, or shown with the reason.
  expect(bad.filter(({ status, error }) => status === 'waiting' || (status === 'failed' && error === null))).toEqual([])
  const aside = await store.call(onlineLog.search, { query: { status: 'set_aside', limit: '100' } })
  expect(aside.total).toBe(refused.length)
  expect(await friendFaults(store, sent)).toEqual([])

  await repaired[Symbol.asyncDispose]()
  await store.call(onlineLog.replay, { body: {} })
  await until(async () => (await inboxOf(store, 'true')) === 0)
})

/** Good events of friends who follow, write, press and block, in order, with bad ones between them. */
function eventsOf(random: Random, state: State, line: Channel): { sent: Sent[]; refused: string[] } {
  const makers = Object.entries(poisonKinds)
  const refused: string[] = []
  const bad = Array.from({ length: Math.max(makers.length, Math.round(EVENTS * SHARE)) }, (_, n): Sent => {
    const [kind, make] = makers[n % makers.length]!
    const made = make(state, line)
    if (made.refused) refused.push(made.refused)
    return { event: made.event, kind }
  })
  const sent: Sent[] = []
  const users: string[] = []
  while (sent.length < EVENTS) {
    const isNew = users.length === 0 || random.chance(0.2)
    const userId = isNew ? addFriend(line).userId : random.pick(users)
    if (isNew) users.push(userId)
    const make = isNew ? follow : random.pick([textMessage, postback, unfollow, follow])
    sent.push({ event: make(state, userId, 'สวัสดี' as never), kind: null })
  }
  for (const one of random.shuffle(bad)) sent.splice(random.below(sent.length + 1), 0, one)
  return { sent, refused }
}

async function deliver(random: Random, line: Channel, url: string, sent: readonly Sent[]): Promise<number[]> {
  const statuses: number[] = []
  const start = performance.now()
  for (let from = 0; from < sent.length; ) {
    const due = PER_SECOND === 0 ? 0 : start + (from / PER_SECOND) * 1000 - performance.now()
    if (due > 0) await sleep(due)
    const until = from + 1 + random.below(MOST_PER_DELIVERY)
    // A moment of their own, as LINE dates them.
    const events = sent
      .slice(from, until)
      .map(({ event, kind }) => (kind === null ? { ...(event as LineEvent), timestamp: Date.now() } : event))
    const body = JSON.stringify({ destination: line.userId, events })
    statuses.push(await postEvents(line, url, [], { body, signature: signatureOf(line.secret, body) }))
    from = until
  }
  return statuses
}

const idsOf = (sent: readonly Sent[]) => sent.map(({ event }) => (event as LineEvent).webhookEventId)

const entriesOf = (store: TestStore, sent: readonly Sent[]) =>
  rowsOf<{ external_id: string; status: string; latency_ms: number | null }>(
    store,
    'select external_id, status, latency_ms from online_log where store_id = $1 and external_id = any($2)',
    idsOf(sent),
  )

async function inboxOf(store: TestStore, condition: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    store,
    `select count(*)::int as n from inbox where store_id = $1 and ${condition}`,
  )
  return row!.n
}

/** Lets the pauses of failed events pass. */
async function tryAgain(store: TestStore): Promise<void> {
  await rowsOf(store, "update inbox set retry_at = now() where store_id = $1 and retry_at < 'infinity'")
  wakeIngester(await coreOf(store), store.storeId)
  await until(async () => (await inboxOf(store, 'retry_at <= now()')) === 0)
}

/** Returns good users who are no customers, or have other activities than they sent. */
async function friendFaults(store: TestStore, sent: readonly Sent[]) {
  const byUser = Map.groupBy(
    sent.flatMap(({ event, kind }) => (kind === null ? [event as LineEvent] : [])),
    ({ source }) => source!.userId,
  )
  const rows = await rowsOf<{ id: string; activities: number }>(
    store,
    `select p.line_user_id as id, count(a.profile_id)::int as activities from profile p
     left join activity a on a.store_id = p.store_id and a.profile_id = p.id
     where p.store_id = $1 and p.line_user_id = any($2) group by p.id, p.line_user_id`,
    [...byUser.keys()],
  )
  const found = new Map(rows.map(({ id, activities }) => [id, activities]))
  return [...byUser].flatMap(([id, events]) =>
    found.get(id) === events.length ? [] : [{ id, sent: events.length, stored: found.get(id) }],
  )
}
