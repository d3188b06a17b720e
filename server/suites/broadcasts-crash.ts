// Broadcasts whose senders are killed: LINE accepts each person once, and every retry repeats its bytes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Broadcast } from '@ruam/contract/broadcasts/broadcast.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { addCoupon } from '../../tools/line/coupon-calls.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, type Fault } from '../../tools/line/state.ts'
import { newTarget } from '../broadcasts/calls/written.ts'
import { type EndedBroadcast, FIRST_STRANGER, faultsOf, NAME } from './broadcast-faults.ts'
import { messageOfEachKind, messagesOf, uploadFiles } from './broadcast-kinds.ts'
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
  /** People of a round of personal messages, at most. */
  pushed: number
  /** Among all, ids that LINE does not know. */
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

/** Plays the moments one after the other, each a broadcast to everybody, or to as many as get a message of their own. */
export async function playBroadcasts({ moments, people, pushed, refused, workers, tell }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-broadcasts-'))
  const dataFolder = join(folder, 'data')
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  process.env.MEDIA_URL = 'https://media.example'
  const scene = await openScene(dataFolder, workers, SENDERS)
  const outcomes: BroadcastOutcome[] = []
  try {
    const channel = addChannel(line.state, { quota: null })
    const client = await signIn(scene.address)
    const { id } = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const purposeId = await addPeople(scene, id, people, refused)
    const { couponId } = addCoupon(line.state, channel.id)
    const kinds = messageOfEachKind(await uploadFiles(scene.address, client.token, couponId))
    for (const moment of moments) {
      const extra = [0, 1].map((next) => kinds[(2 * moment.round + next) % kinds.length]!)
      const most = moment.personal ? Math.min(pushed, people) : people
      const stage = { scene, dataFolder, state: line.state, channelId: id, purposeId, most, extra }
      // A session of a store is shorter than all of them.
      const outcome = await playMoment(stage, await signIn(scene.address), moment, `รอบ ${moment.round}`)
      outcomes.push(outcome)
      tell?.(outcome)
    }
  } finally {
    delete process.env.LINE_API_URL
    delete process.env.MEDIA_URL
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

/** Friends of an account, a third of whom are not customers, and a purpose. Nothing is quiet or capped. Returns the purpose. */
async function addPeople({ ask }: Scene, channelId: number, people: number, refused: number): Promise<number> {
  const strangers = Math.floor(people / 3)
  await ask(
    `with made as (
      insert into profile (store_id, first_name) select 1, $4 || n from generate_series(1, $2::int) n returning id)
    insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select 1, 'lineOA', $1, case when row_number() over (order by id) <= $3::int then 'refused ' || id else 'U' || lpad(id::text, 32, '0') end,
      id, 'friend', now() from made`,
    [channelId, people - strangers, refused, NAME],
  )
  await ask(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, status, since)
     select 1, 'lineOA', $1, 'U' || lpad(($2::int + n)::text, 32, '0'), 'friend', now() from generate_series(1, $3::int) n`,
    [channelId, FIRST_STRANGER, strangers],
  )
  // The id of a friend in LINE says whose name belongs into their message.
  await ask(`update profile set first_name = $1 || id`, [NAME])
  const [purpose] = await ask<{ id: number }>(
    `insert into consent_purpose (store_id, name) values (1, 'ข่าวสาร') returning id`,
  )
  await ask(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids, click_purpose_ids)
     values (1, 'send', false, false, '{}', array[$1::int])`,
    [purpose!.id],
  )
  return purpose!.id
}

/** Friends who become customers in the middle of each broadcast. */
const MET = 50

/** Makes customers of friends, as an event of each would. */
const meetFriends = ({ scene: { ask } }: Stage) =>
  ask(
    `with met as materialized (
       select external_id, row_number() over () as place from channel_friend where profile_id is null order by random() limit $1::int),
     made as (
       insert into profile (store_id, first_name) select 1, $2 || ltrim(external_id, 'U0') from met order by place
       returning id, 'U' || lpad(substr(first_name, $3::int), 32, '0') as external_id)
     update channel_friend f set profile_id = made.id from made where f.external_id = made.external_id`,
    [MET, NAME, NAME.length + 1],
  )

interface Stage extends EndedBroadcast {
  channelId: number
  purposeId: number
  /** Messages after the text. */
  extra: readonly Message[]
}

async function playMoment(stage: Stage, client: RuamClient, moment: BroadcastMoment, text: string) {
  const { state, channelId, purposeId, most, extra } = stage
  const { kills, fault, personal } = moment
  const path = pathOf(moment)
  state.faults.splice(0)
  state.accepted.splice(0)
  if (fault) state.faults.push({ path, kind: fault, times: 2, delay: 100 })
  state.faults.push({ path, kind: 'slow', times: 1_000_000, delay: CALL_MS })
  const messages = messagesOf(text, extra, personal)
  const { id } = await client.call(broadcasts.create, {
    body: {
      name: text,
      channel: { type: 'lineOA', channel_id: channelId },
      purpose_id: purposeId,
      target: { ...newTarget, limit: { max: most, up_to_remaining_quota: false } },
      messages,
      ab_test: kills.some(({ at }) => at === 'choice') ? { messages, ...halves } : null,
      holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
      link_tracking: personal ? 'people' : 'clicks',
    },
  })
  const { updated_at: origin_time } = await client.call(broadcasts.get, { params: { id: String(id) } })
  await client.call(broadcasts.update, { body: { id, origin_time, status: 'pending' } })
  let began: number | undefined
  for (const kill of kills) {
    await reach(stage, id, kill, path)
    began ??= performance.now()
    await strike(stage, kill)
    await meetFriends(stage)
  }
  const ended = await over(client, id)
  const seconds = (performance.now() - began!) / 1000
  const said = kills.map(
    ({ victim, at }) => `${victim} at ${typeof at === 'number' ? `${Math.round(at * 100)} %` : at}`,
  )
  return {
    what: `${personal ? 'personal: ' : ''}${said.join(', ')}, LINE ${fault ?? 'well'}`,
    faults: await faultsOf(stage, ended, messages, personal),
    seconds,
  }
}

/** A tenth of the people get each of two equal texts. Nobody clicks, so that the others get both by halves. */
const halves = { share: 10, decide: 'after', hours: 24, tie: 'half' } as const

const pathOf = ({ personal }: BroadcastMoment) => (personal ? PUSH : MULTICAST)

/** Waits until a broadcast is at a step. */
async function reach({ state, scene, most, extra }: Stage, id: number, { at }: Kill, path: string) {
  const { ask } = scene
  const accepted = () => state.accepted.length / (1 + extra.length)
  const refused = async () => {
    const [row] = await ask<{ count: number }>(
      `select count(*)::int as count from broadcast_recipient where broadcast_id = $1 and chunk is not null and external_id like 'refused%'`,
      [id],
    )
    return row!.count
  }
  if (typeof at === 'number') {
    while (accepted() < at * most - (await refused())) await sleep(5)
  } else if (at === 'freeze') {
    const sql = `select from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query ~ 'insert into broadcast_recipient'
      union all select from broadcast where id = $1 and frozen_at is not null`
    while ((await ask(sql, [id])).length === 0) await sleep(1)
  } else if (at === 'choice') {
    const passes = `update broadcast set trial_ended_at = trial_ended_at - interval '1 day', wait_until = now()
      where id = $1 and reason = 'trial' returning 1`
    while ((await ask(passes, [id])).length === 0) await sleep(5)
    const sql = `select from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle' and query ~ 'set "text_choice"'
      union all select from broadcast where id = $1 and text_choice is not null`
    while ((await ask(sql, [id])).length === 0) await sleep(1)
  } else if (at === 'commit') {
    const sql = `select from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle' and query ~ 'broadcast_chunk c set status'
      union all select from broadcast_chunk where broadcast_id = $1 and id > 3`
    while ((await ask(sql, [id])).length === 0) await sleep(1)
  } else {
    const held: Fault = {
      path,
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
