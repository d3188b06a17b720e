// People and programs read sensitive values while the API is killed: every answer that a client received has its row.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { Random } from '../../tools/random.ts'
import { openScene, type Scene } from './crash-scene.ts'
import { signIn } from './ruam-client.ts'

interface TraceOutcome {
  what: string
  /** Answers with a sensitive value that a client received whole, before the kill and after it. */
  before: number
  after: number
  /** Requests that the kill cut. */
  cut: number
  /** Answers without a row. */
  untraced: string[]
}

/** Answers of a moment before its kill. */
export const traceMoments = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => 1 + Math.floor(random.next() * 100))

const CITIZEN_ID = 10
/** Customers of the store. No two requests of a moment and a way show the same ones, so a row names its request. */
const CUSTOMERS = 60
/** A citizen id in clear text. */
const SHOWN = /"1\d{12}"/
const PAGE = 10
const AT_ONCE = 8

interface Scenery extends Pick<Scene, 'address' | 'ask' | 'kill'> {
  token: string
  key: string
  /** Ids of the customers. */
  ids: number[]
}

/** Kills the API once in each moment. */
export async function playTraces(moments: readonly number[], tell?: (outcome: TraceOutcome) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-traces-'))
  const scene = await openScene(join(folder, 'data'), 1)
  const outcomes: TraceOutcome[] = []
  try {
    const scenery = await customersOf(scene)
    for (const at of moments) {
      const outcome = await playMoment(scenery, at)
      outcomes.push(outcome)
      tell?.(outcome)
    }
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

/** Customers with a citizen id each, and a key that reads it. */
async function customersOf({ address, ask, kill }: Scene): Promise<Scenery> {
  const client = await signIn(address)
  const ids: number[] = []
  for (let n = 0; n < CUSTOMERS; n++) {
    const fields = [{ id: CITIZEN_ID, value: citizenId(n) }]
    ids.push((await client.call(profiles.create, { body: { fields } })).id)
  }
  const { key } = await client.call(apiKeys.create, {
    body: { name: 'POS', scopes: ['profile:read', 'profile-sensitive:read'] },
  })
  for (const [table, columns, of] of [
    [
      'profile_api_field (store_id, field_id, reads)',
      'store_id, field_id',
      'select store_id, $1::int, true from store',
    ],
    [
      'credential_field (store_id, credential_id, field_id, reads)',
      'store_id, credential_id, field_id',
      'select store_id, id, $1::int, true from credential',
    ],
  ])
    await ask(`insert into ${table} ${of} on conflict (${columns}) do update set reads = true`, [CITIZEN_ID])
  return { address, ask, kill, token: client.token, key, ids }
}

/** A number with a right check digit. */
function citizenId(n: number): string {
  const digits = `1${String(10_000_000_000 + n).slice(0, 11)}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (13 - place), 0)
  return `${digits}${(11 - (sum % 11)) % 10}`
}

interface Read {
  way: string
  path: string
  token: string
  body?: string
}

/** The reads of a moment: lists in one message, a read in a transaction, and one of a program. */
const readsOf = ({ token, key, ids }: Scenery): Read[] =>
  ids.slice(0, CUSTOMERS - PAGE).flatMap((id, offset) => [
    { way: titleOf(profiles.list), path: `/api/profile?limit=${PAGE}&offset=${offset}`, token },
    { way: titleOf(profiles.query), path: '/api/profile/query', token, body: JSON.stringify({ limit: PAGE, offset }) },
    { way: titleOf(profileHistory.list), path: `/api/profile/${id}/history`, token },
    { way: titleOf(openApiReading.profile), path: `/open-api/v1/profiles/${id}`, token: key },
  ])

/** An answer that arrived, by its way and customers. */
type Seen = string

async function playMoment(scenery: Scenery, at: number): Promise<TraceOutcome> {
  const { ask, address, kill } = scenery
  const [last] = await ask<{ id: number }>('select coalesce(max(id), 0)::int as id from sensitive_read')
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const waiting = readsOf(scenery).reverse()
  const seen: { before: Seen[]; after: Seen[] } = { before: [], after: [] }
  let isBack = false
  let cut = 0
  const reached = Promise.withResolvers<void>()
  const back = reached.promise.then(async () => {
    await kill('server')
    isBack = true
  })
  const reading = async () => {
    for (let read = waiting.pop(); read; read = waiting.pop()) {
      const began = isBack
      const { status, text } = await answerTo(address, read, agent)
      if (status === 429) {
        waiting.push(read)
        await sleep(50)
      } else if (status === 0) {
        cut++
        await back
      } else {
        if (status !== 200 || !SHOWN.test(text)) throw new Error(`${read.path} answered ${status}: ${text}`)
        seen[began ? 'after' : 'before'].push(`${read.way} ${shownIn(read, text)}`)
        if (seen.before.length === at) reached.resolve()
      }
    }
  }
  await Promise.all([back, ...Array.from({ length: AT_ONCE }, reading)])
  agent.destroy()
  const rows = await ask<{ seen: Seen }>(
    "select way || ' ' || array_to_string(profile_ids, ',') as seen from sensitive_read where id > $1",
    [last!.id],
  )
  const traced = new Set(rows.map((row) => row.seen))
  const untraced = [...seen.before, ...seen.after].filter((one) => !traced.has(one))
  const what = `killed after ${at} answers`
  return { what, before: seen.before.length, after: seen.after.length, cut, untraced }
}

/** Ids of the customers that an answer shows, in the order of a trace. */
function shownIn({ path }: Read, text: string): string {
  const answer = JSON.parse(text) as { data: { id: number }[] }
  const alone = /profiles?\/(\d+)/.exec(path)?.[1]
  return (
    alone ??
    answer.data
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join(',')
  )
}

/** The answer if it arrived whole; else the status 0. */
function answerTo(
  address: string,
  { path, token, body }: Read,
  agent: Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const cut = () => resolve({ status: 0, text: '' })
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = request(`${address}${path}`, { method: body ? 'POST' : 'GET', agent, headers }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', cut)
      reply.on('end', () => resolve({ status: reply.statusCode!, text: Buffer.concat(parts).toString() }))
    })
    sent.on('error', cut)
    sent.end(body)
  })
}
