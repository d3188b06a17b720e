import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { HIDDEN } from '../../customers/profiles/masking.ts'
import { endStreamsHourly } from '../../ingest/receipts/clock.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { bill, ingestAll, makeTill, postItems } from '../../testing/open-api/till.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'
import { writeRefusals } from './refused-requests.ts'

let store: TestStore
let key: string
beforeEach(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
})

const at = (id: number) => ({ params: { id: String(id) } })
const post = (id: number, payload: unknown, credential = key) => postItems(id, payload, credential)
const rows = async <T>(text: string, ...values: unknown[]) =>
  (await (await testServer()).admin.query(text, [store.storeId, ...values])).rows as T[]
const nameless = (n: number) => bill(n, { member: { name: 'ไม่มีเบอร์', mobile: '-' } })

describe('failed items of a connector', () => {
  const look = async () => endStreamsHourly(await coreOf(store)).work(new AbortController().signal)
  const told = async () =>
    (await store.call(notifications.list, { query: {} })).data.flatMap((one) =>
      one.kind === 'connector_dead_letters' ? [[one.title, one.leads_to?.screen]] : [],
    )

  test('cause one notice a day per connector, which counts the failures since the last notice', async () => {
    const { id, map } = await makeTill(store)
    await map([9])
    await post(id, { items: [nameless(1), nameless(2), bill(3)] })
    await look()
    expect(await told()).toEqual([])
    const aDayLater = () =>
      rows(
        `update connector set warned_at = warned_at - interval '25 hours' where store_id = $1 and data_source_id = $2`,
        id,
      )
    await aDayLater()
    await look()
    await look()
    const first = ['2 รายการของ เครื่องคิดเงิน ผิดพลาด', 'data-source-openapi-connector']
    expect(await told()).toEqual([first])
    await post(id, nameless(4))
    await rows(`update dead_letter set at = at - interval '30 hours' where store_id = $1 and tries = 1 and item_index < 2 and receipt_id < (
      select max(receipt_id) from dead_letter where store_id = $1)`)
    await aDayLater()
    await look()
    expect(await told()).toEqual([['1 รายการของ เครื่องคิดเงิน ผิดพลาด', first[1]], first])
  })

  test('are masked for people without the right to sensitive values, who cannot find a value by asking for it', async () => {
    const field = { field_name: 'allergy', display_name: 'แพ้ยา', data_type: 'Number' as const, sensitive: true }
    const allergy = await store.call(profileFields.create, { body: field })
    const example = { phone: '0815550770', allergy: 'Sulfa' }
    const { id } = await store.call(connectors.create, { body: { name: 'คลินิก', example } })
    const row = (no: string, destination_id: number, destination_type: 'system_profile' | 'custom_profile') => ({
      ...{ source_schema_id: no, destination_id, destination_type },
    })
    await store.call(connectors.putMapping, {
      ...at(id),
      body: {
        mapping: [row('1', 9, 'system_profile'), row('2', allergy.id, 'custom_profile')],
        match: { keys: [9], mode: 'both' },
        unreadable_cells: 'fail',
      },
    })
    await post(id, { phone: '0815550771', allergy: 'Penicillin' })
    const found = async (who: Pick<TestStore, 'call'>, value?: string) => {
      const query = { ...(value && { error: 'number_invalid', path: 'allergy', value }) }
      const { data } = await who.call(connectorItems.deadLetters, { ...at(id), query })
      return data.map((letter) => [letter.path, letter.value, letter.values.at(-1)!.value])
    }
    const groups = async (who: Pick<TestStore, 'call'>) =>
      (await who.call(connectorItems.deadLetterGroups, at(id))).data.map(({ value }) => value)
    expect([await found(store), await groups(store)]).toEqual([
      [['allergy', 'Penicillin', 'Penicillin']],
      ['Penicillin'],
    ])
    const clerk = await store.member(['datasource-open-api.read', 'cdp-core.profile.read'])
    const masked = [['allergy', HIDDEN, HIDDEN]]
    expect([await found(clerk), await groups(clerk)]).toEqual([masked, [null]])
    const guess = { error: 'number_invalid', path: 'allergy', value: 'Penicillin' }
    expect((await clerk.try(connectorItems.deadLetters, { ...at(id), query: guess })).body).toMatchObject({
      ...{ error: 'field_closed', details: { field: 'allergy' } },
    })
    expect(await found(store, 'Sulfa')).toEqual([])
    // Another value with the same cause joins its group, and both are replayed as one.
    await post(id, { phone: '0815550772', allergy: 'Aspirin' })
    const groupsOf = async (who: Pick<TestStore, 'call'>) =>
      (await who.call(connectorItems.deadLetterGroups, at(id))).data.map(({ value, values, examples, count }) => ({
        ...{ value, values, examples, count },
      }))
    expect(await groupsOf(store)).toEqual([{ value: null, values: 2, examples: ['Aspirin', 'Penicillin'], count: 2 }])
    expect(await groupsOf(clerk)).toEqual([{ value: null, values: 0, examples: [], count: 2 }])
    const body = { group: { error: 'number_invalid', path: 'allergy' } }
    expect(await store.call(connectorItems.replay, { ...at(id), body })).toEqual({ replaying: 2 })
  })

  test('are answered with one person when several people match', async () => {
    const { id, map } = await makeTill(store)
    await map([9])
    for (const name of ['สมชาย', 'มาลี']) {
      const fields = [
        { id: 1, value: name },
        { id: 9, value: '0815550781' },
      ]
      await store.call(profiles.create, { body: { fields, label_ids: [] } })
    }
    await post(id, bill(3, { member: { name: 'อรทัย', mobile: '0815550781' } }))
    const { data } = await store.call(connectorItems.deadLetters, { ...at(id), query: {} })
    const people = [...new Set(data[0]!.conflict!.people.map(({ profile_id }) => profile_id!))]
    expect(people).toHaveLength(2)
    const answer = (profile_id?: number) =>
      store.call(connectorItems.answer, {
        ...at(id),
        body: { ids: [data[0]!.id], answer: 'same', ...(profile_id && { profile_id }) },
      })
    expect((await answer()).answered).toBe(0)
    expect(await answer(people[1])).toEqual({ answered: 1, replaying: 1 })
    await ingestAll(store)
    expect(await rows('select from dead_letter where store_id = $1')).toEqual([])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(2)
  })
})

