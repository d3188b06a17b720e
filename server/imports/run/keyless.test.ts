import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { olderPipeline } from '@ruam/contract/older/pipeline.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDataSource, importFile, loaded, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

type Body = Sent<typeof dataSources.putMapping>['body']
const mappingOf = (id: number) => store.call(dataSources.getMapping, { params: { id: String(id) } })
const put = async (id: number, body: Body) =>
  (await store.try(dataSources.putMapping, { params: { id: String(id) }, body })).body as { error?: string } | undefined
const howMany = async () => (await store.call(profiles.list, { query: {} })).total
const failuresOf = async ({ id, real }: { id: number; real: string }) => {
  const query = { status: 'faulty' as const }
  const { data } = await store.call(importRun.records, { params: { id: String(id), run_id: real }, query })
  return data.map(({ record_no, error }) => [record_no, error])
}

const people = 'ชื่อ,นามสกุล,ที่อยู่\nสมชาย,ใจดี,กรุงเทพ\nมานี,มีนา,เชียงใหม่\n'

describe('a mapping without a key', () => {
  test('is rejected with an error of its own until it says that every row is new', async () => {
    const { id } = await createDataSource(store, people, 'รายชื่อ')
    const { mapping, match, every_row_is_new } = await mappingOf(id)
    expect([match.keys, match.mode, every_row_is_new]).toEqual([[], 'both', false])
    for (const body of [{ mapping }, { mapping, match }, { mapping, match: { keys: [], mode: 'new' as const } }])
      expect((await put(id, body))?.error).toBe('match_keys_missing')
    const run = await runMapping(store, id, { mapping, match, every_row_is_new: true })
    expect(run.stats).toMatchObject({ added: 2, keyless: 2 })
    expect(await mappingOf(id)).toMatchObject({ saved: true, every_row_is_new: true })
  })

  test('cannot be both: a key, and every row new', async () => {
    const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nมานี,0812345670\n', 'สองอย่าง')
    const { mapping, match } = await mappingOf(id)
    expect(await put(id, { mapping, match, every_row_is_new: true })).toMatchObject({ error: 'mapping_invalid' })
  })

  test('does not run if an older version saved it, through any call that starts a run', async () => {
    const { id } = await createDataSource(store, people, 'เก่า')
    const { mapping, match } = await mappingOf(id)
    await put(id, { mapping, match, every_row_is_new: true })
    const { admin } = await testServer()
    const params = { id: String(id) }
    const dry = await store.call(importRun.dryRun, { params })
    await admin.query("update data_source set mapping = mapping - 'every_row_is_new' where store_id = $1", [
      store.storeId,
    ])
    const starts = [
      await store.try(importRun.dryRun, { params }),
      await store.try(olderPipeline.run, { body: { datasource_id: id } }),
    ]
    expect(starts.map(({ body }) => (body as { error: string }).error)).toEqual(Array(2).fill('match_keys_missing'))
    await admin.query("update run set mapping = mapping - 'every_row_is_new' where store_id = $1", [store.storeId])
    const real = await store.try(importRun.run, { params, body: { run_id: dry.run_id } })
    expect((real.body as { error: string }).error).toMatch(/match_keys_missing|run_outdated/)
    expect(await howMany()).toBe(0)
  })

  test('does not come back with the memory of mappings, an older preset or the next file', async () => {
    const { id } = await createDataSource(store, people, 'แรก')
    const { mapping, match } = await mappingOf(id)
    await runMapping(store, id, { mapping, match, every_row_is_new: true })
    const next = await createDataSource(store, people.replace('สมชาย', 'สมหญิง'), 'สอง')
    const { remembered } = await mappingOf(next.id)
    expect(remembered).toMatchObject({ datasource_id: id, every_row_is_new: false })
    const preset = await store.try(olderDataSources.preset, { body: { datasource_id: next.id, preset_id: id } })
    expect((preset.body as { error: string }).error).toBe('match_keys_missing')
    const { file_id, file_type } = (await store.upload(files.import, 'อีก.csv', people.replace('มานี', 'มานะ'))).body
    await store.call(dataSources.putFile, { params: { id: String(id) }, body: { file_id, file_type } })
    await loaded(store, id)
    expect(await mappingOf(id)).toMatchObject({ saved: true, every_row_is_new: false })
  })
})

