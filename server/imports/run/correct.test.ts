import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const good = ['81', '82', '83', '84'].map((n) => `ลูกค้า${n},0${n}2345678,ดี\n`).join('')
const csv = `ชื่อ,เบอร์โทร,หมายเหตุ\n${good}สมชาย,08111,\nมานี,0899,\n`

type Imported = Awaited<ReturnType<typeof importFile>>
const paramsOf = ({ id, real }: Imported) => ({ id: String(id), run_id: real })

const correct = (run: Imported, cells: Record<number, string>, column = '2', of = store) =>
  of.call(importRun.correct, {
    params: paramsOf(run),
    body: {
      rows: Object.entries(cells).map(([no, value]) => ({ record_no: Number(no), cells: [{ id: column, value }] })),
    },
  })

const statsOf = async (run: Imported) =>
  (await store.call(importRun.getRun, { params: paramsOf(run), query: {} })).stats

const recordsOf = async (run: Imported, status: 'all' | 'faulty' = 'all') =>
  (await store.call(importRun.records, { params: paramsOf(run), query: { status } })).data

test('a failed row with a corrected cell becomes a row of the same import', async () => {
  const run = await importFile(store, csv)
  const failed = await recordsOf(run, 'faulty')
  expect(failed.map(({ record_no, correctable }) => [record_no, correctable])).toEqual([
    [5, ['2']],
    [6, ['2']],
  ])
  expect(await correct(run, { 5: '081-111-1119' })).toEqual({ imported: 1, failed: [] })
  expect(await statsOf(run)).toMatchObject({ total: 6, added: 5, failed: 1 })
  const source = await store.call(dataSources.get, { params: { id: String(run.id) } })
  expect(source.stats).toMatchObject({ success: 5, failed: 1, held: 0 })
  const { data } = await store.call(notifications.list, { query: {} })
  expect(data.find(({ kind }) => kind === 'import_ended')!.text).toBe('เพิ่ม 5 · อัปเดต 0 · ซ้ำ 0 · ผิดพลาด 1')
  const record = (await recordsOf(run)).find(({ record_no }) => record_no === 5)!
  expect(record).toMatchObject({ status: 'added', corrected: true, error: null })
  expect(record.change!.next_profile!.fields.map(({ value }) => value)).toEqual(['สมชาย', '+66811111119'])
  const [entry] = (await store.call(profileHistory.list, { params: { id: String(record.profile_id) }, query: {} })).data
  expect(entry).toMatchObject({ kind: 'created', source: { type: 'run', datasource_id: run.id, row_no: 5 } })
})

test('a row that still fails stays as it was, and the answer says why', { tags: ['verify'] }, async () => {
  const run = await importFile(store, csv)
  const { imported, failed } = await correct(run, { 5: '0811', 6: '089 999 9998' })
  expect({ imported, failed }).toMatchObject({ imported: 1, failed: [{ record_no: 5, id: '2' }] })
  expect(failed[0]!.error).not.toBe('')
  expect(await statsOf(run)).toMatchObject({ added: 5, failed: 1 })
  expect((await recordsOf(run, 'faulty')).map(({ record_no }) => record_no)).toEqual([5])
})

test('the correction file holds what is left to correct', async () => {
  const run = await importFile(store, csv)
  await correct(run, { 5: '0811111119' })
  const blob = await store.call(importRun.correction, { params: paramsOf(run), query: { rows: 'failed' } })
  const lines = Buffer.from(await blob.arrayBuffer())
    .toString('utf8')
    .split('\r\n')
  expect(lines.filter(Boolean)).toHaveLength(2)
  expect(lines[1]).toMatch(/^มานี,0899,/)
  await correct(run, { 6: '0899999998' })
  const none = await store.try(importRun.correction, { params: paramsOf(run), query: { rows: 'failed' } })
  expect(none.body).toMatchObject({ error: 'no_failed_rows' })
})

test('undoing the import takes back corrected rows, with the value from before its first row', {
  tags: ['verify'],
}, async () => {
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,อาชีพ\n'
  const yada = (phone: string, occupation: string) => `ญาดา,ศรีสุข,${phone},${occupation}\n`
  const others = ['81', '82', '83', '84'].map((n) => `ลูกค้า${n},ใจดี,0${n}2345678,ครู\n`).join('')
  await importFile(store, header + yada('0811111119', 'ครู'), { name: 'เดิม' })
  // The failed row is the fifth, and is corrected after the sixth was written.
  const run = await importFile(store, header + others + yada('08111', 'แพทย์') + yada('0811111119', 'พยาบาล'))
  expect(await correct(run, { 5: '0811111119' }, '3')).toMatchObject({ imported: 1 })
  const jobOf = async () =>
    (await store.call(profiles.list, { query: { keyword: '0811111119' } })).data.map(
      ({ fields }) => fields.find(({ name }) => name === 'occupation')?.value,
    )
  expect(await jobOf()).toEqual(['แพทย์'])
  await undone(store, run.id, run.real)
  expect(await jobOf()).toEqual(['ครู'])
})

test('rows of an undone import cannot be corrected', async () => {
  const run = await importFile(store, csv)
  await undone(store, run.id, run.real)
  const body = { rows: [{ record_no: 5, cells: [{ id: '2', value: '0811111119' }] }] }
  const reply = await store.try(importRun.correct, { params: paramsOf(run), body })
  expect(reply.body).toMatchObject({ error: 'data_source_status' })
})
