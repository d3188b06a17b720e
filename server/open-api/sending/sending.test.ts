import { gzipSync } from 'node:zlib'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ingestItems } from '../../channels/inbox/ingest-items.ts'
import { erase } from '../../customers/erasure/profile-erasure.testing.ts'
import { newStore, type TestStore, testServer } from '../../platform/core/store.testing.ts'
import { until } from '../../platform/core/until.testing.ts'
import { newCredential } from '../keys.testing.ts'

let store: TestStore
let key: string
beforeEach(async () => {
  store = await newStore()
  key = (await newCredential(store)).credential
})

type Kind = 'profiles' | 'activities'

interface Sent {
  status: number
  headers: Record<string, unknown>
  body: { receipt_id: number; status: string; results: ItemResult[] | null; error?: string; details?: unknown }
}

async function post(
  path: string,
  payload: unknown,
  headers: Record<string, string> = {},
  credential = key,
): Promise<Sent> {
  const { app } = await testServer()
  const reply = await app.inject({
    ...{ method: 'POST', url: `/open-api/v1/${path}` },
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
}

/** Sends items and returns their results, also of a request that was answered before it was done. */
async function send(kind: Kind, items: unknown[]): Promise<ItemResult[]> {
  const { status, body } = await post(`${kind}/batch`, { items })
  return status === 200 ? body.results! : laterOf(body)
}

/** Results of a request that was answered with its receipt. */
async function laterOf(body: Sent['body']): Promise<ItemResult[]> {
  expect(body).toEqual({ receipt_id: expect.any(Number), status: 'waiting', results: null })
  const { core } = await testServer()
  return until(async () => {
    // The clock does so every 15 s.
    await ingestItems(core, store.storeId)
    return resultsAt(body.receipt_id)
  })
}

async function resultsAt(receipt: number) {
  const { app } = await testServer()
  const url = `/open-api/v1/receipts/${receipt}`
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${key}` } })
  return (reply.json() as Sent['body']).results ?? false
}

const rows = async <T>(text: string) =>
  (await (await testServer()).admin.query(text.replace('$1', String(store.storeId)))).rows as T[]

describe('profiles that a program sends', () => {
  test('are added, found by their keys, updated, cleared and left as they are', async () => {
    const first = await send('profiles', [
      {
        values: {
          firstName: 'สมหญิง',
          lastName: 'ใจดี',
          phone: '081-555-0101',
          email: 'A@Example.com',
          birthDate: '2530-01-31',
        },
      },
      { values: { firstName: 'วิชัย', phone: '0815550102' } },
    ])
    expect(first).toMatchObject([
      { index: 0, status: 'added' },
      { index: 1, status: 'added' },
    ])
    const again = await send('profiles', [
      { values: { phone: '+66815550101', firstName: 'สมหญิง', birthDate: null } },
      { id: first[1]!.profile_id, values: { lastName: 'มั่งมี' } },
      { values: { phone: '0815550102' } },
    ])
    expect(again).toMatchObject([
      { status: 'updated', profile_id: first[0]!.profile_id, matched_by: 'phone' },
      { status: 'updated', profile_id: first[1]!.profile_id, matched_by: null },
      { status: 'duplicated', profile_id: first[1]!.profile_id, matched_by: 'phone' },
    ])
    expect(
      await rows('select first_name, last_name, phone, email, birth_date from profile where store_id = $1 order by id'),
    ).toEqual([
      { first_name: 'สมหญิง', last_name: 'ใจดี', phone: '+66815550101', email: 'a@example.com', birth_date: null },
      { first_name: 'วิชัย', last_name: 'มั่งมี', phone: '+66815550102', email: null, birth_date: null },
    ])
    expect(
      await rows('select kind, status, total, done, added, updated, duplicated, failed from run where store_id = $1'),
    ).toEqual([
      { kind: 'stream', status: 'processing', total: 5, done: 5, added: 2, updated: 2, duplicated: 1, failed: 0 },
    ])
    const { data } = await store.call(dataSources.list, { query: {} })
    expect(data).toEqual([])
    expect(await rows('select built_in, name from data_source where store_id = $1')).toEqual([
      { built_in: true, name: 'Open API' },
    ])
  })

  test('fail one by one, and what an item names that is not there is reported', async () => {
    const results = await send('profiles', [
      { values: { firstName: 'ก', phone: '0815550103', nickname: 'x' } },
      { values: { phone: 'abc' } },
      { values: { firstName: 'ไม่มีคีย์' } },
      { id: 999999, values: { firstName: 'ข' } },
      'x',
      { values: {}, other: 1 },
      { values: { phone: '0815550104', birthDate: 'วันเกิด' } },
    ])
    expect(results.map(({ status, error, field }) => [status, error, field])).toEqual([
      ['added', 'field_unknown', 'nickname'],
      ['failed', 'phone_invalid', 'phone'],
      ['failed', 'match_key_missing', null],
      ['failed', 'number_not_found', null],
      ['failed', 'item_invalid', null],
      ['failed', 'item_invalid', 'other'],
      ['added', 'date_invalid', 'birthDate'],
    ])
  })

  test('of a dry run are answered alike and not written', async () => {
    const item = { values: { firstName: 'สมหญิง', phone: '0815550105' } }
    const dryly = { 'ruam-dry-run': 'true' }
    const dry = await post('profiles', item, dryly)
    const after = { firstName: 'สมหญิง', phone: '+66815550105' }
    expect([dry.status, dry.body]).toMatchObject([
      200,
      { receipt_id: null, results: [{ status: 'added', before: {}, after }] },
    ])
    expect(await rows('select from profile where store_id = $1')).toEqual([])
    expect(await rows('select from receipt where store_id = $1')).toEqual([])
    expect((await post('profiles', item)).body.results).toMatchObject([{ status: 'added' }])
    const again = await post('profiles', { values: { phone: '0815550105', lastName: 'ใจดี' } }, dryly)
    expect(again.body.results).toMatchObject([
      { status: 'updated', before: { lastName: null }, after: { lastName: 'ใจดี' } },
    ])
  })

  test('are taken back with their day, and what comes after is of another stream', async () => {
    await send('profiles', [{ values: { firstName: 'เก่า', phone: '0815550106' } }])
    const [run] = await rows<{ run_id: string; data_source_id: number }>(
      'select run_id, data_source_id from run where store_id = $1',
    )
    const params = { id: String(run!.data_source_id), run_id: run!.run_id }
    const records = await store.call(importRun.records, { params, query: {} })
    expect(records.data).toMatchObject([{ record_no: 1, status: 'added', data: [] }])
    expect(await store.call(importUndo.undoPreview, { params })).toMatchObject({ profiles_removed: 1 })
    await store.call(importUndo.undo, { params })
    const [added] = await send('profiles', [{ values: { firstName: 'ใหม่', phone: '0815550107' } }])
    expect(added).toMatchObject({ status: 'added' })
    await until(async () => (await rows('select from run where store_id = $1 and undone_at is not null')).length === 1)
    expect(await rows('select phone from profile where store_id = $1')).toEqual([{ phone: '+66815550107' }])
    expect(
      await rows('select kind, status, undone_at is not null as undone from run where store_id = $1 order by id'),
    ).toEqual([
      { kind: 'stream', status: 'completed', undone: true },
      { kind: 'stream', status: 'processing', undone: false },
    ])
  })
})

describe('activities that a program sends', () => {
  test('are added once: by their reference, or by all that they say', async () => {
    const { id } = await store.call(activities.createField, {
      query: {},
      body: { name: 'paid', display_name: 'ยอด', data_type: 'Number' },
    })
    await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [id] } })
    const at = '2026-01-05T10:00:00+07:00'
    const buy = (reference: string | undefined, amount: number) => ({
      ...{ type: 'ซื้อสินค้า', at, values: { paid: amount }, profile: { values: { phone: '0815550108' } } },
      ...(reference && { reference }),
    })
    const results = await send('activities', [
      buy('R-1', 10),
      buy('R-1', 99),
      buy(undefined, 20),
      buy(undefined, 20),
      buy('R-2', 20),
    ])
    expect(results.map(({ status }) => status)).toEqual(['added', 'duplicated', 'added', 'duplicated', 'added'])
    const more = await send('activities', [
      buy('R-2', 5),
      buy(undefined, 20),
      { ...buy('R-3', 1), type: 'ไม่มี' },
      { ...buy('R-3', 1), at: undefined },
    ])
    expect(more.map(({ status, error, field }) => [status, error, field])).toEqual([
      ['duplicated', null, null],
      ['duplicated', null, null],
      ['failed', 'activity_type_unknown', 'type'],
      ['failed', 'activity_date_missing', 'at'],
    ])
    expect(
      await rows('select reference, activity_at, fields from activity where store_id = $1 order by id'),
    ).toMatchObject([
      { reference: 'R-1', activity_at: '2026-01-05T03:00:00Z' },
      { reference: null },
      { reference: 'R-2' },
    ])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(1)
  })
})

describe('requests of programs', () => {
  const item = (n: number) => ({ values: { firstName: 'ซ้ำ', phone: `08155502${String(n).padStart(2, '0')}` } })

  test('with an idempotency key are done once, and refused with another body', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await post('profiles', item(1), headers)
    expect(first.body.results).toMatchObject([{ status: 'added' }])
    const again = await post('profiles', item(1), headers)
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body])
    const conflict = { status: 409, body: { error: 'idempotency_conflict' } }
    expect(await post('profiles', item(2), headers)).toMatchObject(conflict)
    expect(await post('activities', item(1), headers)).toMatchObject(conflict)
    const { credential } = await newCredential(store)
    const other = await post('profiles', item(1), headers, credential)
    expect(other.body.results).toMatchObject([{ status: 'duplicated' }])
    expect(await rows('select done from run where store_id = $1')).toEqual([{ done: 2 }])
  })

  test('with one idempotency key at the same moment are written once', async () => {
    const headers = { 'idempotency-key': 'order-2' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('profiles', item(3), headers)))
    const answers = replies.map(({ status, body, headers }) => [status, body.error, headers['retry-after']].join())
    for (const answer of answers) expect(['200,,', '409,idempotency_running,1']).toContain(answer)
    expect(answers).toContain('200,,')
    expect(await rows('select done from run where store_id = $1')).toEqual([{ done: 1 }])
  })

  test('of two systems that send the same new person at once make one', { timeout: 120_000 }, async () => {
    const keys = [key, (await newCredential(store)).credential]
    const people = Array.from({ length: 50 }, (_, n) => item(20 + n))
    const sent = await Promise.all(people.flatMap((one) => keys.map((own) => post('profiles', one, {}, own))))
    const results = sent.map(({ body }) => body.results?.[0])
    expect(results.filter((one) => one?.status === 'added')).toHaveLength(50)
    expect(new Set(results.map((one) => one?.profile_id)).size).toBe(50)
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(50)
  })

  test('wait for an import at work, and are written after it', async () => {
    await send('profiles', [item(90)])
    const { admin } = await testServer()
    const { rows: held } = await admin.query<{ id: number }>(
      `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
       select store_id, 'held', data_source_id, 'real', 'processing', 0, mapping, 0, 1 from run where store_id = $1
       returning id`,
      [store.storeId],
    )
    const headers = { 'idempotency-key': 'held' }
    const waiting = await post('profiles', item(91), headers)
    expect([waiting.status, waiting.body.status]).toEqual([202, 'waiting'])
    expect((await post('profiles', item(91), headers)).status).toBe(202)
    const dry = await post('profiles', item(92), { 'ruam-dry-run': 'true' })
    expect(dry.body.error).toBe('profile_locked')
    await admin.query('delete from run where store_id = $1 and id = $2', [store.storeId, held[0]!.id])
    expect((await post('profiles', item(93))).status).toBe(200)
    expect(await resultsAt(waiting.body.receipt_id)).toMatchObject([{ status: 'added' }])
    const replayed = await post('profiles', item(91), headers)
    expect([replayed.status, replayed.body.results]).toMatchObject([200, [{ status: 'added' }]])
  })

  test('answer the number of another store’s customer as one that nobody has', async () => {
    const other = await newStore()
    const { credential } = await newCredential(other)
    const { body } = await post('profiles', item(96), {}, credential)
    const foreign = await post('profiles', { id: body.results![0]!.profile_id, values: { firstName: 'x' } })
    const unknown = await post('profiles', { id: 2_147_483_647, values: { firstName: 'x' } })
    expect(foreign.body.results).toEqual(unknown.body.results)
    expect(foreign.body.results).toMatchObject([{ status: 'failed', error: 'number_not_found' }])
  })

  test('never bring back a person who was erased', async () => {
    const [added] = await send('profiles', [item(95)])
    await erase(store, added!.profile_id!)
    expect(await send('profiles', [item(95)])).toMatchObject([
      { status: 'failed', error: 'erased_person', field: 'phone', profile_id: null },
    ])
    expect(await rows('select erased from run where store_id = $1')).toEqual([{ erased: 1 }])
  })
})

describe('bodies of programs', () => {
  const gzip = { 'content-encoding': 'gzip' }
  const refusals: [what: string, payload: string | Buffer, status: number, headers?: Record<string, string>][] = [
    ['cut short', '{"values":', 400],
    ['with a key twice', '{"values":{"phone":"1","phone":"2"}}', 400],
    ['with a key twice in different spellings', '{"values":{"phone":"1","\\u0070hone":"2"}}', 400],
    ['with __proto__', '{"values":{"__proto__":{"a":1}}}', 400],
    ['nested deeply', `{"values":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400],
    ['that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['that are no object', '[]', 422],
    ['that are no gzip', Buffer.from('x'), 400, gzip],
    ['in another compression', Buffer.from('x'), 415, { 'content-encoding': 'br' }],
    ['that unpack to too much', gzipSync(Buffer.alloc(30_000_000, 0x20)), 413, gzip],
    ['with an unusable idempotency key', '{"values":{}}', 422, { 'idempotency-key': 'a b' }],
  ]
  for (const [what, payload, status, headers] of refusals)
    test(`are refused with ${status} when they are ${what}`, async () => {
      expect((await post('profiles', payload, headers)).status).toBe(status)
      expect(await rows('select from receipt where store_id = $1')).toEqual([])
    })

  test('of 1,001 items are refused, and of 1,000 taken', { timeout: 60_000 }, async () => {
    const items = Array.from({ length: 1001 }, (_, n) => ({ values: { phone: `0816${String(n).padStart(6, '0')}` } }))
    expect((await post('profiles/batch', { items })).status).toBe(422)
    const results = await send('profiles', items.slice(1))
    expect(results.map(({ index }) => index)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['added']))
  })

  test('keep the digits of long numbers where the field is text, and refuse them elsewhere', async () => {
    const long = '12345678901234567890'
    const one = `{"values":{"phone":"0815550300","workplace":${long},"amount":${long}}}`
    const body = `{"items":[${one},{"values":{"phone":"0815550301","income":1e400}}]}`
    const sent = await post('profiles/batch', gzipSync(body), gzip)
    expect(sent.body.results).toMatchObject([
      { status: 'added', field: 'amount', error: 'number_too_large' },
      { status: 'added', field: 'income' },
    ])
    expect(await rows('select workplace, amount, income from profile where store_id = $1 order by id')).toEqual([
      { workplace: long, amount: null, income: null },
      { workplace: null, amount: null, income: null },
    ])
  })

  test('of strange texts get an answer for each item', async () => {
    const strange = ['\u0000', '\ud800', '\u202e', '\u001e\u001f', "'; drop table profile; --", '💩'.repeat(50), '\\N']
    const items = strange.flatMap((text, n) => [
      { values: { phone: `08155504${String(n).padStart(2, '0')}`, firstName: text, workplace: text, [text]: text } },
      { values: { phone: text } },
      { values: { phone: '0815550499' }, [text]: 1 },
    ])
    const results = await send('profiles', items)
    expect(results).toHaveLength(items.length)
    expect(results.filter(({ error }) => error === 'item_not_processed')).toEqual([])
    const bought = strange.map((text) => ({ type: text, at: text, reference: text, profile: { values: {} } }))
    expect((await send('activities', bought)).map(({ status }) => status)).toEqual(strange.map(() => 'failed'))
  })
})
