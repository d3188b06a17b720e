import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const HEAD = 'ชื่อ,เบอร์โทรศัพท์,ป้ายกำกับ\n'
const label = (name: string) =>
  store.call(labels.create, { body: { name, description: '', color: 'teal', type: 'general' } })

/** Labels of every profile in the store, by first name. */
async function labelsOfAll(): Promise<Record<string, string[]>> {
  const { data } = await store.call(profiles.list, { query: { limit: '0' } })
  const nameOf = (fields: (typeof data)[number]['fields']) => fields.find(({ name }) => name === 'firstName')?.value
  return Object.fromEntries(data.map(({ fields, labels }) => [nameOf(fields), labels.map(({ name }) => name).sort()]))
}

/** The suggested mapping of a file, with what becomes of names that no label has. */
async function mapped(csv: string, unknown: 'make' | 'skip' = 'make') {
  const { id } = await createDataSource(store, csv, `ไฟล์ ${Math.random()}`)
  const { mapping, match, row_labels } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  return { id, body: { mapping, match, row_labels: { ...row_labels, unknown } } }
}

async function imported(csv: string, unknown: 'make' | 'skip' = 'make', more: object = {}) {
  const { id, body } = await mapped(csv, unknown)
  return runMapping(store, id, { ...body, ...more })
}

test('a column of labels is known by its header, and gives each row its own', async () => {
  await label('ประจำ')
  const run = await imported(
    `${HEAD}ก,0811111111,"ประจำ, ใหม่ๆ"\nข,0822222222,\nค,0833333333,"ใหม่ๆ,ประจำ ,ประจำ"\nง,0844444444,ไม่มี\n`,
  )
  expect([run.stats, run.dryStats]).toMatchObject([{ added: 4 }, { added: 4 }])
  expect(await labelsOfAll()).toEqual({ ก: ['ประจำ', 'ใหม่ๆ'], ข: [], ค: ['ประจำ', 'ใหม่ๆ'], ง: [] })
  const { data } = await store.call(labels.list, { query: { type: 'general' } })
  expect(data.map(({ name, target_count }) => [name, target_count]).sort()).toEqual([
    ['ประจำ', 2],
    ['ใหม่ๆ', 2],
  ])
  const asked = { params: { id: String(run.id), run_id: run.dry } }
  expect((await store.call(importRun.getRun, { ...asked, query: { kind: 'dry' } })).new_labels).toEqual(['ใหม่ๆ'])
  expect((await store.call(importRun.getRun, { ...asked, query: {} })).new_labels).toEqual(['ใหม่ๆ'])
})

test('a member who may not create labels can’t create them by a file', async () => {
  const clerk = await store.member(permissions.filter((permission) => permission !== 'cdp-core.label.create'))
  await label('ประจำ')
  const { id, body } = await mapped(`${HEAD}ก,0811111111,"ประจำ,ใหม่"\n`)
  const params = { id: String(id) }
  const suggested = await clerk.call(dataSources.getMapping, { params })
  expect([body.row_labels.unknown, suggested.row_labels.unknown]).toEqual(['make', 'skip'])
  const refused = [403, { permission: 'cdp-core.label.create' }]
  expect((await clerk.try(dataSources.putMapping, { params, body })).status).toBe(403)
  // Nor by a mapping that another member has saved.
  await store.call(dataSources.putMapping, { params, body })
  const preview = await clerk.try(importRun.dryRun, { params })
  expect([preview.status, preview.body.details]).toEqual(refused)
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  const run = await clerk.try(importRun.run, { params, body: { run_id } })
  expect([run.status, run.body.details]).toEqual(refused)
  await clerk.call(dataSources.putMapping, { params, body: { ...body, row_labels: suggested.row_labels } })
  await clerk.call(importRun.dryRun, { params })
})

test('a preview names the labels that it would make, and makes none', async () => {
  const { id, body } = await mapped(`${HEAD}ก,0811111111,"VIP,vip ,ทอง"\n`)
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body })
  const { run_id } = await store.call(importRun.dryRun, { params })
  const run = await runOf(store, id, run_id)
  expect(run.status).toBe('completed')
  const read = await store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })
  expect([...read.new_labels].sort()).toEqual(['VIP', 'ทอง'])
  const { data } = await store.call(importRun.records, { params: { ...params, run_id }, query: {} })
  expect(data[0]!.change!.new_labels).toHaveLength(2)
  expect((await store.call(labels.list, { query: {} })).total).toBe(0)
})

