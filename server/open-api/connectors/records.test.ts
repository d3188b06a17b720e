import { activities } from '@ruam/contract/customers/activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { bill, ingestAll, makeTill, postItems } from '../../testing/open-api/till.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: TestStore
let key: string
beforeEach(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
})

const at = (id: number) => ({ params: { id: String(id) } })

const post = (id: number, payload: unknown, headers: Record<string, string> = {}, credential = key) =>
  postItems(id, payload, credential, headers)
const ingest = () => ingestAll(store)
const till = () => makeTill(store)

const rows = async <T>(text: string, ...values: unknown[]) =>
  (await (await testServer()).admin.query(text, [store.storeId, ...values])).rows as T[]

test('an erasure leaves neither the newest values of a connector nor the values of failed items', async () => {
  const { id, map } = await till()
  await map([9])
  const own = { till: { no: 'สมาชิกหมายเลข-77-12' } }
  await post(id, { items: [bill(2, { member: { name: 'ก', mobile: 'ผิด-ของ-77-12' } }), bill(1, own)] })
  const [person] = await rows<{ id: number }>('select id from profile where store_id = $1')
  const planted = () =>
    rows(`select last_value as text from connector_field where store_id = $1 and last_value like '%77-12%'
      union all select error::text from run_record where store_id = $1 and error::text like '%77-12%'`)
  expect(await planted()).toEqual([{ text: own.till.no }])
  await erase(store, person!.id)
  expect(await planted()).toEqual([])
})

