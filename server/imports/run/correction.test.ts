import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

// Most phones are right, or the column would not be taken for one.
const good = ['81', '82', '83', '84'].map((n) => `ลูกค้า,0${n}2345678,ดี\n`).join('')
const csv = `ชื่อ,เบอร์โทร,หมายเหตุ\n${good}สมชาย,08111,"=1+1"\nมานี,0899,"สอง\nบรรทัด"\n`

async function correction(run: { id: number; real: string }, of = store): Promise<string> {
  const blob = await of.call(importRun.correction, { params: { id: String(run.id), run_id: run.real }, query: {} })
  return Buffer.from(await blob.arrayBuffer()).toString('utf8')
}

test('the correction file holds the failed rows alone, in their own columns, each with its line and its reason', async () => {
  const text = await correction(await importFile(store, csv))
  const [header, ...lines] = text.split('\r\n')
  expect(header).toMatch(/^\ufeffชื่อ,เบอร์โทร,หมายเหตุ,ruam_line_\d+,ruam_reason$/)
  expect(lines.join('|')).toMatch(/^สมชาย,08111,'=1\+1,6,เบอร์โทร: .+\|มานี,0899,"สอง\nบรรทัด",7,เบอร์โทร: .+\|$/)
})

test('mended and uploaded again it imports just those rows, mapped as before', async () => {
  const first = await importFile(store, csv)
  const mended = (await correction(first)).replace('08111,', '0811111111,').replace('0899,', '0899999999,')
  const { id } = await createDataSource(store, mended, 'แก้แล้ว')
  const { remembered } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(remembered).toMatchObject({ datasource_id: first.id })
  const { mapping, match } = remembered!
  const again = await runMapping(store, id, { mapping, match })
  expect(again.stats).toMatchObject({ total: 2, added: 2, failed: 0 })
})

test('a row with too many fields keeps them all, so that the user can see what to correct', async () => {
  const run = await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\nก,0811111111,เกิน\n')
  expect((await correction(run)).split('\r\n')[1]).toMatch(/^ก,0811111111,เกิน,/)
})

test('the correction file of the widest file can be uploaded again', { tags: ['verify'] }, async () => {
  const more = Array.from({ length: 498 }, (_, no) => no)
  const rest = more.map(() => ',ก').join('')
  const wide = `ชื่อ,เบอร์โทร${more.map((no) => `,ช่อง${no}`).join('')}\nญาดา,0812345670${rest}\nก,0811111111,เกิน${rest}\n`
  const text = await correction(await importFile(store, wide))
  expect(text.split('\r\n')[0]!.split(',')).toHaveLength(502)
  const { id } = await createDataSource(store, text.replace(',เกิน', ''), 'แก้แล้ว')
  const file = await store.call(dataSources.file, { params: { id: String(id) } })
  expect(file).toMatchObject({ row_count: 1 })
})

test('there is none for a run that took every row', async () => {
  const run = await importFile(store, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n')
  const reply = await store.try(importRun.correction, { params: { id: String(run.id), run_id: run.real }, query: {} })
  expect(reply.body).toMatchObject({ error: 'no_failed_rows' })
})

test('rows with citizen ids can’t be downloaded without the right to see them', async () => {
  const run = await importFile(store, 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน\nก,0811111111,9000000000012\nข,08111,\n')
  const clerk = await store.member(['cdp-core.datasource.read'])
  const reply = await clerk.try(importRun.correction, { params: { id: String(run.id), run_id: run.real }, query: {} })
  expect(reply.body).toMatchObject({ error: 'forbidden' })
})