test('the payload of a request is read with the right to sensitive values alone, and each reading is audited', async () => {
  const { id, map } = await makeTill(store)
  await map([9])
  const { body } = await post(id, bill(5))
  const params = { id: String(id), receipt_id: String(body.receipt_id) }
  const clerk = await store.member(['datasource-open-api.read', 'cdp-core.profile.read'])
  expect((await clerk.try(connectorItems.payload, { params })).status).toBe(403)
  const { payload } = await store.call(connectorItems.payload, { params })
  expect(JSON.parse(payload!)).toEqual([bill(5)])
  const { data } = await store.call(auditLog.list, { query: { action: 'connector_payload_read' } })
  expect(data).toMatchObject([{ subject_id: String(id), details: { receipt_id: body.receipt_id } }])
})

describe('requests to a connector', () => {
  const entries = async (query: object = {}) =>
    (await store.call(onlineLog.search, { query: { source: 'connector', ...query } })).data.map((one) => [
      ...[one.channel_name, one.event_type, one.status, one.error_code, one.summary],
    ])

  test('are entries of the online log with the items taken, found by connector and status', async () => {
    const { id, map } = await makeTill(store)
    await map([9])
    const other = await store.call(connectors.create, { body: { name: 'เว็บ', example: bill(0) } })
    await post(id, { items: [bill(6), nameless(7), bill(8)] })
    await post(other.id, bill(9))
    await post(id, bill(10))
    const taken = (summary: string) => ['เครื่องคิดเงิน', 'items', 'done', null, summary]
    const failed = ['เครื่องคิดเงิน', 'items', 'failed', 'items_failed', '2/3']
    expect(await entries()).toEqual([taken('1/1'), ['เว็บ', 'items', 'failed', 'items_failed', '0/1'], failed])
    expect(await entries({ channel_id: String(id) })).toEqual([taken('1/1'), failed])
    expect(await entries({ channel_id: String(id), status: 'failed' })).toEqual([failed])
    const accounts = await store.call(onlineLog.search, { query: { channel_id: String(id) } })
    expect(accounts.data).toEqual([])
    const { series } = await store.call(onlineLog.graph, { query: { source: 'connector', channel_id: String(id) } })
    expect(series.map(({ name, total }) => [name, total])).toEqual([
      ['in', 1],
      ['out', 0],
      ['failed', 1],
    ])
  })

  test('are counted by the hour and logged with their reason when they are refused', async () => {
    const { id, map } = await makeTill(store)
    await map([9])
    const token = await newCredential(store, { kind: 'token' })
    const keyOfReader = await newCredential(store, { scopes: ['profile:read'] })
    expect((await post(id, bill(11), token.credential)).body.error).toBe('call_not_open')
    expect((await post(id, bill(11), keyOfReader.credential)).body.error).toBe('scope_missing')
    expect((await post(id, { items: [] })).body.error).toBe('unprocessable')
    expect((await post(id, '{"items":')).body.error).toBe('invalid_input')
    expect((await postItems(id, 'ก', key, { 'content-type': 'text/plain' })).body.error).toBe('media_type')
    await store.call(connectors.setStatus, { ...at(id), body: { status: 'inactive' } })
    expect((await post(id, bill(11))).body.error).toBe('connector_inactive')
    expect((await post(id, bill(11))).body.error).toBe('connector_inactive')
    // Neither is counted: one names no connector, the other no known store.
    await post(999_999, bill(11))
    await post(id, bill(11), 'ruam_1_unknown')
    const core = await coreOf(store)
    await writeRefusals(core.pool)
    const { data } = await store.call(connectorItems.hours, { ...at(id), query: {} })
    expect(data).toMatchObject([{ requests: 0, items: 0, failed: 0, refused: 7 }])
    expect((await store.call(connectors.get, at(id))).today).toMatchObject({ requests: 0, refused: 7 })
    const reasons = (await entries({ status: 'refused' })).map(([, , , reason]) => reason)
    const known = [
      'call_not_open',
      'connector_inactive',
      'invalid_input',
      'media_type',
      'scope_missing',
      'unprocessable',
    ]
    expect(reasons.sort()).toEqual(known)
  })
})

test('deleting a connector from the data sources ends its stream at once and removes its failed items', async () => {
  const { id, map } = await makeTill(store)
  await map([9])
  await post(id, { items: [bill(12), nameless(13)] })
  await store.call(dataSources.delete, { ...at(id), query: {} })
  await until(async () => (await rows('select from connector where store_id = $1')).length === 0)
  expect(await rows('select status, added, failed from run where store_id = $1')).toEqual([
    { status: 'completed', added: 1, failed: 1 },
  ])
  expect(await rows('select from dead_letter where store_id = $1')).toEqual([])
})
