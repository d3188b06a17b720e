import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { addFriend } from '../../tools/line/state.ts'
import { follow } from '../../tools/line/webhooks.ts'
import { sendChannel } from '../broadcasts/sending/send.ts'
import { ingestEvents } from '../channels/inbox/ingest-events.ts'
import { ingestItems } from '../ingest/receipts/ingest-items.ts'
import { acceptedUsers, draft, scene, schedule, settled } from '../testing/broadcasts/broadcasts.testing.ts'
import { connectLine, postEvents, testLine } from '../testing/channels/line.testing.ts'
import { createDataSource, runOf } from '../testing/imports/data-sources.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { callAs } from '../testing/open-api/programs.testing.ts'
import { downloaded, linkOf, over, startedExport } from '../testing/reports/exports.testing.ts'
import { coreOf, newStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'

/** Items of one case. */
const ITEMS = 40

/** People of one case of erasure: each is a job of its own, so that 40 would take a minute. */
const ERASED = Number(process.env.ACCEPTED_ERASED ?? 2)

/** Found at the end of a case. */
interface Counted {
  lost: number
  doubled: number
}

/** Something acknowledged with its work. Each case has things of its own. */
interface Case {
  /** Done while a statement fails. */
  act(): Promise<unknown>
  /** Brings everything to its end, as clock, queue and people would. */
  recover(): Promise<unknown>
  count(): Promise<Counted>
}

/** Makes cases of one kind of work. */
type Flow = () => Promise<() => Promise<Case>>

const numbers = Array.from({ length: ITEMS }, (_, n) => n)
let used = 0
/** Phones that no case has had. */
const freshPhones = () => {
  const first = 10_000_000 + used++ * ITEMS
  return numbers.map((n) => `08${first + n}`)
}
const stored = (phone: string) => `+66${phone.slice(1)}`

async function rows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query<T>(text, values)).rows
}

/** Counts by how often each wanted thing is there. */
function counted(found: readonly { n: number }[]): Counted {
  return { lost: found.filter(({ n }) => n === 0).length, doubled: found.filter(({ n }) => n > 1).length }
}

const peopleWith = (storeId: number, phones: readonly string[]) =>
  rows<{ n: number }>(
    `select (select count(*)::int from profile p where p.store_id = $1 and p.phone = u.phone and p.deleted_at is null) as n
     from unnest($2::text[]) u (phone)`,
    [storeId, phones.map(stored)],
  )

const signal = () => new AbortController().signal

/** Customers and purchases of programs, sent with an Idempotency-Key until they are acknowledged. */
const items: Flow = async () => {
  const store = await newStore()
  const { credential } = await newCredential(store)
  const core = await coreOf(store)
  const type = (
    await rows<{ id: number }>("insert into activity_type (store_id, name) values ($1, 'ซื้อ') returning id", [
      store.storeId,
    ])
  )[0]!.id
  return async () => {
    const phones = freshPhones()
    const values = phones.map((phone) => ({ values: { firstName: `คน${phone}`, phone } }))
    const bought = phones.map((phone) => ({
      ...{ type, at: '2026-02-01T10:00:00Z', reference: phone },
      profile: { values: { phone } },
    }))
    const sent = new Set<string>()
    const send = async (path: string, sending: object[]) => {
      if (sent.has(path)) return
      const headers = { 'idempotency-key': `${path}-${phones[0]}` }
      const { status } = await callAs(credential, 'POST', `${path}/batch`, { items: sending }, headers)
      if (status === 200 || status === 202) sent.add(path)
    }
    const sendAll = async () => {
      await send('profiles', values)
      await send('activities', bought)
    }
    return {
      act: sendAll,
      async recover() {
        while (sent.size < 2) await sendAll()
        for (;;) {
          await rows('update dead_letter set replay_at = now() where store_id = $1 and replay_at is not null', [
            store.storeId,
          ])
          await ingestItems(core, store.storeId)
          const waiting = await rows(
            'select from receipt where store_id = $1 and done_at is null union all select from dead_letter where store_id = $1 and replay_at is not null',
            [store.storeId],
          )
          if (waiting.length === 0) break
        }
        // A person replays what was set aside.
        await rows('update dead_letter set replay_at = now() where store_id = $1', [store.storeId])
        await ingestItems(core, store.storeId)
      },
      async count() {
        const people = counted(await peopleWith(store.storeId, phones))
        const sales = counted(
          await rows(
            `select (select count(*)::int from activity a where a.store_id = $1 and a.reference = u.phone) as n
             from unnest($2::text[]) u (phone)`,
            [store.storeId, phones],
          ),
        )
        return { lost: people.lost + sales.lost, doubled: people.doubled + sales.doubled }
      },
    }
  }
}

