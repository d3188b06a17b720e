// Writers of all kinds that work while processes are killed, and the count of what they were answered: each answer of success stands for one
// thing in the database; a request whose answer was lost stands for one or none.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { addChannel, addFriend } from '../../tools/line/state.ts'
import { bodyOf, follow, signatureOf, textMessage } from '../../tools/line/webhooks.ts'
import { crashFile } from './crash-file.ts'
import type { KillScene } from './kills-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface Counted {
  what: string
  /** Things that were answered with success. */
  accepted: number
  lost: number
  doubled: number
}

interface Writer {
  what: string
  /** Does one thing, and waits for its answer. Whatever it throws is the next kill. */
  act(n: number): Promise<unknown>
  pauseMs: number
  /** Number of loops. */
  loops: number
  count(): Promise<Omit<Counted, 'what'>>
}

/** People of each broadcast. */
const AUDIENCE = 100
/** Rows of a file. */
const ROWS = 2000
/** A session of a store is shorter than a run. */
const SESSION_MS = 120_000

/** Starts the writers. `end` lets each finish what it is at, waits for all accepted work, and counts. */
export async function startWriters(scene: KillScene) {
  const { apis, ask, line, folder } = scene
  const address = (n: number) => apis[n % apis.length]!.address
  const first = await signIn(address(0))
  const session = { client: first, since: performance.now() }
  /** A client at an API process, which may be away. */
  const clientAt = async (n: number): Promise<RuamClient> => {
    const client = await signIn(address(n))
    Object.assign(session, { client, since: performance.now() })
    return client
  }
  const headers = () => ({ authorization: `Bearer ${session.client.token}`, 'content-type': 'application/json' })
  const send = async (n: number, path: string, body: string, more: Record<string, string>) => {
    const init = { method: 'POST', headers: more, body, signal: AbortSignal.timeout(15_000) }
    const reply = await fetch(address(n) + path, init).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => {})
    return reply?.status ?? 0
  }
  /** Sends at one process after the other until one answers with success. */
  const sendSurely = async (n: number, path: string, body: string, more: Record<string, string>) => {
    for (let tries = n; ; tries++) {
      const status = await send(tries, path, body, more)
      if (status === 200 || status === 202) return
      if (status >= 400 && status < 500 && status !== 429 && status !== 409) throw new Error(`${path}: ${status}`)
      await sleep(100)
    }
  }
  const phoneOf = (start: string, n: number) => `${start}${String(n).padStart(7, '0')}`
  /** Counts people by phone: `unsure` ones may be missing. */
  const people = async (sure: readonly string[], unsure: readonly string[]) => {
    const found = await ask<{ phone: string; n: number }>(
      'select phone, count(*)::int as n from profile where phone = any($1) and deleted_at is null group by phone',
      [[...sure, ...unsure].map((phone) => `+66${phone.slice(1)}`)],
    )
    const there = new Set(found.map(({ phone }) => `0${phone.slice(3)}`))
    return {
      accepted: sure.length,
      lost: sure.filter((phone) => !there.has(phone)).length,
      doubled: found.filter(({ n }) => n > 1).length,
    }
  }

  const staff = { sure: [] as string[], unsure: [] as string[] }
  const customers: Writer = {
    ...{ what: 'customers by staff', loops: 2, pauseMs: 100 },
    async act(n) {
      if (performance.now() - session.since > SESSION_MS) await clientAt(n)
      const phone = phoneOf('061', n)
      const status = await send(n, '/api/profile', JSON.stringify({ fields: [{ id: 9, value: phone }] }), headers())
      if (status >= 200 && status < 300) staff.sure.push(phone)
      // An import keeps staff from writing: nothing was done.
      else if (status === 0 || status >= 500) staff.unsure.push(phone)
    },
    count: () => people(staff.sure, staff.unsure),
  }

  const { key } = await first.call(apiKeys.create, {
    body: { name: 'POS', scopes: ['profile:write', 'activity:write'] },
  })
  const [type] = await ask<{ id: number }>(
    "insert into activity_type (store_id, name) select min(store_id), 'ซื้อซ้ำ' from store returning id",
  )
  const sent: string[] = []
  const items: Writer = {
    ...{ what: 'items of programs', loops: 2, pauseMs: 60 },
    async act(n) {
      const phone = phoneOf('062', n)
      const withKey = {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': phone },
      }
      const purchase = { type: type!.id, at: '2026-02-01T10:00:00Z', reference: phone, profile: { values: { phone } } }
      await sendSurely(n, '/open-api/v1/activities/batch', JSON.stringify({ items: [purchase] }), withKey)
      sent.push(phone)
    },
    async count() {
      const stored = await people(sent, [])
      const bought = await ask<{ reference: string; n: number }>(
        'select reference, count(*)::int as n from activity where reference = any($1) group by reference',
        [sent],
      )
      return {
        accepted: 2 * sent.length,
        lost: stored.lost + sent.length - bought.length,
        doubled: stored.doubled + bought.filter(({ n }) => n > 1).length,
      }
    },
  }

  const inbox = addChannel(line.state)
  const account = await first.call(lineOa.create, { body: { channel_id: inbox.id, channel_secret: inbox.secret } })
  const webhook = new URL(account.webhook.url).pathname
  const users: string[] = []
  const webhooks: Writer = {
    ...{ what: 'webhooks of LINE', loops: 1, pauseMs: 100 },
    async act(n) {
      const { userId } = addFriend(inbox)
      for (const event of [follow(line.state, userId), textMessage(line.state, userId, 'ก')]) {
        const body = bodyOf(inbox, [event])
        const signed = {
          'content-type': 'application/json',
          'x-line-signature': signatureOf(inbox.secret, body),
        }
        await sendSurely(n, webhook, body, signed)
      }
      users.push(userId)
    },
    async count() {
      const found = await ask<{ profiles: number; activities: number; friends: number }>(
        `select (select count(*)::int from profile p where p.line_user_id = u.id and p.deleted_at is null) as profiles,
           (select count(*)::int from profile p join activity a on a.store_id = p.store_id and a.profile_id = p.id
            where p.line_user_id = u.id) as activities,
           (select count(*)::int from channel_friend f where f.external_id = u.id and f.status = 'friend' and f.profile_id is not null) as friends
         from unnest($1::text[]) u (id)`,
        [users],
      )
      return {
        accepted: 2 * users.length,
        lost: found.filter((one) => one.profiles < 1 || one.activities < 2 || one.friends < 1).length,
        doubled: found.filter((one) => one.profiles > 1 || one.activities > 2 || one.friends > 1).length,
      }
    },
  }

  const outbox = addChannel(line.state, { quota: null })
  const sender = await first.call(lineOa.create, { body: { channel_id: outbox.id, channel_secret: outbox.secret } })
  const purpose = await addAudience(scene, sender.id)
  const started = { sure: [] as string[], unsure: [] as string[] }
  const messages: Writer = {
    ...{ what: 'broadcasts', loops: 1, pauseMs: 1000 },
    async act(n) {
      const text = `ข่าว ${n}`
      const client = await clientAt(n)
      const { id } = await client.call(broadcasts.create, {
        body: {
          name: text,
          channel: { type: 'lineOA', channel_id: sender.id },
          purpose_id: purpose,
          messages: [{ type: 'text', text }],
          holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
        },
      })
      const { updated_at: origin_time } = await client.call(broadcasts.get, { params: { id: String(id) } })
      await client.call(broadcasts.update, { body: { id, origin_time, status: 'pending' } }).then(
        () => started.sure.push(text),
        () => started.unsure.push(text),
      )
      while ((await ask("select from broadcast where id = $1 and status = 'pending'", [id])).length > 0)
        await sleep(200)
    },
    async count() {
      const perText = Map.groupBy(line.state.accepted, ({ message }) => (message as { text?: string }).text)
      const reached = (text: string) => (perText.get(text) ?? []).map(({ userId }) => userId)
      const all = [...started.sure, ...started.unsure].map(reached)
      return {
        accepted: started.sure.length * AUDIENCE,
        lost: started.sure.reduce((sum, text) => sum + AUDIENCE - new Set(reached(text)).size, 0),
        doubled: all.reduce((sum, found) => sum + found.length - new Set(found).size, 0),
      }
    },
  }

  const files = { sure: [] as string[], unsure: [] as string[] }
  const imports: Writer = {
    ...{ what: 'rows of imports', loops: 1, pauseMs: 5000 },
    async act(n) {
      const { csv, phones } = crashFile(n + 1, ROWS)
      const path = join(folder, `customers-${n}.csv`)
      await writeFile(path, csv)
      const client = await clientAt(n)
      const id = await client.upload(path, `ลูกค้า ${n}`)
      await client.loaded(id)
      await client.map(id)
      const params = { id: String(id) }
      const dry = await client.call(importRun.dryRun, { params })
      await client.ended(id, dry.run_id)
      const local = phones.map((phone) => `0${phone.slice(3)}`)
      const run = await client.call(importRun.run, { params, body: { run_id: dry.run_id } }).catch(() => undefined)
      ;(run ? files.sure : files.unsure).push(...local)
      const open = "select from run where data_source_id = $1 and kind = 'real' and status in ('pending', 'processing')"
      while ((await ask(open, [id])).length > 0) await sleep(200)
    },
    count: () => people(files.sure, files.unsure),
  }

  const writers = [customers, items, webhooks, messages, imports]
  let ended = false
  /** Refusals that no kill explains, by their text. */
  const refusals = new Map<string, number>()
  const working = writers.flatMap(({ act, loops, pauseMs, what }) => {
    let n = 0
    return Array.from({ length: loops }, async () => {
      while (!ended) {
        await act(n++).catch((error: Error) => {
          const text = `${what}: ${error.message.replace(/\d+/g, '#').slice(0, 150)}`
          refusals.set(text, (refusals.get(text) ?? 0) + 1)
        })
        await sleep(pauseMs)
      }
    })
  })
  return {
    /** Headers of a session of staff. */
    headers,
    refusals,
    async end(): Promise<Counted[]> {
      ended = true
      await Promise.all(working)
      const open = `select from receipt where done_at is null union all select from inbox
        union all select from broadcast where status = 'pending' limit 1`
      while ((await ask(open)).length > 0) await sleep(200)
      return Promise.all(writers.map(async ({ what, count }) => ({ what, ...(await count()) })))
    },
  }
}

/** Adds friends of an account, and a purpose. Nothing is quiet or capped. Returns the purpose. */
async function addAudience({ ask }: KillScene, channelId: number): Promise<number> {
  await ask(
    `with made as (
      insert into profile (store_id, first_name)
      select s.id, 'คน ' || n from (select min(store_id) as id from store) s, generate_series(1, $2::int) n returning store_id, id)
    insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select store_id, 'lineOA', $1, 'U' || lpad(id::text, 32, '0'), id, 'friend', now() from made`,
    [channelId, AUDIENCE],
  )
  await ask(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids)
     select min(store_id), 'send', false, false, '{}' from store`,
  )
  const [purpose] = await ask<{ id: number }>(
    "insert into consent_purpose (store_id, name) select min(store_id), 'ข่าวสาร' from store returning id",
  )
  return purpose!.id
}
