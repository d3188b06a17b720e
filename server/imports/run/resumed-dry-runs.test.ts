import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { extrasOf, ownFields, withExtras } from '../../testing/imports/colliding-extras.testing.ts'
import { collidingFile } from '../../testing/imports/colliding-files.testing.ts'
import { createDataSource, importFile, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { runDataSource } from './run.ts'

type Body = Sent<typeof dataSources.putMapping>['body']

let store: TestStore
beforeEach(async () => {
  await testServer({ batchRows: BATCH })
  store = await newStore()
})

const BATCH = 8
const NOT_OVER = ['pending', 'processing']

/** Previews a file twice: without a stop, and by workers that each lose their connections after a batch. Returns both results, and the kills. */
async function preview(file: string, body: (id: number) => Promise<Body>) {
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { id } = await createDataSource(store, file, `ไฟล์ ${Math.random()}`)
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body: await body(id) })
  const { run_id } = await store.call(importRun.dryRun, { params })
  expect(await runOf(store, id, run_id)).toMatchObject({ status: 'completed' })
  const { rows: runs } = await admin.query<{ id: number; whole: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total, created_by, created_at)
     select store_id, run_id || 'x', data_source_id, kind, version, mapping, file_id, total, created_by, created_at
     from run where store_id = $1 and run_id = $2 returning id, (select id from run where store_id = $1 and run_id = $2) as whole`,
    [store.storeId, run_id],
  )
  const { id: killed, whole } = runs[0]!
  const now = async () =>
    (await admin.query<{ status: string; done: number }>('select status, done from run where id = $1', [killed]))
      .rows[0]!
  /** The transaction that wrote each record. */
  const written = async () =>
    (
      await admin.query<{ no: number; by: string }>(
        'select record_no as no, xmin::text as by from run_record where store_id = $1 and run = $2 order by 1',
        [store.storeId, killed],
      )
    ).rows
  const positions: number[] = []
  for (let before = await written(); NOT_OVER.includes((await now()).status); ) {
    const { done: start } = await now()
    let batches = 0
    const isFull = async () => {
      // The third batch: two are on their way.
      if (++batches === 3)
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
          `ruam run ${killed}`,
        ])
      return false
    }
    const disk = { ...core.disk, isFull } as typeof core.disk
    await runDataSource({ ...core, disk }, store.storeId, killed, new AbortController().signal, BATCH).catch(() => {})
    const { status, done } = await now()
    if (!NOT_OVER.includes(status)) break
    // Rows before are not written again, and each worker brings the run further.
    const after = await written()
    expect(after.slice(0, before.length)).toEqual(before)
    expect([after.every(({ no }) => no <= done), done > start]).toEqual([true, true])
    positions.push(done)
    before = after
  }
  const resultOf = async (run: number) => {
    const { rows: records } = await admin.query(
      `select record_no, status, profile_id, changes, matched_by, adds_activity, error, met_activity, unread, held_group, met_line
       from run_record where store_id = $1 and run = $2 order by record_no`,
      [store.storeId, run],
    )
    const { rows: counts } = await admin.query(
      `select status, done, total, added, updated, duplicated, failed, conflict, held, activities, erased, unread_rows, unread_cells,
         keyless, consents, new_labels, row_labels, orders from run where id = $1`,
      [run],
    )
    return { counts: counts[0], records }
  }
  const { rowCount: left } = await admin.query('select from dry_run_block where store_id = $1', [store.storeId])
  expect(left).toBe(0)
  return { whole: await resultOf(whole), killed: await resultOf(killed), positions }
}

test('a preview has the same people, labels and visits when its workers are killed after each batch or two', {
  tags: ['verify'],
}, async () => {
  const random = randomOf(11)
  const own = await ownFields(store)
  const extras = await extrasOf(store)
  const first = collidingFile(11, 80, own, true)
  const { id } = await createDataSource(store, first.csv, 'ก่อนหน้า')
  await runMapping(store, id, withExtras(first.mapping, extras, random))
  const file = collidingFile(12, 100, own, false)
  const body = withExtras(file.mapping, extras, { ...random, chance: () => true })
  const { whole, killed, positions } = await preview(file.csv, async () => body)
  expect(killed).toEqual(whole)
  expect(killed.counts).toMatchObject({ done: 100, total: 100 })
  expect(positions.length).toBeGreaterThan(2)
})

test('a preview has the same orders when its workers are killed between their lines', async () => {
  const make = async (name: string, data_type: 'Number' | 'String') =>
    (await store.call(activities.createField, { query: {}, body: { name, display_name: `ของ ${name}`, data_type } })).id
  const [number, items, amount] = [
    await make('bill_no', 'String'),
    await make('bill_items', 'String'),
    await make('bill_amount', 'Number'),
  ]
  const type = await store.call(activities.createType, { body: { name: 'ใบเสร็จ', fields: [number, items, amount] } })
  const row = (column: number, destination_id: number, destination_type: string) =>
    ({ source_schema_id: String(column), destination_id, destination_type }) as Body['mapping'][number]
  const body: Body = {
    activity_id: type.id,
    mapping: [
      ...[row(2, 1, 'system_profile'), row(3, 9, 'system_profile'), row(4, 24, 'system_activity')],
      ...[row(1, number, 'custom_activity'), row(5, items, 'custom_activity'), row(6, amount, 'custom_activity')],
    ],
    match: { keys: [9], mode: 'both', keyless: 'add' },
    lines: { order_column: '1', item_column: '5', line_amount: '6', series: 'เครื่องขาย' },
  }
  // Nine orders with lines in most batches, some of them of buyers who have a name alone.
  const lines = Array.from(
    { length: 36 },
    (_, n) =>
      `B${n % 9},คน ${n % 9},${n % 9 < 5 ? `08120000${n % 9}0` : ''},05/11/2568,ของ ${n % 4},${10 * (n % 5)}.50`,
  )
  const bills = `บิล,ชื่อ,เบอร์โทร,วันที่,รายการ,ยอด\n${lines.join('\n')}\n`
  const { whole, killed, positions } = await preview(bills, async () => body)
  expect(killed).toEqual(whole)
  expect(positions.length).toBeGreaterThan(0)
})

test('a preview has the same consents when its workers are killed between the rows of a person', {
  tags: ['verify'],
}, async () => {
  await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
  await importFile(store, 'ชื่อ,เบอร์โทร\nคน 0,0810000000\nคน 1,0810000001\n')
  const answers = Array.from(
    { length: 24 },
    (_, n) => `คน ${n % 7},081000000${n % 7},${n % 3 === 0 ? 'ไม่ยินยอม' : 'ยินยอม'}`,
  )
  const suggested = async (id: number): Promise<Body> => {
    const mapping = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    const statement = { collected_by: 'ฝ่ายขาย สาขาสยาม', collected_on: '2026-10-01' }
    return {
      ...mapping.suggested,
      match: { keys: [9], mode: 'both' },
      consents: mapping.suggested.consents.map((one) => ({ ...one, statement })),
    }
  }
  const { whole, killed, positions } = await preview(`ชื่อ,เบอร์โทร,ยินยอมรับข่าวสาร\n${answers.join('\n')}\n`, suggested)
  expect(killed).toEqual(whole)
  expect(killed.counts.consents).toMatchObject({ '0.read': 24 })
  expect(positions.length).toBeGreaterThan(0)
})
