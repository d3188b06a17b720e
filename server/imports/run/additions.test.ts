import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const row = (column: number, destination_id: number, destination_type: MappingRow['destination_type']) => ({
  source_schema_id: String(column),
  destination_id,
  destination_type,
})
const person = [row(1, 1, 'system_profile'), row(2, 9, 'system_profile')]
const match = { keys: [9], mode: 'both' as const }

/** A purchase with its amount, in columns 3 and 4. */
async function purchases() {
  const total = await store.call(activities.createField, {
    query: {},
    body: { name: 'total', display_name: 'ยอดซื้อ', data_type: 'Number' },
  })
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [total.id] } })
  const mapping = [...person, row(3, 24, 'system_activity'), row(4, total.id, 'custom_activity')]
  return { body: { activity_id: type.id, mapping, match }, total }
}

const sales = (lines: string[]) => `ชื่อ,เบอร์โทร,วันที่ซื้อ,ยอด\n${lines.join('\n')}\n`
const bought = (day: string, amount: string) => `ญาดา,0812345670,${day},${amount}`

async function activitiesOf(): Promise<[string, unknown][]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ at: string; fields: Record<string, unknown> }>(
    'select activity_at::text as at, fields from activity where store_id = $1 order by activity_at, id',
    [store.storeId],
  )
  return rows.map(({ at, fields }) => [at, Object.values(fields)[0]])
}

test('each row adds its activity to the person it is about, at midnight of the store’s day', {
  tags: ['verify'],
}, async () => {
  const { body } = await purchases()
  const { id } = await createDataSource(
    store,
    sales([bought('01/02/2567', '"1,250.50"'), bought('29/02/2567', '90')]),
    'ขาย',
  )
  const { stats } = await runMapping(store, id, body)
  expect(stats).toMatchObject({ added: 1, updated: 1, activities: 2 })
  expect(await activitiesOf()).toEqual([
    ['2024-01-31 17:00:00+00', 1250.5],
    ['2024-02-28 17:00:00+00', 90],
  ])
})

test('the preview shows the activities that the run then adds', async () => {
  const { body: each, total } = await purchases()
  const body = { ...each, equal_activities: 'once' as const }
  const file = sales([bought('01/02/2567', '90'), bought('01/02/2567', '90'), bought('02/02/2567', '')])
  const run = await runMapping(store, (await createDataSource(store, file, 'ก')).id, body)
  expect(run.dryStats).toEqual(run.stats)
  const told = async (query: { kind?: 'dry' }) => {
    const page = await store.call(importRun.records, { params: { id: String(run.id), run_id: run.dry }, query })
    return page.data.map(({ status, change }) => [status, change?.activity])
  }
  const activity = (activity_at: string, fields: unknown[]) => ({ activity_id: body.activity_id, activity_at, fields })
  expect(await told({ kind: 'dry' })).toEqual([
    ['added', activity('2024-01-31T17:00:00.000Z', [{ id: total.id, name: 'total', value: 90 }])],
    ['duplicated', null],
    ['updated', activity('2024-02-01T17:00:00.000Z', [])],
  ])
  expect(await told({})).toEqual(await told({ kind: 'dry' }))
})

test('a row that describes an activity without its date fails, one without any of it is only about the person', {
  tags: ['verify'],
}, async () => {
  const { body } = await purchases()
  const file = sales(['ก,0811111111,,90', 'ข,0822222222,,'])
  const run = await runMapping(store, (await createDataSource(store, file, 'ก')).id, body)
  expect(run.stats).toMatchObject({ added: 1, failed: 1, activities: 0 })
})

test('every row gets the labels, an unchanged person who got one is updated, and the label counts its people', async () => {
  const label = await store.call(labels.create, { body: { name: 'ลูกค้าเก่า', color: 'teal', type: 'general' } })
  const file = 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\nก,0811111111\n'
  const plain = await runMapping(store, (await createDataSource(store, file, 'ก')).id, { mapping: person, match })
  expect(plain.stats).toMatchObject({ added: 2, duplicated: 1 })
  const body = { mapping: person, match, labels: [label.id] }
  const labelled = await runMapping(store, (await createDataSource(store, file, 'ข')).id, body)
  expect([labelled.dryStats, labelled.stats]).toMatchObject([
    { updated: 2, duplicated: 1 },
    { updated: 2, duplicated: 1 },
  ])
  const params = { id: String(labelled.id), run_id: labelled.real }
  const { data } = await store.call(importRun.records, { params, query: {} })
  const sides = data.map(({ change }) => [change?.previous_profile?.label_ids, change?.next_profile?.label_ids])
  expect(sides[0]).toEqual([[], [label.id]])
  const again = await runMapping(store, (await createDataSource(store, file, 'ค')).id, body)
  expect(again.stats).toMatchObject({ updated: 0, duplicated: 3 })
  const { data: known } = await store.call(labels.list, { query: {} })
  expect(known[0]!.target_count).toBe(2)
})

test('a run for new people adds no label and no activity to a known customer', { tags: ['verify'] }, async () => {
  const { body } = await purchases()
  const label = await store.call(labels.create, { body: { name: 'ใหม่', color: 'blue', type: 'general' } })
  await runMapping(store, (await createDataSource(store, sales([bought('', '')]), 'ก')).id, body)
  const file = sales([bought('01/02/2567', '90'), 'ใหม่,0899999999,01/02/2567,50'])
  const onlyNew = { ...body, labels: [label.id], match: { keys: [9], mode: 'new' as const } }
  const run = await runMapping(store, (await createDataSource(store, file, 'ข')).id, onlyNew)
  expect([run.dryStats, run.stats]).toMatchObject(Array(2).fill({ added: 1, duplicated: 1, activities: 1 }))
  const { data: known } = await store.call(labels.list, { query: {} })
  expect(known[0]!.target_count).toBe(1)
})
