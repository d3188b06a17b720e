import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const letters = [...'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ']
const phoneOf = (no: number) => `081${String(2_000_000 + no * 7919).slice(-7)}`
const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, no) => `${letters[no % 40]}${letters[Math.floor(no / 40) % 40]}มล,ใจดี,${phoneOf(no)},ตำบลในเมือง`,
  )
const header = 'ชื่อ,นามสกุล,เบอร์โทร,ที่อยู่'
const howMany = async (where: string) => {
  const { admin } = await testServer()
  const { rows } = await admin.query(`select count(*)::int as n from profile where store_id = $1 and ${where}`, [
    store.storeId,
  ])
  return rows[0].n as number
}
/** Cuts a byte off the first letter behind a place. */
const cut = (bytes: Buffer, at: number) => {
  const from = bytes.indexOf(Buffer.from('เมือง'), at) + 2
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1)])
}

test('letters broken far into a file mark their cells, and all rows are imported with the right numbers', {
  tags: ['verify'],
}, async () => {
  const whole = Buffer.from(`${header}\n${lines(12_000).join('\n')}\n`)
  const run = await importFile(store, cut(cut(whole, 400_000), 700_000))
  expect(run.stats).toMatchObject({ added: 12_000, failed: 0, unread_rows: 2, unread_cells: 2 })
  expect(run.dryStats).toEqual(run.stats)
  expect([await howMany("address like '%\ufffd%'"), await howMany('address is null')]).toEqual([0, 2])
})

test('a broken letter in a phone leaves the row to its other key', async () => {
  const file = `${header},อีเมล\nกมล,ใจดี,08\u0000,ในเมือง,k@x.test\n${lines(3)
    .map((line, no) => `${line},x${no}@x.test`)
    .join('\n')}\n`
  const bytes = Buffer.from(file)
  bytes[bytes.indexOf(0)] = 0xff
  const run = await importFile(store, bytes)
  expect(run.stats).toMatchObject({ added: 4, failed: 0, unread_cells: 1 })
})

test('a file of another charset is refused', async () => {
  const { body } = await store.upload(
    files.import,
    'x.csv',
    Buffer.from('nom,ville\nJos\xe9,Orl\xe9ans\nAndr\xe9,N\xeemes\n', 'latin1'),
  )
  const { file_id, file_type } = body
  const refused = await store.try(dataSources.validate, { body: { file_id, file_type } })
  expect([refused.status, (refused.body as { error: string }).error]).toEqual([400, 'charset_unreadable'])
})

const report = (pages: number) => {
  const all = lines(pages * 4)
  const page = (no: number) => [
    'รายงานลูกค้า,,,',
    `หน้า ${no + 1}/${pages},,,`,
    header,
    ...all.slice(no * 4, no * 4 + 4),
    ...(no < pages - 1 ? ['รวม,,4,'] : []),
  ]
  return `${Array.from({ length: pages }, (_, no) => page(no).join('\n')).join('\n')}\n`
}

firstCases(1)([4, 1500])('page headers, footers and subtotals of %d pages are left out and counted', async (pages) => {
  const run = await importFile(store, report(pages))
  expect(run.stats).toMatchObject({ total: pages * 4, added: pages * 4, failed: 0 })
  expect(run.dryStats).toEqual(run.stats)
  const { file } = await store.call(dataSources.get, { params: { id: String(run.id) } })
  expect(file!.warnings.join(' ')).toContain(((pages - 1) * 3).toLocaleString('en'))
})

test('a row under the header that explains the columns is left out', async () => {
  const about = 'Name of the buyer,Family name of the buyer,Phone number of the buyer,Date on which the order was made'
  const rows = ['กมล,ใจดี,0815550001,2025-11-02', 'ขวัญ,ทองคำ,0815550002,2025-11-03']
  const { id } = await createDataSource(store, `ชื่อ,นามสกุล,เบอร์โทร,วันที่\n${about}\n${rows.join('\n')}\n`, 'คำอธิบาย')
  const { suggested, source_mapping } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(source_mapping[2]!.evidence).toEqual([{ kind: 'phones', count: 2, repaired: 0, others: 0 }])
  expect((await runMapping(store, id, suggested)).stats).toMatchObject({ total: 2, added: 2, failed: 0 })
})

test('lines saved as one quoted cell keep quoted cells inside, and their line numbers', {
  tags: ['verify'],
}, async () => {
  const wrapped = [header, ...lines(3), 'ดวงใจ,แก้ว,0815550009,"12/3 ตำบล, อำเภอ"'].map(
    (line) => `"${line.replaceAll('"', '""')}"`,
  )
  const run = await importFile(store, `${wrapped.join('\r\n')}\r\n`)
  expect(run.stats).toMatchObject({ added: 4, failed: 0 })
  expect(await howMany("address = '12/3 ตำบล, อำเภอ'")).toBe(1)
})

test('labels written as JSON, in quotes or with semicolons are the labels meant', { tags: ['verify'] }, async () => {
  const cells = [
    `"[""vip"",""ขาประจำ""]"`,
    'vip;ขาประจำ',
    `"""vip"", ""ขาประจำ"""`,
    `"['vip', 'ขาประจำ']"`,
    `"{vip,ขาประจำ}"`,
    '"vip, ขาประจำ"',
  ]
  const rows = cells.map((cell, no) => `${letters[no]}มล,${phoneOf(no)},${cell}`)
  const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร,ป้ายกำกับ\n${rows.join('\n')}\n`, 'ป้าย')
  const { suggested } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect((await runMapping(store, id, suggested)).stats).toMatchObject({ added: 6, failed: 0 })
  const { admin } = await testServer()
  const { rows: labels } = await admin.query(
    'select name, count(*)::int as n from label l join profile_label p on p.store_id = l.store_id and p.label_id = l.id where l.store_id = $1 group by 1 order by 1',
    [store.storeId],
  )
  expect(labels).toEqual([
    { name: 'vip', n: 6 },
    { name: 'ขาประจำ', n: 6 },
  ])
})