/** Events of LINE: 40 new friends, each once in the log and once a customer. */
const events: Flow = async () => {
  const { state } = await testLine()
  const store = await newStore()
  const { line, account } = await connectLine(store)
  const core = await coreOf(store)
  return async () => {
    const friends = numbers.map(() => addFriend(line).userId)
    const sent = friends.map((userId) => follow(state, userId))
    let isTaken = false
    const post = async () => {
      if (!isTaken) isTaken = (await postEvents(line, account.webhook.url, sent)) === 200
    }
    return {
      async act() {
        await post()
        await ingestEvents(core, store.storeId, signal())
      },
      async recover() {
        while (!isTaken) await post()
        for (;;) {
          await rows('update inbox set retry_at = null where store_id = $1', [store.storeId])
          await ingestEvents(core, store.storeId, signal()).catch(() => {})
          if ((await rows('select from inbox where store_id = $1', [store.storeId])).length === 0) return
        }
      },
      async count() {
        return counted(
          await rows(
            `select (select count(*)::int from activity a join identity i on i.store_id = a.store_id and i.profile_id = a.profile_id
               where a.store_id = $1 and i.kind = 'line' and i.value = u.id) as n from unnest($2::text[]) u (id)`,
            [store.storeId, friends],
          ),
        )
      },
    }
  }
}

