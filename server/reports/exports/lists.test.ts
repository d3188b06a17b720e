import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { exportListTypes, exports } from '@ruam/contract/reports/exports.ts'
import { beforeAll, expect, test } from 'vitest'
import { connectLine } from '../../testing/channels/line.testing.ts'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { csvRows, downloaded, linkOf, over, workbookRows } from '../../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { listFiles } from './list-table.ts'

let store: TestStore
let source: Awaited<ReturnType<typeof importFile>>
beforeAll(async () => {
  store = await newStore()
  await store.call(labels.create, { body: { name: '=ป้าย', description: '', color: 'gray', type: 'general' } })
  await store.call(profileFields.create, {
    body: { field_name: 'shoe', display_name: 'เบอร์รองเท้า', data_type: 'Number' },
  })
  const { id } = await madeProfile(store, { 1: 'นก' })
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  await store.call(consents.record, {
    body: { profile_id: id, purpose_id: purpose.id, operation: 'granted', way: 'paper', note: '7' },
  })
  const { admin } = await testServer()
  await admin.query(
    `insert into online_log (store_id, source, direction, event_type, status, profile_id, summary)
     values ($1, 'line', 'in', 'message', 'done', $2, 'มีสีครามไหมคะ')`,
    [store.storeId, id],
  )
  source = await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\nพัง,12\n', { name: 'หน้าร้าน' })
})

/** Waits for a file and reads its rows. */
async function rowsOf(export_id: number): Promise<string[][]> {
  const item = await over(store, export_id)
  expect([item.status, item.error]).toEqual(['completed', null])
  const { file } = await downloaded(await linkOf(store, export_id))
  return item.file_type === 'csv' ? csvRows(file) : workbookRows(store, file)
}

firstCases(2)(exportListTypes)('the list %s is a file of its columns, as CSV and as a workbook', async (type) => {
  const list = async (file_type: 'csv' | 'xlsx') =>
    rowsOf((await store.call(exports.createList, { body: { type, file_type } })).export_id)
  const rows = await list('csv')
  const zone = (cell: string) => (cell === 'instant' ? ' (Asia/Bangkok)' : '')
  expect(rows[0]).toEqual(listFiles[type].columns.map(({ header, type }) => header.th + zone(type)))
  expect(rows.length > 1).toBe(type !== 'activity_field' && type !== 'broadcast_recipient')
  if (type !== 'audit_log') expect((await list('xlsx')).length).toBe(rows.length)
  const words = {
    segment: "'=ป้าย",
    data_source: 'หน้าร้าน',
    profile_field: 'เบอร์รองเท้า',
    consent: 'ข่าวสาร',
    online_log: 'มีสีครามไหมคะ',
  }
  if (type in words) expect(rows.flat()).toContain(words[type as keyof typeof words])
})

test('a list is narrowed by a word and by days', async () => {
  const narrowed = async (filter: object) =>
    (
      await rowsOf(
        (
          await store.call(exports.createList, { body: { type: 'data_source', file_type: 'csv', filter } })
        ).export_id,
      )
    ).length
  expect(await narrowed({ keyword: 'หน้าร้าน' })).toBe(2)
  expect(await narrowed({ keyword: 'ไม่มี' })).toBe(1)
  expect(await narrowed({ from: '2000-01-01', to: '2000-01-02' })).toBe(1)
  const reversed = { type: 'role', file_type: 'csv', filter: { from: '2020-01-02', to: '2020-01-01' } } as const
  expect((await store.try(exports.createList, { body: reversed })).body.error).toBe('range_reversed')
})

test('the online log is narrowed by channel, event and status as on its screen', async () => {
  const { account } = await connectLine(store)
  const { admin } = await testServer()
  await admin.query(
    `insert into online_log (store_id, source, channel_id, direction, event_type, status)
     values ($1, 'line', $2, 'in', 'follow', 'failed'), ($1, 'line', $2, 'in', 'message', 'done')`,
    [store.storeId, account.id],
  )
  const rows = async (filter: object) => {
    const body = { type: 'online_log', file_type: 'csv', filter } as const
    return (await rowsOf((await store.call(exports.createList, { body })).export_id)).length - 1
  }
  const channel_id = account.id
  expect(await rows({ channel_id })).toBe(2)
  expect(await rows({ channel_id, status: 'failed' })).toBe(1)
  expect(await rows({ event_type: 'message', source: 'line' })).toBe(2)
  const body = { type: 'online_log', file_type: 'csv', filter: { channel_id: 999_999 } } as const
  expect((await store.try(exports.createList, { body })).status).toBe(404)
})

test('a list asks for the right to read it', async () => {
  const member = await store.member(['cdp-core.profile.download'])
  for (const type of exportListTypes)
    expect((await member.try(exports.createList, { body: { type, file_type: 'csv' } })).status).toBe(403)
})

test('the rows of a run have their customers before and after, side by side', async () => {
  const { data } = await store.call(importRun.runs, {
    params: { id: String(source.id) },
    query: {},
  })
  const run_id = data.find(({ kind }) => kind === 'real')!.run_id
  const asked = { datasource_id: source.id, run_id, file_type: 'csv' } as const
  const rows = await rowsOf((await store.call(exports.previewHistory, { body: asked })).export_id)
  expect(rows[0]!.slice(0, 4)).toEqual(['แถวที่', 'ผล', 'ชื่อ (ก่อน)', 'ชื่อ (หลัง)'])
  expect(rows[1]!.slice(0, 4)).toEqual(['2', 'เพิ่มใหม่', '', 'ญาดา'])
  const failed = { ...asked, status: 'failed' as const }
  expect(await rowsOf((await store.call(exports.previewHistory, { body: failed })).export_id)).toHaveLength(
    rows.filter((row) => row[1] === 'ผิดพลาด').length + 1,
  )
  const other = await newStore()
  expect((await other.try(exports.previewHistory, { body: asked })).status).toBe(404)
})
