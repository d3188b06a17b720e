// LINE's list of friends, read while the worker is killed: every friend is there once, with its name, and no erased one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { startLine } from '../../tools/line/server.ts'
import { addChannel, addFriend, type Channel, type State } from '../../tools/line/state.ts'
import { bodyOf, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import type { Random } from '../../tools/random.ts'
import { openScene, type Scene } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface FollowersOutcome {
  friends: number
  /** Rows and names at each kill. */
  kills: string[]
  /** Seconds until the list, and until the last name. */
  listSeconds: number
  nameSeconds: number
  /** Most questions for names within a second, and all of them. */
  mostPerSecond: number
  asked: number
  faults: string[]
}

interface Options {
  friends: number
  random: Random
}

/** Friends who were customers and are erased, who have blocked the account, and who write while the list is read. */
const FEW = 12
/** LINE's limit for the names of users. */
const LINE_RATE = 2000

/** Reads a list of friends through three kills of the worker, two of them while rows come in and one while names do. */
export async function playFollowers({ friends, random }: Options): Promise<FollowersOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-followers-'))
  const line = await startLine()
  process.env.LINE_API_URL = line.url
  const scene = await openScene(join(folder, 'data'), 1)
  try {
    const client = await signIn(scene.address)
    const channel = addChannel(line.state, { verified: true })
    for (let n = 0; n < friends; n++) addFriend(channel, { displayName: `เพื่อน ${n}` })
    const all = [...channel.friends.values()]
    const drawn = random.shuffle(all.map(({ userId }) => userId))
    const [erased, blocked, writers] = [0, 1, 2].map((n) => drawn.slice(n * FEW, (n + 1) * FEW)) as [
      string[],
      string[],
      string[],
    ]
    for (const userId of blocked) channel.friends.get(userId)!.blocked = true
    await erasePeople(client, erased)
    line.state.faults.push({ path: '/v2/bot/followers/ids', kind: 'too_many', times: 1 })
    line.state.faults.push({ path: '/v2/bot/profile/', kind: 'error', times: 5 })
    const account = await client.call(lineOa.create, {
      body: { channel_id: channel.id, channel_secret: channel.secret },
    })
    const began = performance.now()
    const { job_id } = await client.call(lineOa.readFriends, { params: { id: String(account.id) } })
    const kills: string[] = []
    const url = scene.address + new URL(account.webhook.url).pathname
    for (const share of [0.1 + random.next() * 0.3, 0.5 + random.next() * 0.4]) {
      await reached(scene, 'external_id', friends * share)
      kills.push(await kill(scene))
      await write({ state: line.state, channel, url }, writers.splice(0, FEW / 2))
    }
    channel.list.expires = 1
    const job = await client.jobEnded(job_id)
    const listSeconds = (performance.now() - began) / 1000
    await reached(scene, 'display_name', friends * (0.2 + random.next() * 0.6))
    kills.push(await kill(scene))
    await named(scene)
    return {
      friends,
      kills,
      listSeconds,
      nameSeconds: (performance.now() - began) / 1000,
      ...rateOf(line.state),
      faults: [
        ...(job.status === 'completed' ? [] : [`the job ended as ${job.status}`]),
        ...(await faultsOf({
          scene,
          channel,
          state: line.state,
          erased,
          blocked,
          writers: drawn.slice(2 * FEW, 3 * FEW),
        })),
      ],
    }
  } finally {
    delete process.env.LINE_API_URL
    await scene.stop()
    await line.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const fieldId = (name: string) => systemFields.find((field) => field.name === name)!.id

/** Makes customers with these LINE ids, and erases them. */
async function erasePeople(client: RuamClient, userIds: readonly string[]): Promise<void> {
  for (const userId of userIds) {
    const { id } = await client.call(profiles.create, {
      body: { fields: [{ id: fieldId('lineUserId'), value: userId }] },
    })
    const { job_id } = await client.call(profileErasure.erase, { params: { id: String(id) }, body: { confirm: true } })
    await client.jobEnded(job_id)
  }
}

const POLL_MS = 20

/** Waits until so many rows have a value. */
async function reached({ ask }: Scene, column: 'external_id' | 'display_name', rows: number): Promise<void> {
  const text = `select count(${column})::int as n from channel_friend`
  while ((await ask<{ n: number }>(text))[0]!.n < rows) await sleep(POLL_MS)
}

async function kill(scene: Scene): Promise<string> {
  const [at] = await scene.ask<{ rows: number; names: number }>(
    'select count(*)::int as rows, count(display_name)::int as names from channel_friend',
  )
  await scene.kill('worker')
  return `${at!.rows} rows, ${at!.names} names`
}

async function named({ ask }: Scene): Promise<void> {
  const waiting = `select from channel_friend where name_at is not null and status = 'friend' limit 1`
  while ((await ask(waiting)).length > 0 || (await ask('select from inbox limit 1')).length > 0) await sleep(100)
}

/** Sends a message of each user, who becomes a customer by it. */
async function write(
  { state, channel, url }: { state: State; channel: Channel; url: string },
  userIds: readonly string[],
): Promise<void> {
  const body = bodyOf(
    channel,
    userIds.map((userId) => textMessage(state, userId, 'สวัสดี')),
  )
  const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
  const reply = await fetch(url, { method: 'POST', headers, body })
  if (reply.status !== 200) throw new Error(`The webhook answered ${reply.status}`)
}

function rateOf({ profileCalls }: State): { mostPerSecond: number; asked: number } {
  const times = profileCalls.map(({ at }) => at).sort((a, b) => a - b)
  let mostPerSecond = 0
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! >= 1000) from++
    mostPerSecond = Math.max(mostPerSecond, to - from + 1)
  }
  return { mostPerSecond, asked: times.length }
}

