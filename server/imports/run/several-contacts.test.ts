import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const [PHONE, EMAIL] = [9, 11]
const mappingOf = (id: number) => store.call(dataSources.getMapping, { params: { id: String(id) } })
async function rowsOf<T>(sql: string): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query(sql, [store.storeId])).rows
}
const people = async () => {
  const rows = await rowsOf<{ name: string; phone: string | null; email: string | null; further: string | null }>(
    `select first_name as name, phone, email, (select string_agg(value, ' ' order by value) from profile_contact c
       where c.store_id = $1 and c.profile_id = profile.id) as further
     from profile where store_id = $1 and deleted_at is null order by id`,
  )
  return rows.map(({ name, ...contacts }) => [name, ...Object.values(contacts).filter((one) => one !== null)].join(' '))
}

test('a second phone in a cell and a second e-mail become further contacts, by which the person is found', {
  tags: ['verify'],
}, async () => {
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n'
  const first = `${header}กมล,ใจดี,"081-555-0301, 089-555-0302",kamol@x.test / k2@x.test\nชาลี,มั่นคง,0815550303 0895550304,cha@x.test\n`
  const run = await importFile(store, first, { name: 'แรก' })
  expect(run.stats).toMatchObject({ added: 2, failed: 0, unread_cells: 0 })
  expect(run.dryStats).toEqual(run.stats)
  const both = ['กมล +66815550301 kamol@x.test +66895550302 k2@x.test', 'ชาลี +66815550303 cha@x.test +66895550304']
  expect(await people()).toEqual(both)
  expect((await importFile(store, first, { name: 'ซ้ำ' })).stats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  const later = await importFile(store, `${header}กมล,ใจดี,0895550302,\nชาลี,มั่นคง,0895550304,\n`, { name: 'สอง' })
  expect(later.stats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
  expect(await people()).toEqual(both)
})

test('a customer is found by the second number of a row, and the undo removes only what the row added', async () => {
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,เบอร์มือถือ\n'
  await importFile(store, 'ชื่อ,นามสกุล,เบอร์โทร\nกมล,ใจดี,0815550301\nมานี,มีนา,0815550309\n', { name: 'เดิม' })
  const run = await importFile(store, `${header}กมล,ใจดี,0895550302,0815550301\nสมชาย,ดีใจ,0895550305,0815550309\n`)
  expect(run.stats).toMatchObject({ added: 1, updated: 1, held: 0, failed: 0 })
  expect(run.dryStats).toEqual(run.stats)
  expect(await people()).toEqual([
    'กมล +66895550302 +66815550301',
    'มานี +66815550309',
    'สมชาย +66895550305 +66815550309',
  ])
  await undone(store, run.id, run.real)
  expect(await people()).toEqual(['กมล +66815550301', 'มานี +66815550309'])
})

test('of two phone columns the one that tells people apart is the key, and the other one helps where it is empty', {
  tags: ['verify'],
}, async () => {
  const rows = ['กมล,ใจดี,02-555-0010,0815550010', 'ขวัญ,ทองคำ,02-555-0010,0815550110', 'ชาลี,มั่นคง,02-555-0011,']
  const { id } = await createDataSource(store, `ชื่อ,นามสกุล,Phone,Mobile\n${rows.join('\n')}\n`, 'บริษัท')
  const { mapping, match, source_mapping } = await mappingOf(id)
  const fed = mapping.filter(({ destination_id }) => destination_id === PHONE).map((row) => row.source_schema_id)
  expect([fed, match.keys]).toEqual([['4', '3'], [PHONE]])
  expect(source_mapping[2]).toMatchObject({ destination_id: PHONE, reason: 'contact' })
  const run = await runMapping(store, id, { mapping, match })
  expect(run.stats).toMatchObject({ added: 3, held: 0 })
  expect(await people()).toEqual(['กมล +66815550010 +6625550010', 'ขวัญ +66815550110 +6625550010', 'ชาลี +6625550011'])
})

test('a column of phones and e-mails feeds both, and a second import adds nobody', { tags: ['verify'] }, async () => {
  const cells = Array.from({ length: 40 }, (_, no) => (no % 3 ? `08155503${10 + no}` : `user${no}@x.test`))
  const file = `ชื่อ,ติดต่อ\n${cells.map((cell, no) => `คน${no},${cell}`).join('\n')}\n`
  const { id } = await createDataSource(store, file, 'ติดต่อ')
  const { mapping, match } = await mappingOf(id)
  const fed = mapping.filter(({ source_schema_id }) => source_schema_id === '2').map((row) => row.destination_id)
  expect([fed, match.keys]).toEqual([
    [PHONE, EMAIL],
    [PHONE, EMAIL],
  ])
  const run = await runMapping(store, id, { mapping, match })
  expect(run.stats).toMatchObject({ added: 40, failed: 0, unread_cells: 0 })
  expect((await importFile(store, file, { name: 'อีกครั้ง' })).stats).toMatchObject({ added: 0, duplicated: 40 })
})

test('a key that cannot be read fails no row while another key can be read', async () => {
  const others = ['81', '82', '83', '84'].map((n) => `ลูกค้า${n},ดี,11017002307${n},0${n}2345671,u${n}@x.test`)
  const broken = ['กมล,ใจดี,1101700230999,0815550301,', 'ขวัญ,ทองคำ,,0812,kwan@x.test', 'ชาลี,มั่นคง,x,0812,']
  const header = 'ชื่อ,นามสกุล,เลขบัตรประชาชน,เบอร์โทร,อีเมล\n'
  const { id } = await createDataSource(store, `${header}${[...others, ...broken].join('\n')}\n`, 'กุญแจ')
  const { mapping } = await mappingOf(id)
  const rows = mapping.filter(({ destination_id }) => destination_id !== 10)
  const idRow = { source_schema_id: '3', destination_id: 10, destination_type: 'system_profile' as const }
  const match = { keys: [10, PHONE, EMAIL], mode: 'both' as const }
  const run = await runMapping(store, id, { mapping: [...rows, idRow], match })
  expect(run.stats).toMatchObject({ added: 6, failed: 1 })
})
