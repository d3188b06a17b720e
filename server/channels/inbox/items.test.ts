import { activities } from '@ruam/contract/customers/activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { builtInConnector } from '../../imports/data-sources/streams.ts'
import { findReceipt, storeReceipt } from '../../imports/stream/receipts.ts'
import type { ItemKind } from '../../imports/stream/write-items.ts'
import { inStore } from '../../platform/core/db.ts'
import { newStore, type TestStore, testServer } from '../../platform/core/store.testing.ts'
import { dryRunItems } from './dry-items.ts'
import { ingestItems } from './ingest-items.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const CREDENTIAL = 1

async function store_(kind: ItemKind, items: unknown[]) {
  const { core } = await testServer()
  return inStore(core.pool, store.storeId, async (db) =>
    storeReceipt(db, store.storeId, {
      ...{ credential: CREDENTIAL, dataSource: await builtInConnector(db, store.storeId), kind, items: items.length },
      ...{ body: JSON.stringify(items), idempotency: undefined },
    }),
  )
}

async function send(kind: ItemKind, items: unknown[]) {
  const { core } = await testServer()
  const id = await store_(kind, items)
  await ingestItems(core, store.storeId)
  const receipt = await inStore(core.pool, store.storeId, (db) => findReceipt(db, store.storeId, CREDENTIAL, id!))
  return receipt!.results!
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
    const { core } = await testServer()
    const items = [{ values: { firstName: 'สมหญิง', phone: '0815550105' } }]
    const source = await inStore(core.pool, store.storeId, (db) => builtInConnector(db, store.storeId))
    const dry = await dryRunItems(core, store.storeId, source, { kind: 'profiles', items })
    expect(dry.map(({ result, compared }) => [result.status, compared])).toEqual([
      ['added', { before: {}, after: { firstName: 'สมหญิง', phone: '+66815550105' } }],
    ])
    expect(await rows('select from profile where store_id = $1')).toEqual([])
    expect(await send('profiles', items)).toMatchObject([{ status: 'added' }])
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
    await store_('profiles', [{ values: { firstName: 'ใหม่', phone: '0815550107' } }])
    await expect.poll(async () => rows('select from profile where store_id = $1'), { timeout: 60_000 }).toHaveLength(0)
    const { core } = await testServer()
    await expect
      .poll(
        async () => {
          await ingestItems(core, store.storeId)
          return rows('select phone from profile where store_id = $1')
        },
        { timeout: 60_000 },
      )
      .toEqual([{ phone: '+66815550107' }])
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
