import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: Sender['store']
let { post, send, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, post, send, rows } = await newSender())
})

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
    expect(data).toMatchObject([{ type: 'openapi', origin: 'program', name: expect.stringMatching(/^key \d+$/) }])
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
    expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({ profiles_removed: 1 })
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
