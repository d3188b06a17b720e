// Broadcasts whose senders are killed: LINE accepts each person once, and every retry repeats its bytes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, type Fault, type State } from '../../tools/line/state.ts'
import type { BroadcastMoment, Kill } from './broadcast-moments.ts'
import { busyWorker, openScene, type Scene } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface BroadcastOutcome {
  what: string
  faults: string[]
  /** From the first kill to the end of the broadcast. */
  seconds: number
}

interface Options {
  moments: readonly BroadcastMoment[]
  people: number
  /** Among them, ids that LINE does not know. */
  refused: number
  workers: number
  tell?: (outcome: BroadcastOutcome) => void
}

/** Milliseconds of each call, so that a kill finds one under way. */
const CALL_MS = 40
/** Milliseconds of a call that is killed under way. */
const HELD_MS = 600
const MULTICAST = '/v2/bot/message/multicast'
const PUSH = '/v2/bot/message/push'
/** Newest connection that wrote about a broadcast: its worker is the sender. */
const SENDERS = `select client_port as port from pg_stat_activity
  where pid <> pg_backend_pid() and query ~ 'broadcast_(lease|chunk|recipient)' order by query_start desc limit 1`

/** Plays the moments one after the other, each a broadcast to everybody. */
export async function playBroadcasts({ moments, people, refused, workers, tell }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-broadcasts-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), workers, SENDERS)
  const outcomes: BroadcastOutcome[] = []
  try {
    const channel = addChannel(line.state, { quota: null })
    const client = await signIn(scene.address)
    const { id } = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const purposeId = await addPeople(scene, id, people, refused)
    for (const [place, moment] of moments.entries()) {
      // A session of a store is shorter than all of them.
      const personal = place % 2 === 1
      const stage = { scene, state: line.state, channelId: id, purposeId, people, refused, personal }
      const outcome = await playMoment(stage, await signIn(scene.address), moment, `รอบ ${place}`)
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

/** Customers who are friends of an account, and a purpose. Nothing is quiet or capped. Returns the purpose. */
async function addPeople({ ask }: Scene, channelId: number, people: number, refused: number): Promise<number> {
  await ask(
    `with made as (
      insert into profile (store_id, first_name) select 1, 'คน ' || n from generate_series(1, $2::int) n returning id)
    insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select 1, 'lineOA', $1, case when row_number() over (order by id) <= $3::int then 'refused ' || id else 'U' || lpad(id::text, 32, '0') end,
      id, 'friend', now() from made`,
    [channelId, people, refused],
  )
  await ask(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values (1, 'send', false, false, '{}')`,
  )
  const [purpose] = await ask<{ id: number }>(
    `insert into consent_purpose (store_id, name) values (1, 'ข่าวสาร') returning id`,
  )
  return purpose!.id
}

interface Stage {
  scene: Scene
  state: State
  channelId: number
  purposeId: number
  people: number
  refused: number
  /** Each person gets a message of their own. */
  personal: boolean
}

const pathOf = ({ personal }: Stage) => (personal ? PUSH : MULTICAST)

async function playMoment(stage: Stage, client: RuamClient, { kills, fault }: BroadcastMoment, text: string) {
  const { state, channelId, purposeId, personal } = stage
  const path = pathOf(stage)
  state.faults.splice(0)
  if (fault) state.faults.push({ path, kind: fault, times: 2, delay: 100 })
  state.faults.push({ path, kind: 'slow', times: 1_000_000, delay: CALL_MS })
  const { id } = await client.call(broadcasts.create, {
    body: {
      name: text,
      channel: { type: 'lineOA', channel_id: channelId },
      purpose_id: purposeId,
      messages: [
        personal
          ? { type: 'text', text: `${text} ${WORD_MARK}`, words: [{ field_id: 1, fallback: 'ลูกค้า' }] }
          : { type: 'text', text },
      ],
      holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
    },
  })
  const { updated_at: origin_time } = await client.call(broadcasts.get, { params: { id: String(id) } })
  await client.call(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  let began: number | undefined
  for (const kill of kills) {
    await reach(stage, id, text, kill)
    began ??= performance.now()
    await strike(stage, kill)
  }
  const ended = await over(client, id)
  const seconds = (performance.now() - began!) / 1000
  const said = kills.map(
    ({ victim, at }) => `${victim} at ${typeof at === 'number' ? `${Math.round(at * 100)} %` : at}`,
  )
  return {
    what: `${personal ? 'personal: ' : ''}${said.join(', ')}, LINE ${fault ?? 'well'}`,
    faults: await faultsOf(stage, id, text, ended),
    seconds,
  }
}

/** Waits until a broadcast is at a step. */
async function reach(stage: Stage, id: number, text: string, { at }: Kill) {
  const { state, people, refused } = stage
  const { ask } = stage.scene
  const accepted = () => usersOf(state, text).length
  if (typeof at === 'number') {
    while (accepted() < at * (people - refused)) await sleep(2)
  } else if (at === 'freeze') {
    const sql = `select from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query ~ 'insert into broadcast_recipient'
      union all select from broadcast where id = $1 and frozen_at is not null`
    while ((await ask(sql, [id])).length === 0) await sleep(1)
  } else if (at === 'commit') {
    const sql = `select from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle' and query ~ 'broadcast_chunk c set status'
      union all select from broadcast_chunk where broadcast_id = $1 and id > 3`
    while ((await ask(sql, [id])).length === 0) await sleep(1)
  } else {
    const held: Fault = {
      path: pathOf(stage),
      kind: at === 'call' ? 'slow' : 'slow_after_accept',
      times: 1,
      delay: HELD_MS,
    }
    const before = accepted()
    state.faults.unshift(held)
    while (held.times > 0) await sleep(1)
    for (let n = 0; at === 'answer' && n < HELD_MS / 2 && accepted() === before; n++) await sleep(1)
  }
}

/** Kills, or has the sender sleep past its lease. */
async function strike({ scene }: Stage, { victim }: Kill): Promise<void> {
  if (victim !== 'asleep') return scene.kill(victim)
  const sender = scene.workers[await busyWorker(scene.ask, scene.workers, SENDERS)]!
  await sender.signal('SIGSTOP')
  await sleep(ASLEEP_MS)
  await sender.signal('SIGCONT')
}

/** Longer than a lease. */
const ASLEEP_MS = 14_000

async function over(client: RuamClient, id: number): Promise<Broadcast> {
  for (;;) {
    const now = await client.call(broadcasts.get, { params: { id: String(id) } }).catch(() => undefined)
    if (now && now.status !== 'pending') return now
    await sleep(50)
  }
}

const usersOf = (state: State, text: string): string[] =>
  state.accepted.flatMap(({ userId, message }) =>
    (message as { text?: string }).text?.split(' คน')[0] === text ? userId : [],
  )

/** Lists what is wrong: a person without the message or with two, a retry with other bytes, counts that differ. */
async function faultsOf({ scene, state, people, refused }: Stage, id: number, text: string, ended: Broadcast) {
  const users = usersOf(state, text)
  const once = new Set(users)
  const reached = people - refused
  const changed = [...state.bodies.values()].filter((bodies) => bodies.size > 1).length
  const [rows] = await scene.ask<{ accepted: number; failed: number }>(
    `select (count(*) filter (where status = 'accepted'))::int as accepted, (count(*) filter (where status = 'failed'))::int as failed
     from broadcast_recipient where broadcast_id = $1`,
    [id],
  )
  const { counts, status } = ended
  const counted = [counts.accepted, rows!.accepted, counts.failed, rows!.failed].join()
  return [
    ...(once.size === reached ? [] : [`${reached - once.size} people without it`]),
    ...(users.length === once.size ? [] : [`${users.length - once.size} messages twice`]),
    ...(changed === 0 ? [] : [`${changed} keys with several bodies`]),
    ...(status === 'published' && counted === [reached, reached, refused, refused].join()
      ? []
      : [`${status} with ${JSON.stringify(counts)} and ${JSON.stringify(rows)}`]),
  ]
}
