// A store whose changes go to a receiver on this machine: Ruam, its worker and the receiver are processes of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { labels } from '@ruam/contract/customers/labels.ts'
import { changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { createPool, inStore } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { ALL_EVENTS } from '../open-api/changes/cursor.ts'
import { ChangeCopy, type Event } from './change-copy.ts'
import { openScene, type Scene } from './crash-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

export interface ChangeScene {
  scene: Scene
  folder: string
  storeId: number
  /** Credentials of programs with all scopes. */
  keys: readonly string[]
  /** Signs staff in: a session of a store is shorter than a whole run. */
  signIn(): Promise<RuamClient>
  labels: readonly number[]
  purpose: number
  type: number
  /** Customer of before the subscription, whom only the long transaction writes. */
  heldId: number
  receiver: Receiver
  copy: ChangeCopy
  /** All events since the subscription, as programs read them. */
  readStream(): Promise<Event[]>
  stop(): Promise<void>
}

interface Receiver {
  file: string
  url: string
  start(): Promise<void>
  kill(): Promise<void>
}

const POLL_MS = 100

/** Opens it with programs, and with segments of customers with these names. */
export async function openChangeScene(
  folder: string,
  programs: number,
  chosen: readonly string[],
): Promise<ChangeScene> {
  const scene = await openScene(join(folder, 'data'), 1)
  const receiver = await startReceiver(join(folder, 'received'))
  const client = await signIn(scene.address)
  const keys: string[] = []
  for (let n = 0; n < programs; n++)
    keys.push((await client.call(apiKeys.create, { body: { name: `POS ${n}`, scopes: [...scopeNames] } })).key)
  const general = (name: string) => client.call(labels.create, { body: { name, color: 'teal', type: 'general' } })
  const given = [await general('ประจำ'), await general('ใหม่')]
  for (const name of chosen) await makeSegment(client, name)
  const [store] = await scene.ask<{ id: number }>('select min(store_id)::int as id from store')
  const storeId = store!.id
  const made = async (text: string) => (await scene.ask<{ id: number }>(text, [storeId]))[0]!.id
  const call = callsOf(scene.address, keys[0]!)
  const { next_cursor: cursor } = await call<{ next_cursor: string }>('changes')
  await call('webhooks', { url: receiver.url, types: changeTypeNames })
  return {
    ...{ scene, folder, storeId, keys, receiver, labels: given.map(({ id }) => id) },
    signIn: () => signIn(scene.address),
    purpose: await made("insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id"),
    type: await made("insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id"),
    heldId: await made("insert into profile (store_id, first_name) values ($1, 'ถูกจอง') returning id"),
    copy: new ChangeCopy(scene.ask, storeId, receiver.file),
    async readStream() {
      const events: Event[] = []
      for (let after = cursor, more = true; more; ) {
        const page = await call<{ data: Event[]; next_cursor: string; has_more: boolean }>(
          `changes?after=${after}&limit=1000`,
        )
        events.push(...page.data)
        ;({ next_cursor: after, has_more: more } = page)
      }
      return events
    },
    async stop() {
      await receiver.kill()
      await scene.stop()
    },
  }
}

function makeSegment(client: RuamClient, value: string) {
  const rules = [{ kind: 'profile' as const, field_id: 1, operator: 'contains' as const, value }]
  const segment_rule = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and' as const, groups: [{ condition: 'and' as const, rules }] },
  }
  return client.call(labels.create, { body: { name: `ชื่อ ${value}`, color: 'teal', type: 'advanced', segment_rule } })
}

/** Calls as a program, again while the stream begins or the pace is too high. */
const callsOf =
  (address: string, key: string) =>
  async <Body>(path: string, body?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    for (;;) {
      const reply = await fetch(`${address}/open-api/v1/${path}`, init)
      if (reply.ok) return (await reply.json()) as Body
      if (reply.status !== 503 && reply.status !== 429)
        throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
      await reply.arrayBuffer()
      await sleep(POLL_MS)
    }
  }

/** A receiver that is killed starts again at its address. */
async function startReceiver(file: string): Promise<Receiver> {
  const path = fileURLToPath(new URL('receiver-process.ts', import.meta.url))
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  let child: ChildProcess
  const start = async () => {
    child = spawn(process.execPath, [path, file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout!, 'data')
  }
  const kill = async () => {
    if (child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await start()
  return { file, url: `http://127.0.0.1:${port}/`, start, kill }
}

/** Opens a transaction that writes a new customer and one whom no other writes. Returns the new one's id, and what commits it. */
export async function openLongTransaction({ scene, folder, storeId, heldId }: ChangeScene) {
  const secretKey = (await readFile(join(folder, 'data/secret-key'), 'utf8')).trim()
  const pool = createPool(appUrlOf(scene.superUrl, secretKey), { max: 1 })
  const [begun, end] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
  const done = inStore(pool, storeId, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into profile (store_id, first_name) values (${storeId}, 'มาช้า') returning id`.execute(db)
    await sql`update profile set first_name = 'ถูกแก้' where store_id = ${storeId} and id = ${heldId}`.execute(db)
    begun.resolve(rows[0]!.id)
    await end.promise
  })
  done.catch(begun.reject)
  return {
    id: await begun.promise,
    async commit() {
      end.resolve()
      await done
      await pool.end()
    },
  }
}

/** Waits until nothing is under way, and all committed changes are delivered. */
export async function allDelivered({ scene }: ChangeScene): Promise<void> {
  for (;;) {
    const [row] = await scene.ask<{ over: boolean }>(
      `select not exists (select from job where status in ('pending', 'processing'))
         and not exists (select from receipt where done_at is null)
         and not exists (select from segment where wanted > done)
         and not exists (select from change where position is null)
         and not exists (select from webhook w join change_reader r using (store_id)
           where (w.position, w.nth) < (r.position, ${ALL_EVENTS})) as over`,
    )
    if (row!.over) return
    await sleep(POLL_MS)
  }
}

/** Events written so far. */
export async function countEvents({ scene, storeId }: ChangeScene): Promise<number> {
  const [row] = await scene.ask<{ n: number }>(
    `select coalesce(sum(greatest(cardinality(profile_ids), 1)), 0)::int as n from change
     where store_id = $1 and kind <> 'segment.rule'`,
    [storeId],
  )
  return row!.n
}
