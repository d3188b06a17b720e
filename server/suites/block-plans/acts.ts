import { activities } from '@ruam/contract/customers/activities.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { textMessage } from '../../../tools/line/webhooks.ts'
import { readValues } from '../../customers/profiles/read-values.ts'
import {
  addFriends,
  addPeople,
  draft,
  scene,
  schedule,
  settled as sent,
} from '../../testing/broadcasts/broadcasts.testing.ts'
import { inboxEmpty, postEvents } from '../../testing/channels/line.testing.ts'
import { bulk, newLabel, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { byId, ruleOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { scanned, scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobEnded, jobOver } from '../../testing/jobs.testing.ts'
import { type Sender, senderTo } from '../../testing/open-api/sending.testing.ts'
import { exported } from '../../testing/reports/exports.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'

// Everything that handles blocks of people, in the order of a shop's first day.

type Acts = Record<string, () => Promise<unknown>>

const field = { firstName: 1, lastName: 2, address: 17 }
const LASTNAMES = 4

/** Returns a CSV file of people with values of their own. */
const peopleFile = (from: number, people: number, street = 'ถนน') =>
  `ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล,ที่อยู่\n${Array.from({ length: people }, (_, n) => {
    const number = from + n
    return `คน${number},ที่${number % LASTNAMES},08${String(10_000_000 + number)},p${number}@example.com,${number}/1 ${street} ${number % 30}`
  }).join('\n')}\n`

/** Makes a store with an account of LINE and a program, and returns its acts with blocks of so many people. */
export async function actsOf(people: number): Promise<Acts> {
  const shop = await scene({ friends: 0, channel: { quota: null } })
  const { store } = shop
  const sender = await senderTo(store)
  const label = await newLabel(store)
  const till = await tillOf(store, sender, people)
  const made: { first?: Awaited<ReturnType<typeof importFile>>; again?: Awaited<ReturnType<typeof importFile>> } = {}
  const acts: Acts = {
    ...{
      'import all-new': async () => {
        made.first = await importFile(store, peopleFile(0, people), { labels: [label] })
      },
      'read values': async () => readValues((await testServer()).core, store.storeId),
      'import unchanged': () => importFile(store, peopleFile(0, people), { name: 'ซ้ำ' }),
      'import changed': async () => {
        made.again = await importFile(store, peopleFile(0, people, 'ซอย'), { name: 'แก้ไข' })
      },
      'read changed values': async () => readValues((await testServer()).core, store.storeId),
      'undo the changes': () => undone(store, made.again!.id, made.again!.real),
      duplicates: () => scanStore(store),
    },
    ...bulkActs(store),
    ...segmentActs(store, till.type),
    ...till.acts,
    ...exportActs(store, label, till.type),
    ...lineActs(shop, people),
    ...readingActs(store, label),
    'delete and undo': async () => {
      const { id } = await bulk(store, { filter: {} }, { type: 'delete' })
      await undo(store, id)
    },
    erasure: async () => {
      const { data } = await store.call(profiles.list, { query: { limit: '2' } })
      const body = { profile_ids: data.map(({ id }) => id), confirm: true as const }
      const { started } = await store.call(profileErasure.eraseSeveral, { body })
      for (const { job_id } of started) await jobEnded(store.storeId, job_id)
    },
    'undo all': () => undone(store, made.first!.id, made.first!.real),
  }
  // Work that an act leaves to the background belongs to it.
  const toItsEnd = (act: () => Promise<unknown>) => async () => {
    await act()
    await settled(store)
    await scanned(store)
  }
  return Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, toItsEnd(act)]))
}

const bulkActs = (store: TestStore): Acts => ({
  'label and undo': async () => {
    const action = { type: 'add_labels' as const, label_ids: [await newLabel(store)] }
    const { id } = await bulk(store, { filter: {} }, action)
    await undo(store, id)
    await bulk(store, { filter: {} }, action)
    await bulk(store, { filter: {} }, { ...action, type: 'remove_labels' })
  },
  'a value and undo': async () => {
    const { id } = await bulk(store, { filter: {} }, { type: 'set_field', field_id: field.address, value: '9/9' })
    await undo(store, id)
  },
  'a new field': async () => {
    const body = { field_name: 'points', display_name: 'แต้ม', data_type: 'String' as const }
    const { id } = await store.call(profileFields.create, { body })
    await bulk(store, { filter: {} }, { type: 'set_field', field_id: id, value: '1,200' })
  },
})

