import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { exportListTypes, exports } from '@ruam/contract/reports/exports.ts'
import { editsOf, field, rowsOf } from '../testing/customers/profiles.testing.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import { newCredential, openFields } from '../testing/open-api/keys.testing.ts'
import { makeLogin, sessionOf } from '../testing/open-api/sql-login.testing.ts'
import { subscribed } from '../testing/open-api/webhooks.testing.ts'
import { downloaded, linkOf, over, startedExport } from '../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { officialAccount } from '../testing/things/channels.ts'
import { consentPurpose } from '../testing/things/segments.ts'
import { type Call, calls, type Request, send } from './calls.ts'
import { requestOf, SharedRows } from './requests.ts'

/** Value that each text about a customer holds. */
const marks = { free: 'อิสรีย์รัตน์', restricted: 'จำกัดศรีสุข' } as const

/** Two customers with the same of everything, of whom one is restricted. */
export interface Scene {
  store: TestStore
  key: string
  ids: Record<keyof typeof marks, number>
}

const named = (field_id: number) => ({
  auto_apply_enabled: true,
  filter: { profile_created_at: null, reference_label_ids: [] },
  target: {
    condition: 'and' as const,
    groups: [
      { condition: 'and' as const, rules: [{ kind: 'profile' as const, field_id, operator: 'not_empty' as const }] },
    ],
  },
})

export async function setScene(): Promise<Scene> {
  const store = await newStore()
  const segment = {
    name: 'มีชื่อ',
    color: 'teal' as const,
    type: 'advanced' as const,
    segment_rule: named(field.firstName),
  }
  await store.call(labels.create, { body: segment })
  const label = await store.call(labels.create, { body: { name: 'ประจำ', color: 'teal', type: 'general' } })
  const channel = await officialAccount(store)
  const { id: purpose } = await consentPurpose(store)
  const file = `ชื่อ,นามสกุล,เบอร์โทร\n${marks.free},${marks.free},0815551301\n${marks.restricted},${marks.restricted},0815551302\n`
  await importFile(store, file, { name: 'สมาชิก' })
  const made = await rowsOf<{ id: number; first_name: string }>(
    store,
    'select id, first_name from profile where store_id = $1',
  )
  const idOf = (mark: string) => made.find(({ first_name }) => first_name === mark)!.id
  const ids = { free: idOf(marks.free), restricted: idOf(marks.restricted) }
  for (const [who, id] of Object.entries(ids) as [keyof typeof marks, number][]) {
    const params = { id: String(id) }
    await store.call(profileActivities.note, { params, body: { text: `โน้ตของ ${marks[who]}` } })
    const { updated_at: origin_time } = await store.call(profiles.get, { params })
    const fields = editsOf({ [field.lastName]: `${marks[who]}ฎา` })
    await store.call(profiles.update, { params, body: { fields, origin_time } })
    const furnish = [
      `update activity set follow_on = current_date - 1 where store_id = $1 and profile_id = $2`,
      `update profile set birth_date = current_date - interval '30 years' where store_id = $1 and id = $2`,
      `insert into profile_label (store_id, label_id, profile_id, source) values ($1, ${label.id}, $2, 'manual_add')`,
      `insert into consent_entry (store_id, profile_id, purpose_id, status, source) values ($1, $2, ${purpose}, 'granted', 'user')`,
      `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       values ($1, 'lineOA', ${channel}, 'U' || md5($2::bigint::text), $2::bigint, 'friend', now())`,
      `insert into online_log (store_id, source, channel_id, direction, event_type, profile_id, status, summary)
       values ($1, 'line', ${channel}, 'in', 'message', $2, 'done', '${marks[who]}')`,
    ]
    for (const text of furnish) await rowsOf(store, text, id)
  }
  const body = { kind: 'restricted' as const, reason: 'ขอทางโทรศัพท์' }
  await store.call(profileRestriction.restrict, { params: { id: String(ids.restricted) }, body })
  const program = await newCredential(store)
  await openFields(program)
  return { store, key: program.credential, ids }
}

/** Calls that answer what is stored. */
export const readingCalls: Call[] = calls.filter(
  ({ endpoint }) =>
    (endpoint.method === 'GET' || endpoint.reads || endpoint.limit === 'search') &&
    endpoint.permission !== 'public' &&
    endpoint.permission !== 'signed' &&
    endpoint.permission !== 'person' &&
    !endpoint.redirect,
)

/** Customers whose planted value is somewhere. */
export type Visible = Record<keyof typeof marks, boolean>

/** Rows that all requests share: none of them changes one. */
const shared = new SharedRows()