describe('items of a connector', () => {
  test('are mapped, fail, are replayed once the mapping is corrected, and their day is taken back', async () => {
    const { id, map } = await till()
    await map([9])
    const noPhone = (n: number) => bill(n, { member: { name: `ลูกค้า${n}`, mobile: '-', email: `p${n}@example.com` } })
    const sent = await post(id, { items: [bill(1), noPhone(2), noPhone(3), bill(4), noPhone(5)] })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ mapping_version: 1, unmapped: ['till.no'] })
    expect(sent.body.results.map((one: { status: string; error: string }) => [one.status, one.error])).toEqual([
      ['added', null],
      ['failed', 'match_key_missing'],
      ['failed', 'match_key_missing'],
      ['added', null],
      ['failed', 'match_key_missing'],
    ])
    const groups = await store.call(connectorItems.deadLetterGroups, at(id))
    expect(groups).toMatchObject({ total: 3, data: [{ error: 'match_key_missing', count: 3 }] })
    expect((await store.call(dashboard.todo)).dead_letters).toBe(3)
    const tried = async () => {
      const { passed, failed } = await store.call(connectorItems.tryReplay, { ...at(id), body: { all: true } })
      return [passed.length, failed.map(({ error }) => error)]
    }
    expect(await tried()).toEqual([0, ['match_key_missing', 'match_key_missing', 'match_key_missing']])
    await map([9, 11])
    expect(await tried()).toEqual([3, []])
    expect((await store.call(connectorItems.deadLetters, { ...at(id), query: {} })).data).toMatchObject([
      ...Array(3).fill({ tries: 1, replaying: false }),
    ])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(2)
    expect(await store.call(connectorItems.replay, { ...at(id), body: { all: true } })).toEqual({ replaying: 3 })
    await ingest()
    expect((await store.call(dashboard.todo)).dead_letters).toBe(0)
    expect((await store.call(connectorItems.deadLetters, { ...at(id), query: {} })).total).toBe(0)
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(5)
    expect(await rows(`select fields from activity where store_id = $1`)).toHaveLength(5)
    expect(await store.call(connectors.get, at(id))).toMatchObject({
      dead_letters: 0,
      stats: { total: 8, success: 5, failed: 3 },
      today: { requests: 1, items: 5, failed: 3 },
    })
    const { data } = await store.call(connectorItems.days, { ...at(id), query: {} })
    const params = { id: String(id), run_id: data[0]!.run_id }
    expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({
      ...{ profiles_removed: 5, activities_removed: 5 },
    })
    await store.call(importUndo.undo, { params })
    await until(async () => (await rows('select from run where store_id = $1 and undone_at is not null')).length === 1)
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(0)
  })

  test('ask nothing about people when a reference is sent again with another amount', async () => {
    const { id, map } = await till()
    await map([9])
    await post(id, { items: [bill(1)] })
    await post(id, { items: [bill(1, { bill: { ...bill(1).bill, total: 9990 } })] })
    const letters = await store.call(connectorItems.deadLetters, { ...at(id), query: {} })
    expect(letters.data).toMatchObject([{ error: 'reference_conflict', conflict: null }])
  })

  test('wait as dead letters for the first mapping, and shape the connector', async () => {
    const { id } = await store.call(connectors.create, { body: { name: 'ว่าง' } })
    const sent = await post(id, bill(10))
    expect(sent.body).toMatchObject({ mapping_version: null, results: [{ error: 'mapping_missing' }] })
    const { mapping, match } = await store.call(connectors.getMapping, at(id))
    await store.call(connectors.putMapping, { ...at(id), body: { mapping, match } })
    await store.call(connectorItems.replay, { ...at(id), body: { all: true } })
    await ingest()
    expect(await rows('select phone, email from profile where store_id = $1')).toEqual([
      { phone: '+66815550610', email: 'p10@example.com' },
    ])
  })

  test('report fields that came, or changed their kind, after the mapping', async () => {
    const { id, map } = await till()
    await map([9])
    await post(id, bill(11, { till: { no: 'A' }, คูปอง: 'ลด 10' }))
    const { fields, changed_fields } = await store.call(connectors.get, at(id))
    expect(changed_fields).toBe(2)
    expect(fields.filter(({ changed }) => changed).map(({ path, kinds }) => [path, kinds])).toEqual([
      ['till.no', ['number', 'text']],
      ['คูปอง', ['text']],
    ])
  })

  test('are an activity for each object of the chosen array, each of which fails alone', async () => {
    const { id, fields } = await store.call(connectors.create, {
      body: { name: 'เว็บ', example: { phone: '0815550620', lines: [{ sku: 'A', at: '2026-11-01T10:00:00+07:00' }] } },
    })
    const { updated_at: origin_time } = await store.call(connectors.get, at(id))
    const made = await store.call(connectors.update, { ...at(id), body: { each: 'lines', origin_time } })
    expect([fields.length, made.fields.map(({ path }) => path)]).toEqual([
      2,
      ['phone', 'lines', 'lines.sku', 'lines.at'],
    ])
    const field = await store.call(activities.createField, {
      query: {},
      body: { name: 'sku', display_name: 'รหัสสินค้า', data_type: 'String' },
    })
    const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [field.id] } })
    await store.call(connectors.putMapping, {
      ...at(id),
      body: {
        activity_id: type.id,
        equal_activities: 'once',
        mapping: [
          { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' },
          { source_schema_id: '4', destination_id: activityDate.id, destination_type: 'system_activity' },
          { source_schema_id: '3', destination_id: field.id, destination_type: 'custom_activity' },
        ],
        match: { keys: [9], mode: 'both' },
      },
    })
    const line = (sku: string, day: string) => ({ sku, at: `2026-11-${day}T10:00:00+07:00` })
    const lines = [line('A', '01'), line('B', '99'), line('C', '03')]
    const { body } = await post(id, { phone: '0815550620', lines })
    expect(body.results).toMatchObject([{ status: 'failed', field: 'lines.at' }])
    const { data } = await store.call(connectorItems.deadLetters, { ...at(id), query: {} })
    expect(data).toMatchObject([{ index: 0, place: 1, path: 'lines.at', value: line('B', '99').at }])
    const written = () =>
      rows<{ sku: string }>(
        `select fields ->> $2 as sku from activity where store_id = $1 order by 1`,
        String(field.id),
      )
    expect(await written()).toEqual([{ sku: 'A' }, { sku: 'C' }])
    await store.call(connectorItems.replay, { ...at(id), body: { ids: [data[0]!.id] } })
    await ingest()
    expect((await store.call(connectorItems.deadLetters, { ...at(id), query: {} })).data).toMatchObject([
      { id: data[0]!.id, tries: 2, place: 1, replaying: false },
    ])
    expect(await written()).toHaveLength(2)
  })

  test('are tested without being written, with what they would do', async () => {
    const { id, map } = await till()
    await map([9])
    const { results, unmapped } = await store.call(connectorItems.test, { ...at(id), body: { items: [bill(20), 7] } })
    expect(results).toMatchObject([
      { status: 'added', profile_id: null, after: { phone: '+66815550620' }, activities: [{ name: 'Purchase' }] },
      { status: 'failed', error: 'item_invalid' },
    ])
    expect(unmapped).toEqual(['till.no'])
    expect(await rows('select from run where store_id = $1')).toEqual([])
    expect(await rows('select from dead_letter where store_id = $1')).toEqual([])
  })

  test('are answered in full to a repeated idempotency key, and written once', async () => {
    const { id, map } = await till()
    await map([9])
    const headers = { 'idempotency-key': 'one' }
    const first = await post(id, bill(21), headers)
    expect((await post(id, bill(21), headers)).body).toEqual(first.body)
    expect((await post(id, bill(22), headers)).body.error).toBe('idempotency_conflict')
    await post(id, bill(21))
    expect(await rows('select from activity where store_id = $1')).toHaveLength(1)
  })

  test('have bill numbers of their own: another connector sends the same ones, and the same number of another sale is a conflict', async () => {
    const { id, map } = await till()
    await map([9])
    await post(id, bill(1))
    const other = bill(1, { bill: { no: 'B1', total: 9990, paid_at: '2026-11-22T14:32:07+07:00' } })
    const sent = await post(id, { items: [other, bill(1)] })
    expect(sent.body.results).toMatchObject([
      { status: 'conflict', error: 'reference_conflict', field: 'bill.no' },
      { status: 'duplicated' },
    ])
    const { id: second } = await store.call(connectors.create, { body: { name: 'สาขาสอง', example: bill(0) } })
    const { mapping, match, activity_id, activity_key } = await store.call(connectors.getMapping, at(id))
    const body = { mapping, match, activity_id: activity_id!, activity_key: activity_key! }
    await store.call(connectors.putMapping, { ...at(second), body })
    expect((await post(second, other)).body.results).toMatchObject([{ status: 'updated' }])
    expect(await rows('select source, reference from activity where store_id = $1 order by id')).toEqual([
      { source: `connector:${id}`, reference: 'B1' },
      { source: `connector:${second}`, reference: 'B1' },
    ])
  })

  test('pending review are answered, and then taken', async () => {
    const { id, map } = await till()
    await map([9])
    await post(id, bill(30, { member: { name: 'สมชาย', mobile: '0815550630' } }))
    await post(id, bill(31, { member: { name: 'มาลี', mobile: '0815550630' } }))
    const { data } = await store.call(connectorItems.deadLetters, { ...at(id), query: {} })
    expect(data).toMatchObject([{ error: 'maybe_somebody_else', conflict: { held: true, people: [{ field_id: 9 }] } }])
    const body = { ids: [data[0]!.id], answer: 'other' as const }
    expect(await store.call(connectorItems.answer, { ...at(id), body })).toEqual({ answered: 1, replaying: 1 })
    await ingest()
    expect(await rows('select from dead_letter where store_id = $1')).toEqual([])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(2)
  })
})