describe('a row', () => {
  test('without name, contact, id and key adds nobody and says so', async () => {
    const file = 'ชื่อ,ที่อยู่,อาชีพ\nมานี,กรุงเทพ,ครู\n,เชียงใหม่,\n,ลำปาง,หมอ\n'
    const { id } = await createDataSource(store, file, 'ที่อยู่')
    const { mapping, match } = await mappingOf(id)
    const run = await runMapping(store, id, { mapping, match, every_row_is_new: true })
    expect(run.stats).toMatchObject({ added: 1, failed: 2 })
    expect(run.dryStats).toEqual(run.stats)
    expect(await failuresOf(run)).toEqual([2, 3].map((no) => [no, expect.stringContaining('ไม่เพิ่มเป็นลูกค้า')]))
  })

  test('with keys adds nobody if only rows without a value are added', async () => {
    const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร,ที่อยู่\nมานี,0812345670,\n,,ลำปาง\nกมล,,\n', 'ผสม')
    const { mapping, match } = await mappingOf(id)
    const run = await runMapping(store, id, { mapping, match: { ...match, keyless: 'add' } })
    expect(run.stats).toMatchObject({ added: 2, failed: 1, keyless: 1 })
  })
})

test('sequential member codes are a suggested key, and so are those of the store under another header', {
  tags: ['verify'],
}, async () => {
  const body = { field_name: 'memberCode', display_name: 'รหัสสมาชิก', data_type: 'String' as const }
  const code = (await store.call(profileFields.create, { body })).id
  const rows = Array.from({ length: 8 }, (_, no) => `00000${no + 1},กมล${no},ใจดี`).join('\n')
  const { id } = await createDataSource(store, `รหัสสมาชิก,ชื่อ,นามสกุล\n${rows}\n`, 'สมาชิก')
  const { mapping, match } = await mappingOf(id)
  expect(match.keys).toEqual([code])
  expect((await runMapping(store, id, { mapping, match })).stats).toMatchObject({ added: 8 })
  const sales = ['000001', '000002', '000001', '000003', '000009'].map((no) => `${no},250`).join('\n')
  const next = await mappingOf((await createDataSource(store, `X1,ยอด\n${sales}\n`, 'ยอดขาย')).id)
  expect(next.source_mapping[0]).toMatchObject({ destination_id: code, reason: 'stored' })
  expect(next.match.keys).toEqual([code])
})

test('line numbers are no suggested key', async () => {
  const body = { field_name: 'line', display_name: 'ลำดับ', data_type: 'String' as const }
  await store.call(profileFields.create, { body })
  const rows = Array.from({ length: 30 }, (_, no) => `${no + 1},กมล${no}`).join('\n')
  const { id } = await createDataSource(store, `ลำดับ,ชื่อ\n${rows}\n`, 'ลำดับ')
  expect((await mappingOf(id)).match.keys).toEqual([])
})

test('purchases by member code reach the members, and unknown codes add nobody', { tags: ['verify'] }, async () => {
  const body = { field_name: 'memberCode', display_name: 'รหัสสมาชิก', data_type: 'String' as const }
  const code = (await store.call(profileFields.create, { body })).id
  const members = ['000001', '000002', '000003'].map((no) => `${no},กมล${no},ใจดี,08155516${no.slice(4)}`)
  await importFile(store, `รหัสสมาชิก,ชื่อ,นามสกุล,เบอร์โทร\n${members.join('\n')}\n`, { keys: [code] })
  const sales = 'รหัสสมาชิก,วันที่ซื้อ,ยอดซื้อ\n000001,01/11/2568,250\n000002,01/11/2568,90\n000009,05/11/2568,45\n'
  const type = { name: 'ซื้อที่ร้าน', description: '', activity_field_ids: [] }
  const activity_id = (await store.call(activities.createType, { body: type })).id
  const { id } = await createDataSource(store, sales, 'ยอดขาย')
  const { mapping, match } = await mappingOf(id)
  expect(match.keys).toEqual([code])
  const date = { source_schema_id: '2', destination_id: 24, destination_type: 'system_activity' as const }
  const rows = [...mapping.filter(({ source_schema_id }) => source_schema_id === '1'), date]
  const run = await runMapping(store, id, { mapping: rows, match, activity_id })
  expect(run.stats).toMatchObject({ added: 0, updated: 2, failed: 1, activities: 2 })
  expect(await failuresOf(run)).toEqual([[3, expect.stringContaining('ไม่พบลูกค้ารายนี้')]])
  expect(await howMany()).toBe(3)
})