/** Segments by field, by label and by purchases, each calculated at first, without changes, and with its rule reversed. */
function segmentActs(store: TestStore, type: number): Acts {
  const calculated = async (id: number) => jobOver(store, (await store.call(segments.calculate, byId(id))).job_id)
  const reversed = async (name: string, rule: Rule, other: Rule) => {
    const { id } = await segment(store, rule, { auto: false })
    await calculated(id)
    await calculated(id)
    const { updated_at: origin_time, color } = await store.call(labels.get, byId(id))
    const body = { name, color, segment_rule: ruleOf(other, { auto: false }), origin_time }
    await store.call(labels.update, { ...byId(id), body: body as never })
    await calculated(id)
  }
  const lastName = (value: string): Rule => ({ kind: 'profile', field_id: field.lastName, operator: 'eq', value })
  return {
    'segment by field': () => reversed('ชื่อ', lastName('ที่1'), { ...lastName('ที่1'), operator: 'ne' } as Rule),
    'segment by label': async () => {
      const label = await newLabel(store)
      const rule = { condition: 'and' as const, rules: [lastName('ที่2')] }
      await bulk(store, { filter: { rule } }, { type: 'add_labels', label_ids: [label] })
      const labelled = (operator: 'has_any' | 'has_none'): Rule => ({ kind: 'label', operator, label_ids: [label] })
      await reversed('ป้าย', labelled('has_any'), labelled('has_none'))
    },
    'segment by purchases': () =>
      reversed(
        'ซื้อ',
        { kind: 'activity', activity_type_id: type, done: false },
        { kind: 'activity', activity_type_id: type, done: true },
      ),
    'segments follow a bulk change': async () => {
      await segment(store, lastName('ใหม่'))
      await settled(store)
      await bulk(store, { filter: {} }, { type: 'set_field', field_id: field.lastName, value: 'ใหม่' })
      await settled(store)
    },
  }
}

/** A program that sends customers and purchases in batches, of which each has a block in all. */
async function tillOf(store: TestStore, { send }: Sender, people: number) {
  const { id } = await store.call(activities.createField, {
    query: {},
    body: { name: 'paid', display_name: 'ยอด', data_type: 'Number' },
  })
  const { id: type } = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [id] } })
  const batch = 1000
  const batches = async (kind: 'profiles' | 'activities', itemOf: (n: number) => unknown) => {
    for (let from = 0; from < people; from += batch) {
      const items = Array.from({ length: Math.min(batch, people - from) }, (_, n) => itemOf(from + n))
      const failed = (await send(kind, items)).find(({ error }) => error !== null)
      if (failed) throw new Error(`An item failed: ${JSON.stringify(failed)}`)
    }
  }
  const customer = (n: number) => ({
    values: { firstName: `ลูกค้า${n}`, lastName: `ที่${n % LASTNAMES}`, phone: `06${String(10_000_000 + n)}` },
  })
  const purchase = (from?: number) => (n: number) => ({
    ...{ type, at: '2026-01-05T10:00:00+07:00', values: { paid: n } },
    ...(from !== undefined && { reference: String(from + n) }),
    profile: { values: { phone: `06${String(10_000_000 + n)}` } },
  })
  const acts: Acts = {
    'customers of a program': () => batches('profiles', customer),
    'the same customers': () => batches('profiles', customer),
    'purchases of a program': () => batches('activities', purchase(0)),
    'more purchases': () => batches('activities', purchase(people)),
    'the same purchases': () => batches('activities', purchase(people)),
    'purchases without references': () => batches('activities', purchase()),
  }
  return { type, acts }
}

const exportActs = (store: TestStore, label: number, type: number): Acts => ({
  'export of all': () => exported(store, { type: 'profile', file_type: 'csv' }),
  'export by label': () =>
    exported(store, {
      ...{ type: 'profile', file_type: 'csv' },
      filter: { rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', label_ids: [label] }] } },
    }),
  'export of purchases': () => exported(store, { type: 'activity', file_type: 'csv', activity_id: type }),
})

/** Messages of friends, and a broadcast to them. */
function lineActs(shop: Awaited<ReturnType<typeof scene>>, people: number): Acts {
  const { store, line, account, state } = shop
  const request = 100
  return {
    'messages of friends': async () => {
      // Each becomes a customer by itself, which takes ten times as long as a row of a file.
      const friends = await addPeople(shop, people / 4)
      for (let from = 0; from < friends.length; from += request) {
        const some = friends.slice(from, from + request)
        const events = some.map(({ userId }) => textMessage(state, userId, 'สวัสดี'))
        const status = await postEvents(line, account.webhook!.url, events)
        if (status !== 200) throw new Error(`The webhook answered ${status}`)
      }
      await inboxEmpty(store.storeId)
    },
    broadcast: async () => {
      await addPeople(shop, people)
      await addFriends(shop, people)
      const { id } = await draft(shop)
      await schedule(shop, id)
      const { status } = await sent(shop, id)
      if (status !== 'published') throw new Error(`The broadcast ended as ${status}`)
    },
  }
}

const readingActs = (store: TestStore, label: number): Acts => ({
  dashboard: async () => {
    for (const call of [
      dashboard.pipeline,
      dashboard.channel,
      dashboard.returning,
      dashboard.timeframe,
      dashboard.datasource,
    ])
      await store.call(call as typeof dashboard.pipeline, { query: {} })
    for (const call of [dashboard.quality, dashboard.todo, dashboard.today])
      await store.call(call as typeof dashboard.todo)
    await store.call(workListCalls.list, { query: { kind: 'quiet' } })
  },
  'list by label': async () => {
    const rule = {
      condition: 'and' as const,
      rules: [{ kind: 'label' as const, operator: 'has_any' as const, label_ids: [label] }],
    }
    for (const sort_by of ['updated_at', 'firstName'])
      await store.call(profiles.query, { body: { filter: { rule }, sort_by } as never })
  },
  'list by words': () => store.call(profiles.list, { query: { keyword: 'คน12' } }),
})