/** An imported file. A run that failed says so, and is started again by a person. */
const imports: Flow = async () => {
  const store = await newStore()
  return async () => {
    const phones = freshPhones()
    const lines = phones.map((phone) => `คน${phone},${phone}`)
    const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`, `ไฟล์ ${phones[0]}`)
    const params = { id: String(id) }
    const { mapping, match } = await store.call(dataSources.getMapping, { params })
    const dryRun = async () => {
      // Makes the data source ready again after a run that failed, as the screen does.
      await store.call(dataSources.putMapping, { params, body: { mapping, match } })
      const { run_id } = await store.call(importRun.dryRun, { params })
      await runOf(store, id, run_id)
      return run_id
    }
    const first = await dryRun()
    const ended = (run: string) =>
      rows<{ status: string }>(
        "select status from run where store_id = $1 and run_id = $2 and status not in ('pending', 'processing')",
        [store.storeId, run],
      )
    return {
      async act() {
        const real = (await store.call(importRun.run, { params, body: { run_id: first } })).run_id
        await until(async () => (await ended(real)).length > 0)
      },
      async recover() {
        for (;;) {
          // A call whose answer was lost may have begun the run.
          const [newest] = await rows<{ run_id: string }>(
            "select run_id from run where store_id = $1 and data_source_id = $2 and kind = 'real' order by id desc limit 1",
            [store.storeId, id],
          )
          if (newest && (await runOf(store, id, newest.run_id)).status === 'completed') return
          const run_id = await dryRun()
          await store.call(importRun.run, { params, body: { run_id } })
        }
      },
      count: async () => counted(await peopleWith(store.storeId, phones)),
    }
  }
}

/** An exported file. One that failed says so, and is asked for again. */
const exported: Flow = async () => {
  const store = await newStore()
  const phones = freshPhones()
  await rows("insert into profile (store_id, first_name, phone) select $1, 'คน', u from unnest($2::text[]) u", [
    store.storeId,
    phones.map(stored),
  ])
  return async () => {
    const body = { type: 'profile' as const, file_type: 'csv' as const }
    let asked: number | undefined
    const isOver = async (id: number) =>
      (
        await rows("select from job where store_id = $1 and id = $2 and status not in ('pending', 'processing')", [
          store.storeId,
          id,
        ])
      ).length > 0
    return {
      async act() {
        asked = (await startedExport(store, body as never)).export_id
        await until(() => isOver(asked!))
      },
      async recover() {
        for (;;) {
          if (asked !== undefined && (await over(store, asked)).status === 'completed') return
          asked = (await startedExport(store, body as never)).export_id
        }
      },
      async count() {
        const { file } = await downloaded(await linkOf(store, asked!))
        const text = file.toString('utf8')
        return counted(phones.map((phone) => ({ n: text.split(phone.slice(1)).length - 1 })))
      },
    }
  }
}

/** People who are erased: none is left, and nobody else is gone. */
const erasure: Flow = async () => {
  const store = await newStore()
  return async () => {
    const phones = freshPhones().slice(0, ERASED)
    const people = await rows<{ id: number }>(
      "insert into profile (store_id, first_name, phone) select $1, 'คน' || u, u from unnest($2::text[]) u returning id",
      [store.storeId, phones.map(stored)],
    )
    const [kept] = await rows<{ id: number }>(
      "insert into profile (store_id, first_name) values ($1, 'อยู่') returning id",
      [store.storeId],
    )
    const ids = people.map(({ id }) => id)
    let isTaken = false
    const ask = async () => {
      if (isTaken) return
      await store.call(profileErasure.eraseSeveral, { body: { profile_ids: ids, confirm: true } })
      isTaken = true
    }
    const waiting = () =>
      rows("select from job where store_id = $1 and kind = 'profile_erase' and status in ('pending', 'processing')", [
        store.storeId,
      ])
    return {
      async act() {
        await ask()
        await until(async () => (await waiting()).length === 0)
      },
      async recover() {
        while (!isTaken) await ask().catch(() => {})
        await until(async () => (await waiting()).length === 0)
      },
      async count() {
        const left = await rows('select from profile where store_id = $1 and id = any($2::bigint[])', [
          store.storeId,
          ids,
        ])
        const others = await rows('select from profile where store_id = $1 and id = $2', [store.storeId, kept!.id])
        return { lost: left.length, doubled: others.length === 1 ? 0 : 1 }
      },
    }
  }
}

/** A broadcast: each friend gets it once. */
const broadcast: Flow = async () => {
  const made = await scene({ friends: ITEMS, channel: { quota: null } })
  const core = await coreOf(made.store)
  return async () => {
    const before = acceptedUsers(made).length
    const { id } = await draft(made, { name: `ข่าว ${before} ${Date.now()}` })
    await schedule(made, id)
    return {
      act: () => sendChannel(core, made.store.storeId, made.account.id, signal()),
      async recover() {
        // The lease of a sender that was lost ends by the clock.
        await rows('update broadcast_lease set until = now() where store_id = $1', [made.store.storeId]).catch(() => {})
        await settled(made, id)
      },
      async count() {
        const users = acceptedUsers(made)
        const perUser = Map.groupBy(users, (user) => user)
        const rounds = (before + ITEMS) / ITEMS
        const found = made.people.map(({ userId }) => (perUser.get(userId)?.length ?? 0) - rounds)
        return { lost: found.filter((n) => n < 0).length, doubled: found.filter((n) => n > 0).length }
      },
    }
  }
}

export const flows: Readonly<Record<string, Flow>> = { items, events, imports, exports: exported, erasure, broadcast }