/** Addresses of one customer. */
const OF_CUSTOMER = /^\/(?:open-api\/v1\/profiles|profile|counter|v1\/profiles)\/\{id\}/

/** Answers of a call to the owner, or to a program with all rights; about each customer if its address names one. */
export async function visibleTexts({ store, key, ids }: Scene, call: Call): Promise<string[]> {
  const { app } = await testServer()
  const request = await requestOf(call, store, shared)
  const bearer = `Bearer ${call.endpoint.permission === 'program' ? key : store.token}`
  const ask = async (changed: Request) => (await send(app, call.endpoint, changed, bearer)).payload
  const about = (id: number): Request | undefined =>
    OF_CUSTOMER.test(call.endpoint.path)
      ? { ...request, params: { ...request.params, id: String(id) } }
      : request.query && 'profile_id' in request.query
        ? { ...request, query: { ...request.query, profile_id: String(id) } }
        : undefined
  return about(0) ? [await ask(about(ids.free)!), await ask(about(ids.restricted)!)] : [await ask(request)]
}

/** Customers whose planted value a call answers. */
export async function visibleIn(scene: Scene, call: Call): Promise<Visible> {
  const all = (await visibleTexts(scene, call)).join()
  return { free: all.includes(marks.free), restricted: all.includes(marks.restricted) }
}

/** Exports of every kind as CSV, each with the customers whose planted value it holds. */
export async function visibleInExports({ store }: Scene): Promise<Record<string, Visible>> {
  const { export_id } = await startedExport(store, { type: 'profile', file_type: 'csv' })
  const started: [type: string, id: number][] = [['profile', export_id]]
  const shown: Record<string, Visible> = {}
  const finish = async () => {
    for (const [type, id] of started.splice(0)) {
      await over(store, id)
      const text = (await downloaded(await linkOf(store, id))).file.toString('utf8')
      shown[type] = { free: text.includes(marks.free), restricted: text.includes(marks.restricted) }
    }
  }
  for (const type of exportListTypes) {
    // Three run at once.
    await finish()
    started.push([type, (await store.call(exports.createList, { body: { type, file_type: 'csv' } })).export_id])
  }
  await finish()
  return shown
}

/** Rows about each customer in every view of a real SQL login. Views without a column for customers are searched for planted values. */
export async function visibleInViews({ store, ids }: Scene): Promise<Record<string, Visible>> {
  const login = await makeLogin(store)
  const session = await sessionOf(login)
  const { rows: views } = await session.query<{ name: string; key: string | null }>(
    `select v.table_name as name, min(c.column_name) as key from information_schema.views v
     left join information_schema.columns c on c.table_schema = v.table_schema and c.table_name = v.table_name
       and c.column_name = case when v.table_name = 'profile' then 'id' else 'profile_id' end
     where v.table_schema = $1 group by 1 order by 1`,
    [login.user],
  )
  const shown: Record<string, Visible> = {}
  for (const { name, key } of views) {
    const { rows } = await session.query<{ row: string; id: string | null }>(
      `select v::text as row, ${key ?? 'null'} as id from ${name} v`,
    )
    const has = (who: keyof typeof marks) =>
      rows.some(({ row, id }) => Number(id) === ids[who] || row.includes(marks[who]))
    shown[name] = { free: has('free'), restricted: has('restricted') }
  }
  return shown
}

/** Kinds of events about each customer that a webhook delivers after changes of every kind. */
export async function deliveredTypes({ store, ids }: Scene): Promise<Record<keyof typeof marks, string[]>> {
  const { receiver, send } = await subscribed({ store })
  const general = await store.call(labels.create, { body: { name: 'ใหม่', color: 'teal', type: 'general' } })
  const { id: purpose_id } = await consentPurpose(store)
  for (const id of Object.values(ids)) {
    const params = { id: String(id) }
    const { updated_at: origin_time } = await store.call(profiles.get, { params })
    await store.call(profiles.update, { params, body: { fields: editsOf({ [field.lastName]: 'ใหม่' }), origin_time } })
    await store.call(profiles.addLabels, { params, body: { label_ids: [general.id] } })
    await store.call(profiles.removeLabel, { params: { ...params, label: String(general.id) } })
    await store.call(profileActivities.note, { params, body: { text: 'โทรแล้ว' } })
    const consent = { profile_id: id, purpose_id, operation: 'granted' as const, way: 'phone' as const, note: 'โทร' }
    await store.call(consents.record, { body: consent })
  }
  await send()
  const typesOf = (id: number) =>
    [
      ...new Set(receiver.received.flatMap(({ event }) => (event.data.profile_id === id ? [event.type] : []))),
    ].toSorted()
  return { free: typesOf(ids.free), restricted: typesOf(ids.restricted) }
}
