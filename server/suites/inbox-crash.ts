// Webhooks of LINE that keep coming while processes are killed: every event that was answered is applied exactly once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend, type Channel, type State } from '../../tools/line/state.ts'
import { bodyOf, follow, type LineEvent, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import type { Random } from '../../tools/random.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { signIn } from './ruam-client.ts'

interface InboxMoment {
  victim: Victim
  /** Milliseconds after the first event. */
  at: number
}

interface InboxOutcome {
  what: string
  events: number
  faults: string[]
  /** From the kill until the inbox is empty. */
  seconds: number
}

const victims: Victim[] = ['server', 'worker', 'postmaster', 'everything']

export const inboxMoments = (random: Random, count: number): InboxMoment[] =>
  Array.from({ length: count }, (_, n) => ({ victim: victims[n % victims.length]!, at: 100 + random.next() * 900 }))

interface Options {
  moments: readonly InboxMoment[]
  /** Users of one moment: each follows and writes two messages, with both ordered by its own answers. */
  users: number
  tell?: (outcome: InboxOutcome) => void
}

/** Users who act at the same time. */
const AT_ONCE = 12
const TRY_AGAIN_MS = 100

/** Plays the moments one after the other, in one store. */
export async function playInbox({ moments, users, tell }: Options): Promise<InboxOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-inbox-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), 2)
  const outcomes: InboxOutcome[] = []
  try {
    const channel = addChannel(line.state)
    const client = await signIn(scene.address)
    const account = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const url = scene.address + new URL(account.webhook.url).pathname
    for (const moment of moments) {
      const outcome = await playMoment({ scene, state: line.state, channel, url }, moment, users)
      outcomes.push(outcome)
      tell?.(outcome)
    }
  } finally {
    delete process.env.LINE_API_URL
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

interface Stage {
  scene: Scene
  state: State
  channel: Channel
  url: string
}

async function playMoment({ scene, state, channel, url }: Stage, { victim, at }: InboxMoment, users: number) {
  const acts = Array.from({ length: users }, () => {
    const { userId } = addFriend(channel)
    return [follow(state, userId), textMessage(state, userId, 'ก'), textMessage(state, userId, 'ข')]
  })
  let killed = 0
  const killing = sleep(at).then(async () => {
    killed = performance.now()
    await scene.kill(victim)
  })
  const waiting = [...acts]
  const acting = async () => {
    for (let events = waiting.pop(); events; events = waiting.pop())
      for (const event of events) await deliverSurely(channel, url, event)
  }
  await Promise.all([killing, ...Array.from({ length: AT_ONCE }, acting)])
  await emptyInbox(scene)
  const seconds = (performance.now() - killed) / 1000
  const sent = acts.flat()
  return {
    what: `${victim} after ${Math.round(at)} ms`,
    events: sent.length,
    seconds,
    faults: await faultsOf(scene, sent),
  }
}

/** Delivers an event again until it is answered, as LINE does. */
async function deliverSurely(channel: Channel, url: string, event: LineEvent): Promise<void> {
  for (let isRedelivery = false; ; isRedelivery = true) {
    const body = bodyOf(channel, [{ ...event, deliveryContext: { isRedelivery } }])
    const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
    const status = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(TRY_AGAIN_MS)
  }
}

async function emptyInbox({ ask }: Scene): Promise<void> {
  while ((await ask('select from inbox limit 1')).length > 0) await sleep(TRY_AGAIN_MS)
}

/** Returns what is lost or doubled of these events, in words. */
async function faultsOf({ ask }: Scene, events: readonly LineEvent[]): Promise<string[]> {
  const logged = await ask<{ n: number; done: number }>(
    `select count(*)::int as n, (count(*) filter (where status = 'done' and profile_id is not null))::int as done
     from online_log where external_id = any($1)`,
    [events.map(({ webhookEventId }) => webhookEventId)],
  )
  const users = [...new Set(events.map(({ source }) => source!.userId))]
  const people = await ask<{ id: string; profiles: number; activities: number; friends: number }>(
    `select u.id,
       (select count(*)::int from profile p where p.line_user_id = u.id and p.deleted_at is null) as profiles,
       (select count(*)::int from profile p join activity a on a.store_id = p.store_id and a.profile_id = p.id
        where p.line_user_id = u.id) as activities,
       (select count(*)::int from channel_friend f where f.external_id = u.id and f.status = 'friend' and f.profile_id is not null) as friends
     from unnest($1::text[]) u (id)`,
    [users],
  )
  const perUser = events.length / users.length
  const wrong = people.filter((one) => one.profiles !== 1 || one.activities !== perUser || one.friends !== 1)
  return [
    ...(logged[0]!.n === events.length && logged[0]!.done === events.length
      ? []
      : [`of ${events.length} events ${logged[0]!.n} are logged and ${logged[0]!.done} done`]),
    ...wrong.map((one) => `${one.id}: ${one.profiles} profiles, ${one.activities} activities, ${one.friends} friends`),
  ]
}
