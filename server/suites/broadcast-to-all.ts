// LINE's call for everyone under eight kills: it is accepted once, with one key and the same bytes, and its quota is counted once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend, type Channel, type Fault, type State } from '../../tools/line/state.ts'
import { newTarget } from '../broadcasts/calls/written.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

/** Steps of a call: while LINE counts, before it has accepted, before its answer is read, and before that is committed. */
type Step = 'count' | 'call' | 'answer' | 'commit'

interface Kill {
  victim: Victim
  at: Step
}

/** Eight kills of one broadcast. */
const kills: readonly Kill[] = [
  { victim: 'server', at: 'count' },
  { victim: 'everything', at: 'count' },
  { victim: 'server', at: 'call' },
  { victim: 'postmaster', at: 'call' },
  { victim: 'everything', at: 'call' },
  { victim: 'server', at: 'answer' },
  { victim: 'everything', at: 'answer' },
  { victim: 'postmaster', at: 'commit' },
]

const BROADCAST = '/v2/bot/message/broadcast'
const COUNT = '/v2/bot/insight/followers'
/** Milliseconds of a call that is killed under way. */
const HELD_MS = 1500

interface Stage {
  scene: Scene
  state: State
  channel: Channel
  client: RuamClient
  id: number
}

/** Sends to so many friends under the kills. Returns what is wrong, and the kills. */
export async function playToAll(friends: number): Promise<{ faults: string[]; kills: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-to-all-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), 0)
  try {
    const channel = addChannel(line.state, { quota: friends * 2 })
    for (let n = 0; n < friends; n++) addFriend(channel)
    const client = await signIn(scene.address)
    const account = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const id = await scheduleToAll(scene, client, account.id)
    const stage = { scene, state: line.state, channel, client, id }
    for (const kill of kills) {
      await reach(stage, kill.at)
      await scene.kill(kill.victim)
    }
    line.state.faults.splice(0)
    return { faults: await faultsOf(stage, friends), kills: kills.length }
  } finally {
    delete process.env.LINE_API_URL
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Asks, approves as the only owner, and lets it be due. LINE has to be asked for its count again. */
async function scheduleToAll({ ask }: Scene, client: RuamClient, channelId: number): Promise<number> {
  const [purpose] = await ask<{ id: number }>(
    `insert into consent_purpose (store_id, name) values (1, 'ข่าวสาร') returning id`,
  )
  await ask(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values (1, 'send', false, false, '{}')`,
  )
  const { id, updated_at: origin_time } = await client.call(broadcasts.create, {
    body: {
      name: 'ถึงทุกคน',
      channel: { type: 'lineOA', channel_id: channelId },
      purpose_id: purpose!.id,
      target: { ...newTarget, type: 'line_all' },
      messages: [{ type: 'text', text: 'ลดทั้งร้าน' }],
      holdout: { share: 0, off_reason: null, repeats_id: null },
      schedule: { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString(), time_zone: 'Asia/Bangkok' },
    },
  })
  const { version } = await client.call(broadcasts.update, {
    body: { id, origin_time, status: 'pending', withdrawn: 0 },
  })
  await client.call(broadcasts.approve, { params: { id: String(id) }, body: { version, withdrawn: 0 } })
  return id
}

/** Waits until the broadcast is at a step. */
async function reach({ scene: { ask }, state, id }: Stage, at: Step): Promise<void> {
  state.faults.splice(0)
  if (at === 'commit') {
    const committing = `select from pg_stat_activity where pid <> pg_backend_pid() and state <> 'idle' and query ~ 'broadcast_chunk c set status'
      union all select from broadcast_chunk where broadcast_id = $1 and status <> 'waiting'`
    await ask('update broadcast_chunk set next_try_at = now() where broadcast_id = $1', [id])
    while ((await ask(committing, [id])).length === 0) await sleep(1)
    return
  }
  const held: Fault = {
    path: at === 'count' ? COUNT : BROADCAST,
    kind: at === 'answer' ? 'slow_after_accept' : 'slow',
    times: 1,
    delay: HELD_MS,
  }
  state.faults.push(held)
  const due = `update broadcast set due_at = now(), wait_until = null where id = $1`
  await ask(at === 'count' ? `${due.replace(' where', ', line_counted_on = line_counted_on - 1 where')}` : due, [id])
  await ask('update broadcast_chunk set next_try_at = now() where broadcast_id = $1', [id])
  while (held.times > 0) await sleep(1)
}

/** Lists what is wrong at the end. */
async function faultsOf({ scene: { ask }, state, channel, client, id }: Stage, friends: number): Promise<string[]> {
  const ended = await over(client, id)
  const users = new Map<string, number>()
  for (const { userId } of state.accepted) users.set(userId, (users.get(userId) ?? 0) + 1)
  const once = [...users.values()].every((count) => count === 1)
  const requests = new Set(state.accepted.map(({ requestId }) => requestId))
  const changed = [...state.bodies.values()].filter((bodies) => bodies.size > 1).length
  const [quota] = await ask<{ usage: number; reserved: number }>('select usage, reserved from broadcast_quota')
  const chunks = await ask<{ status: string; request_id: string; tries: number }>(
    `select status, request_id, tries from broadcast_chunk where broadcast_id = $1`,
    [id],
  )
  const used = JSON.stringify(quota)
  const expected = [channel.usage, reservedFor(friends)].map((usage) => JSON.stringify({ usage, reserved: 0 }))
  return [
    ...(ended.status === 'published' && ended.counts.accepted === friends ? [] : [JSON.stringify(ended)]),
    ...(users.size === friends && once
      ? []
      : [`${users.size} of ${friends} friends, ${state.accepted.length} messages`]),
    ...(requests.size === 1 ? [] : [`${requests.size} accepted requests`]),
    ...(changed === 0 ? [] : [`${changed} keys with several bodies`]),
    ...(chunks.length === 1 && chunks[0]!.request_id === [...requests][0] ? [] : [JSON.stringify(chunks)]),
    ...(expected.includes(used) ? [] : [`quota ${used} instead of ${expected.join(' or ')}`]),
    ...state.violations,
  ]
}

async function over(client: RuamClient, id: number) {
  for (;;) {
    const now = await client.call(broadcasts.get, { params: { id: String(id) } }).catch(() => undefined)
    if (now && now.status !== 'pending') return now
    await sleep(50)
  }
}