test('unknown label names are skipped if the mapping says so', { tags: ['verify'] }, async () => {
  await label('ทอง')
  await imported(`${HEAD}ก,0811111111,"ทอง,เงิน"\n`, 'skip')
  expect(await labelsOfAll()).toEqual({ ก: ['ทอง'] })
  expect((await store.call(labels.list, { query: {} })).total).toBe(1)
})

test('a row that only gives a label is an update, and one that gives nothing new is not', async () => {
  await imported(`${HEAD}ก,0811111111,ทอง\nข,0822222222,ทอง\n`)
  const again = await imported(`${HEAD}ก,0811111111,"ทอง,เงิน"\nก,0811111111,เงิน\nข,0822222222,ทอง\n`)
  expect(again.stats).toMatchObject({ added: 0, updated: 1, duplicated: 2 })
  expect(again.dryStats).toEqual(again.stats)
  expect(await labelsOfAll()).toEqual({ ก: ['ทอง', 'เงิน'], ข: ['ทอง'] })
})

test('an undo takes the labels of rows away again, but not those that were there', { tags: ['verify'] }, async () => {
  await imported(`${HEAD}ก,0811111111,ทอง\n`)
  const run = await imported(`${HEAD}ก,0811111111,"ทอง,เงิน"\nข,0822222222,เงิน\n`)
  const params = { id: String(run.id), run_id: run.real }
  expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({
    labels_removed: 2,
    profiles_removed: 1,
  })
  const { job_id } = await store.call(importUndo.undo, { params })
  await jobEnded(store.storeId, job_id)
  expect(await labelsOfAll()).toEqual({ ก: ['ทอง'] })
  const { data } = await store.call(labels.list, { query: {} })
  expect(data.map(({ name, target_count }) => [name, target_count]).sort()).toEqual([
    ['ทอง', 1],
    ['เงิน', 0],
  ])
})

describe('a label that names a segment, or can be no name', () => {
  test('is skipped, or fails its row if the mapping says so', { tags: ['verify'] }, async () => {
    const { admin } = await testServer()
    await admin.query("insert into label (store_id, name, color, type) values ($1, 'เซกฯ', 'teal', 'advanced')", [
      store.storeId,
    ])
    const csv = `${HEAD}ก,0811111111,"ทอง,เซกฯ"\nข,0822222222,${'ย'.repeat(101)}\nค,0833333333,ทอง\n`
    const run = await imported(csv, 'make', { unreadable_cells: 'fail' })
    expect(run.stats).toMatchObject({ added: 1, failed: 2 })
    expect(await labelsOfAll()).toEqual({ ค: ['ทอง'] })
    const { data } = await store.call(importRun.records, {
      params: { id: String(run.id), run_id: run.real },
      query: { status: 'failed' },
    })
    expect(data.map(({ data }) => data[2]!.error !== null)).toEqual([true, true])
    const { stats } = await imported(csv)
    expect(stats).toMatchObject({ added: 2, failed: 0, unread_cells: 2 })
    expect(await labelsOfAll()).toEqual({ ก: ['ทอง'], ข: [], ค: ['ทอง'] })
  })
})

test('a column that names hundreds of new labels is taken for none of labels', async () => {
  const rows = Array.from({ length: 201 }, (_, n) => `ค${n},08${String(n).padStart(8, '0')},ป้าย ${n}\n`)
  const { id, body } = await mapped(`${HEAD}${rows.join('')}`)
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body })
  const { run_id } = await store.call(importRun.dryRun, { params })
  const { status, error } = await runOf(store, id, run_id)
  expect([status, error?.error]).toEqual(['failed', 'mapping_invalid'])
})

test('the same holds where a file comes in several batches', { tags: ['verify'] }, async () => {
  await testServer({ batchRows: 3 })
  const rows = Array.from({ length: 20 }, (_, n) => `ค${n},08${String(n).padStart(8, '0')},"ป้าย ${n % 4},ทุกคน"\n`)
  const run = await imported(`${HEAD}${rows.join('')}`)
  expect(run.dryStats).toEqual(run.stats)
  const { data } = await store.call(labels.list, { query: {} })
  expect(data.map(({ name, target_count }) => `${name} ${target_count}`).sort()).toEqual(
    ['ทุกคน 20', ...[0, 1, 2, 3].map((n) => `ป้าย ${n} 5`)].sort(),
  )
  await importFile(store, 'ชื่อ,เบอร์โทรศัพท์\nใหม่,0899999999\n')
})
