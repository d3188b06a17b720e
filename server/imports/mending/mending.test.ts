import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { mending } from '@ruam/contract/imports/mending.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { erase, profileWith } from '../../testing/customers/profile-erasure.testing.ts'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { mendedFile, mendedMapping, mender, previewed } from '../../testing/imports/mending.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const header = 'ชื่อ,เบอร์โทร,วันเกิด,อีเมล\n'
const csv = `${header}สมชาย,0811111111,ไม่ทราบแน่,somchai.kgmail.com\nมานี,0822222222,1990-05-17,manee@gmail.com\nวิชัย,0811,1991-02-03,wichai.t\nสุดา,0833333333,ไม่ทราบแน่,suda@gmail\n`
const people = async () => (await store.call(profiles.list, { query: {} })).data
const valuesOf = async () =>
  (await people()).map(({ fields }) => fields.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))

test('unreadable cells are listed by column and reason, with the cells that show whose row it is', async () => {
  const file = await mendedFile(store, csv)
  const { groups, total, left, before } = await file.get()
  expect({ total, left }).toEqual({ total: 6, left: 6 })
  expect(groups.map(({ name, reason, left }) => [name, reason, left])).toEqual([
    ['เบอร์โทร', 'phone_too_short', 1],
    ['วันเกิด', 'words_only', 2],
    ['อีเมล', 'email_end_missing', 1],
    ['อีเมล', 'email_without_at', 2],
  ])
  expect(before).toMatchObject({ added: 3, failed: 1, unread_cells: 4 })
  const { data } = await file.cells({ source_schema_id: '4', reason: 'email_without_at' })
  expect(data.map((cell) => [cell.record_no, cell.line, cell.who[0]!.value, cell.value, cell.suggestion])).toEqual([
    [1, 2, 'สมชาย', 'somchai.kgmail.com', 'somchai.k@gmail.com'],
    [3, 4, 'วิชัย', 'wichai.t', null],
  ])
})

test('a cell that is set counts at once, and the import equals its preview', async () => {
  const file = await mendedFile(store, csv)
  expect(await file.set(3, 2, '0844444444')).toMatchObject({ cells: 1, unread: 0 })
  expect(await file.set(3, 4, 'wichai.t@')).toMatchObject({ cells: 1, unread: 1 })
  const counts = await file.counts()
  expect(counts).toMatchObject({ added: 4, failed: 0, unread_cells: 5 })
  const { groups, before } = await file.get()
  expect(groups[0]).toMatchObject({ reason: 'phone_too_short', total: 1, left: 0 })
  expect(before).toMatchObject({ added: 3, failed: 1 })
  const { data } = await file.cells({ source_schema_id: '4', reason: 'email_without_at' })
  expect(data[1]).toMatchObject({ value: 'wichai.t', text: 'wichai.t@', error: expect.any(String) })
  const { run_id, ...stats } = await file.run()
  expect(stats).toEqual(counts)
  expect((await valuesOf()).some((values) => values.includes('+66844444444'))).toBe(true)
  const { data: records } = await store.call(importRun.records, { params: { id: String(file.id), run_id }, query: {} })
  expect(records[2]).toMatchObject({ status: 'added', data: [{}, { value: '0844444444', error: null }, {}, {}] })
})

test('a replacement changes unreadable cells alone, and is undone as a whole', async () => {
  const file = await mendedFile(store, csv)
  const found = await file.cells({ find: 'GMAIL.com' })
  expect([found.hits, found.data.filter(({ hit }) => hit).length]).toEqual([1, 1])
  const { change, cells } = await file.replace('gmail', '@gmail', { remember: true })
  expect(cells).toBe(2)
  const { data } = await file.cells({ source_schema_id: '4' })
  expect(data.map(({ text, error }) => [text, error === null])).toEqual([
    ['somchai.k@gmail.com', true],
    [null, false],
    ['suda@@gmail', false],
  ])
  expect(await file.suggest()).toMatchObject({ cells: 1, unread: 0 })
  expect(await file.counts()).toMatchObject({ unread_cells: 2 })
  expect(await file.undo(change!)).toMatchObject({ cells: 2 })
  const { rules, left } = await file.get()
  expect([rules, left]).toEqual([[], 5])
  expect(await file.counts()).toMatchObject({ unread_cells: 3 })
})

test('the next file with the same columns is mended by the remembered rule, whose undo forgets it', {
  tags: ['verify'],
}, async () => {
  const first = await mendedFile(store, csv)
  await first.replace('ไม่ทราบแน่', '', { source_schema_id: '3', whole: true, remember: true })
  const { rules } = await first.get()
  expect(rules).toMatchObject([{ find: 'ไม่ทราบแน่', replacement: '', whole: true, cells: 2 }])
  await first.counts()
  await first.run()
  const next = await createDataSource(store, `${csv}อรุณ,0855555555,ไม่ทราบแน่,ไม่ทราบแน่\n`, 'เดือนถัดไป')
  const answer = await store.call(dataSources.getMapping, { params: { id: String(next.id) } })
  const file = await previewed(store, next.id, { mended: answer.remembered!.mended })
  expect(await file.counts()).toMatchObject({ added: 1, unread_cells: 3 })
  expect(await file.get()).toMatchObject({ remembered: 3, rules: [{ cells: 3 }] })
  await file.undo(0)
  expect(await file.counts()).toMatchObject({ unread_cells: 6 })
  expect(await file.get()).toMatchObject({ remembered: 0, rules: [] })
})