describe('a connector with items waiting for an import', () => {
  const hold = async (id: number) =>
    (
      await rows<{ id: number }>(
        `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
         select store_id, 'held', id, 'real', 'processing', 0, mapping, 0, 1 from data_source where store_id = $1 and id = $2
         returning id`,
        id,
      )
    )[0]!.id
  const release = (held: number) => rows('delete from run where store_id = $1 and id = $2', held)

  test('is not deleted, maps them by the mapping of the moment, and takes them though their token was switched off', async () => {
    const { id, map } = await till()
    await map([9])
    const token = await newCredential(store, { kind: 'token' })
    const refused = await post(id, bill(40), {}, token.credential)
    expect([refused.status, refused.body.error]).toEqual([403, 'call_not_open'])
    const { updated_at: origin_time } = await store.call(connectors.get, at(id))
    await store.call(connectors.update, { ...at(id), body: { token_ids: [token.id], origin_time } })
    const held = await hold(id)
    const waiting = await post(id, bill(40), {}, token.credential)
    expect([waiting.status, waiting.body.status]).toEqual([202, 'waiting'])
    expect((await store.try(connectors.delete, { ...at(id), query: {} })).body).toMatchObject({
      error: 'data_source_busy',
    })
    await map([11])
    await rows("update credential set status = 'inactive' where store_id = $1 and id = $2", token.id)
    expect((await post(id, bill(41), {}, token.credential)).body.error).toBe('token_inactive')
    await release(held)
    await ingest()
    const { data } = await store.call(connectorItems.requests, at(id))
    expect(data).toMatchObject([
      { receipt_id: waiting.body.receipt_id, status: 'done', mapping_version: 2, failed: 0, sender: { id: token.id } },
    ])
    const { app } = await testServer()
    const url = `/open-api/v1/receipts/${waiting.body.receipt_id}`
    const receipt = await app.inject({ url, headers: { authorization: `Bearer ${key}` } })
    expect(receipt.json()).toMatchObject({ status: 'done', mapping_version: 2, results: [{ matched_by: null }] })
    await store.call(connectors.delete, { ...at(id), query: {} })
    expect((await post(id, bill(42))).status).toBe(404)
    expect(await rows('select status from run where store_id = $1')).toEqual([{ status: 'completed' }])
  })

  test('refuses items while it is inactive, and keeps nothing of them', async () => {
    const { id, map } = await till()
    await map([9])
    await store.call(connectors.setStatus, { ...at(id), body: { status: 'inactive' } })
    const refused = await post(id, bill(43))
    expect([refused.status, refused.body.error, refused.body.error_code]).toEqual([409, 'connector_inactive', 247])
    expect(await rows('select from receipt where store_id = $1')).toEqual([])
  })
})

