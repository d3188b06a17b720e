// Programs that keep sending while processes are killed: every answered item is there once, and every receipt is final.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import type { Random } from '../../tools/random.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { importAndUndo } from './ingest-imports.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface IngestMoment {
  victim: Victim | 'ingester asleep'
  /** Milliseconds after the first request. */
  at: number
}

interface IngestOutcome {
  what: string
  requests: number
  faults: string[]
}

const victims: IngestMoment['victim'][] = ['server', 'worker', 'postmaster', 'everything', 'ingester asleep']

export const ingestMoments = (random: Random, count: number): IngestMoment[] =>
  Array.from({ length: count }, (_, n) => ({ victim: victims[n % victims.length]!, at: 100 + random.next() * 900 }))

interface Options {
  moments: readonly IngestMoment[]
  /** Requests of one moment: two of three with one customer, each third with purchases of several. */
  requests: number
  /** Files that are imported and undone meanwhile, for each moment. */
  imports?: number
  tell?: (outcome: IngestOutcome) => void
}

/** Senders at the same time. */
const AT_ONCE = 10
const TRY_AGAIN_MS = 100

/** Plays the moments one after the other, in one store. */
export async function playIngest({ moments, requests, imports = 0, tell }: Options): Promise<IngestOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-ingest-'))
  const scene = await openScene(join(folder, 'data'), 2)
  const outcomes: IngestOutcome[] = []
  try {
    const client = await signIn(scene.address)
    const scopes = ['profile:write', 'activity:write'] as const
    const { key } = await client.call(apiKeys.create, { body: { name: 'POS', scopes: [...scopes] } })
    const [store] = await scene.ask<{ id: number }>('select min(store_id)::int as id from store')
    const [type] = await scene.ask<{ id: number }>(
      "insert into activity_type (store_id, name) values ($1, 'ซื้อซ้ำ') returning id",
      [store!.id],
    )
    const stage = { scene, key, storeId: store!.id, type: type!.id, client, folder }
    for (const [place, moment] of moments.entries()) {
      const outcome = await playMoment(stage, moment, requests, place, imports)
      outcomes.push(outcome)
      tell?.(outcome)
    }
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return outcomes
}

interface Stage {
  scene: Scene
  key: string
  storeId: number
  type: number
  client: RuamClient
  folder: string
}

interface Answered {
  receipt: number
  path: string
  items: number
}

async function playMoment(
  stage: Stage,
  { victim, at }: IngestMoment,
  requests: number,
  place: number,
  imports: number,
) {
  const { scene } = stage
  const killing = sleep(at).then(async () => {
    if (victim === 'ingester asleep') await sleepIngester(stage)
    else await scene.kill(victim)
  })
  const importing = importAndUndo(stage, place * imports, imports)
  const waiting = Array.from({ length: requests }, (_, n) => n)
  const answered: Answered[] = []
  const sending = async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) answered.push(await sendSurely(stage, place, n))
  }
  await Promise.all([killing, importing, ...Array.from({ length: AT_ONCE }, sending)])
  while ((await scene.ask('select from receipt where done_at is null limit 1')).length > 0) await sleep(TRY_AGAIN_MS)
  return {
    what: `${victim} after ${Math.round(at)} ms`,
    requests,
    faults: [...(await faultsOf(stage, place, requests, answered)), ...(await importing)],
  }
}

const ASLEEP_SECONDS = 3

/** Keeps the ingester of the store from its work for a while, as a process that was stopped in the middle would. */
const sleepIngester = ({ scene, storeId }: Stage) =>
  scene.ask(
    `with held as materialized (select from ingester where store_id = $1 for update)
     select pg_sleep(${ASLEEP_SECONDS}) from held`,
    [storeId],
  )

const phoneOf = (place: number, n: number) => `08${String(10_000_000 + place * 100_000 + n * 10).padStart(8, '0')}`

function requestOf({ type }: Stage, place: number, n: number): { path: string; items: unknown[] } {
  const phone = phoneOf(place, n)
  if (n % 3 < 2) return { path: 'profiles/batch', items: [{ values: { firstName: `ลูกค้า ${n}`, phone } }] }
  const items = Array.from({ length: 5 }, (_, one) => ({
    ...{ type, at: '2026-02-01T10:00:00Z', reference: `${place}-${n}-${one}` },
    profile: { values: { phone } },
  }))
  return { path: 'activities/batch', items }
}

/** Sends a request with its key until it is answered. */
async function sendSurely(stage: Stage, place: number, n: number): Promise<Answered> {
  const { path, items } = requestOf(stage, place, n)
  const headers = {
    ...{ authorization: `Bearer ${stage.key}`, 'content-type': 'application/json' },
    'idempotency-key': `${place}-${n}`,
  }
  for (;;) {
    const body = JSON.stringify({ items })
    const url = `${stage.scene.address}/open-api/v1/${path}`
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }).then(
      async (reply) =>
        reply.status === 200 || reply.status === 202 ? ((await reply.json()) as { receipt_id: number }) : null,
      () => null,
    )
    if (answer) return { receipt: answer.receipt_id, path, items: items.length }
    await sleep(TRY_AGAIN_MS)
  }
}

/** Returns what is lost or doubled, in words. */
async function faultsOf(
  { scene: { ask }, storeId }: Stage,
  place: number,
  requests: number,
  answered: readonly Answered[],
) {
  const faults: string[] = []
  const receipts = await ask<{ id: number; items: number; done: number }>(
    'select id, items, jsonb_array_length(results) as done from receipt where store_id = $1 and id = any($2::bigint[])',
    [storeId, answered.map(({ receipt }) => receipt)],
  )
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  for (const { receipt, items } of answered)
    if (byId.get(receipt)?.done !== items) faults.push(`receipt ${receipt} is not final`)
  if (new Set(answered.map(({ receipt }) => receipt)).size !== requests) faults.push('two requests have one receipt')
  const phones = Array.from({ length: requests }, (_, n) => `+66${phoneOf(place, n).slice(1)}`)
  const people = await ask<{ phone: string; n: number; bought: number }>(
    `select u.phone, (select count(*)::int from profile p where p.store_id = $1 and p.phone = u.phone) as n,
       (select count(*)::int from profile p join activity a on a.store_id = p.store_id and a.profile_id = p.id
        where p.store_id = $1 and p.phone = u.phone) as bought
     from unnest($2::text[]) u (phone)`,
    [storeId, phones],
  )
  for (const [n, { phone, n: found, bought }] of people.entries()) {
    if (found !== 1) faults.push(`${phone} is there ${found} times`)
    if (bought !== (n % 3 < 2 ? 0 : 5)) faults.push(`${phone} has ${bought} activities`)
  }
  const runs = await ask<{ id: number; done: number; records: number }>(
    `select r.id, r.done, (select count(*)::int from run_record x where x.store_id = r.store_id and x.run = r.id) as records
     from run r where r.store_id = $1 and r.kind = 'stream'`,
    [storeId],
  )
  for (const { id, done, records } of runs)
    if (done !== records) faults.push(`run ${id}: ${done} done, ${records} records`)
  const [items] = await ask<{ sent: number; done: number }>(
    `select (select coalesce(sum(items), 0)::int from receipt where store_id = $1) as sent,
       (select coalesce(sum(done), 0)::int from run where store_id = $1 and kind = 'stream') as done`,
    [storeId],
  )
  if (items!.sent !== items!.done) faults.push(`${items!.sent} items were sent and ${items!.done} recorded`)
  return faults
}