interface Played {
  scene: Scene
  channel: Channel
  state: State
  erased: string[]
  blocked: string[]
  writers: string[]
}

/** Returns what is lost, invented or wrong, in words. */
async function faultsOf({ scene, channel, state, erased, blocked, writers }: Played): Promise<string[]> {
  const rows = await scene.ask<{ id: string; name: string | null; customer: boolean; called: string | null }>(
    `select f.external_id as id, f.display_name as name, f.profile_id is not null as customer, p.line_display_name as called
     from channel_friend f left join profile p on p.store_id = f.store_id and p.id = f.profile_id`,
  )
  const must = new Set(channel.friends.keys())
  for (const id of [...erased, ...blocked]) must.delete(id)
  const there = new Set(rows.map(({ id }) => id))
  const asked = new Set(state.profileCalls.map(({ userId }) => userId))
  const count = (what: string, n: number) => (n === 0 ? [] : [`${what}: ${n}`])
  const nameOf = (id: string) => channel.friends.get(id)?.displayName
  return [
    ...count('lost', [...must].filter((id) => !there.has(id)).length),
    ...count('invented', rows.filter(({ id }) => !must.has(id)).length),
    ...count('doubled', rows.length - there.size),
    ...count('erased with a row', erased.filter((id) => there.has(id)).length),
    ...count('erased and asked for a name', erased.filter((id) => asked.has(id)).length),
    ...count('wrong names', rows.filter(({ id, name, called }) => (called ?? name) !== nameOf(id)).length),
    ...count('names in two places', rows.filter(({ name, called }) => name !== null && called !== null).length),
    ...count(
      'writers who are no customers',
      writers.filter((id) => !rows.some((row) => row.id === id && row.customer)).length,
    ),
    ...count(
      'customers who did not write',
      rows.filter(({ id, customer }) => customer && !writers.includes(id)).length,
    ),
    ...count('questions over the rate of LINE', Math.max(0, rateOf(state).mostPerSecond - LINE_RATE)),
    ...state.violations,
  ]
}