test('a cell that another mapping can read loses what was put in its place', { tags: ['verify'] }, async () => {
  const file = await mendedFile(store, csv)
  await file.set(1, 3, '')
  await file.counts()
  const [name, phone, , email] = mendedMapping.mapping
  const occupation = { ...name!, source_schema_id: '3', destination_id: 7 }
  await previewed(store, file.id, { mapping: [name, phone, occupation, email] })
  const { groups } = await file.get()
  expect(groups.some(({ source_schema_id }) => source_schema_id === '3')).toBe(false)
})

test('a file that is imported twice adds nothing, also where its cells were mended', { tags: ['verify'] }, async () => {
  const first = await mendedFile(store, csv)
  await first.set(3, 2, '0844444444')
  await first.counts()
  expect(await first.run()).toMatchObject({ added: 4 })
  const again = await mendedFile(store, csv)
  await again.set(3, 2, '0844444444')
  expect(await again.counts()).toMatchObject({ added: 0, updated: 0, duplicated: 4 })
  expect(await again.run()).toMatchObject({ added: 0, updated: 0, duplicated: 4 })
})

test('a member without the right to sensitive values reads them masked, and finds nothing in them', async () => {
  const cards = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nญาดา,0812345670,1112034563562\nมานี,0822222222,11120345635\n'
  const [name, phone, id] = mendedMapping.mapping
  const file = await mendedFile(store, cards, { mapping: [name, phone, { ...id!, destination_id: 10 }] })
  const clerk = await store.member(['cdp-core.datasource.read', 'cdp-core.datasource.execute'])
  const seen = mender(clerk, file.id, file.run_id)
  expect((await seen.get()).groups).toMatchObject([{ total: 1, left: 1 }])
  const { data, hits } = await seen.cells({ find: '1112' })
  expect([data.length, hits]).toEqual([1, 0])
  expect(JSON.stringify(data)).not.toContain('11120345635')
  const body = { record_no: 2, source_schema_id: '3', text: '1112034563562' }
  expect((await clerk.try(mending.set, { params: file.params, body })).body.error).toBe('field_sensitive')
})

test('10,000 unreadable cells of a column are replaced by one call', { tags: ['verify'] }, async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, no) => `ลูกค้า,08${String(10_000_000 + no)},เกิดหน้าฝน,a${no}@gmail.com\n`,
  )
  const file = await mendedFile(store, header + rows.join(''))
  expect(await file.get()).toMatchObject({ left: 10_000 })
  const { change, cells } = await file.replace('เกิดหน้าฝน', '', { whole: true })
  expect(cells).toBe(10_000)
  expect(await file.get()).toMatchObject({ left: 0, last_change: change })
  await file.undo(change!)
  expect(await file.get()).toMatchObject({ left: 10_000 })
})

test('cells of an imported file are not mended', { tags: ['verify'] }, async () => {
  const file = await mendedFile(store, csv)
  await file.set(3, 2, '0844444444')
  await file.counts()
  await file.run()
  const body = { record_no: 1, source_schema_id: '3', text: '' }
  expect((await store.try(mending.set, { params: file.params, body })).body.error).toBe('data_source_status')
})

test('an erased person takes what was put into the cells of their row, and a deleted data source all', async () => {
  const { admin } = await testServer()
  const rowsOf = async (id: number) =>
    (
      await admin.query('select record_no from mended_cell where store_id = $1 and data_source_id = $2', [
        store.storeId,
        id,
      ])
    ).rows.map(({ record_no }) => record_no)
  const file = await mendedFile(store, csv)
  await file.set(3, 2, '0844444444')
  await file.set(3, 4, 'wichai.t@gmail.com')
  await file.counts()
  await file.run()
  expect(await rowsOf(file.id)).toContain(3)
  await erase(store, await profileWith(store, '+66844444444'))
  expect(await rowsOf(file.id)).not.toContain(3)
  expect(await rowsOf(file.id)).not.toEqual([])
  await store.call(dataSources.delete, { params: { id: String(file.id) }, query: { confirm: 'true' } })
  expect(await rowsOf(file.id)).toEqual([])
})

test('the correction file has mended texts, and what is left to correct', async () => {
  const file = await mendedFile(store, csv)
  await file.set(1, 4, 'somchai.k@gmail.com')
  await file.counts()
  const params = { id: String(file.id), run_id: file.run_id }
  const blob = await store.call(importRun.correction, { params, query: { kind: 'dry' } })
  const [, first] = Buffer.from(await blob.arrayBuffer())
    .toString()
    .split('\r\n')
  expect(first).toMatch(/^สมชาย,0811111111,ไม่ทราบแน่,somchai.k@gmail.com,2,วันเกิด: [^·]+$/)
})