test('a connector whose mapping lost a field is in error, keeps its items, and is active again with a new mapping', async () => {
  const { id, map } = await till()
  await map([9])
  await rows(
    `update data_source set mapping = jsonb_set(mapping, '{mapping,0,destination_id}', '999999') where store_id = $1 and id = $2`,
    id,
  )
  await post(id, bill(50))
  expect(await store.call(connectors.get, at(id))).toMatchObject({
    ...{ status: 'error', problem: { name: 'mapping_broken' }, dead_letters: 1 },
  })
  await map([9])
  await store.call(connectorItems.replay, { ...at(id), body: { all: true } })
  await ingest()
  expect(await store.call(connectors.get, at(id))).toMatchObject({ status: 'active', problem: null, dead_letters: 0 })
})

test('an erasure reaches dead letters, kept payloads and examples', async () => {
  const { id, map } = await till()
  await map([9])
  const { body } = await post(id, bill(60))
  const about = { member: { name: 'อื่น', mobile: '-', email: 'other@example.com' }, note: 'โทร 0815550660' }
  await post(id, { items: [about, { ...about, note: 815550660 }] })
  await store.call(connectors.addExample, { ...at(id), body: { example: bill(60) } })
  await erase(store, body.results[0].profile_id)
  const kept = await rows<{ text: string }>(`
    select item as text from dead_letter where store_id = $1 union all select payload from receipt where store_id = $1
    union all select body from receipt where store_id = $1 union all select examples from connector where store_id = $1
    union all select last_value from connector_field where store_id = $1 union all select value from dead_letter where store_id = $1`)
  for (const { text } of kept) expect(text ?? '').not.toMatch(/815550660/)
  for (const { text } of kept) if (text?.startsWith('[') || text?.startsWith('{')) JSON.parse(text)
})
