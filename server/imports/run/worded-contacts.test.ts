import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource, importFile, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

/** Every customer with contacts and notes. */
async function people(): Promise<string[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ who: string }>(
    `select concat_ws(' ', first_name, last_name, phone, email,
        (select string_agg(value, ' ' order by value) from profile_contact c where c.store_id = $1 and c.profile_id = profile.id),
        (select '(' || string_agg(value, ', ' order by value) || ')' from profile_name n
          where n.store_id = $1 and n.profile_id = profile.id)) as who
     from profile where store_id = $1 and deleted_at is null order by id`,
    [store.storeId],
  )
  return rows.map(({ who }) => who)
}

test('a clear number among words is the phone, and the words become a note', async () => {
  const cells = [
    ...['แม่ 0815550015', '081-555-0016 คุณแม่', 'LINE: 0815550017', '0815550018 กด 123', '02-555-0019-123'],
    ...['081-234-5671-6', 'p:+66815550021', 'โทร. 0815550022', '0815550023', '0815550024 / ลูกสาว 0815550025'],
  ]
  const given = [...'กขคงจฉชซฌญ']
  const file = `ชื่อ,นามสกุล,เบอร์โทร\n${cells.map((cell, no) => `${given[no]}มล,ใจดี,${cell}\n`).join('')}`
  const run = await importFile(store, file, { name: 'แรก' })
  expect(run.stats).toMatchObject({ added: 10, failed: 0, unread_cells: 0 })
  expect(run.dryStats).toEqual(run.stats)
  const [first, second, third, fourth, fifth, sixth, ...others] = await people()
  expect([first, second, third]).toEqual([
    'กมล ใจดี +66815550015 (แม่)',
    'ขมล ใจดี +66815550016 (คุณแม่)',
    'คมล ใจดี +66815550017 (LINE)',
  ])
  expect([fourth, fifth, sixth]).toEqual([
    'งมล ใจดี +66815550018 (กด 123)',
    'จมล ใจดี +6625550019 (-123)',
    'ฉมล ใจดี +66812345671 (-6)',
  ])
  expect(others).toEqual([
    'ชมล ใจดี +66815550021',
    'ซมล ใจดี +66815550022',
    'ฌมล ใจดี +66815550023',
    'ญมล ใจดี +66815550024 +66815550025 (ลูกสาว)',
  ])
  expect((await importFile(store, file, { name: 'ซ้ำ' })).stats).toMatchObject({ added: 0, updated: 0, duplicated: 10 })
})

test('ids, codes and prices in a column of phones stay unread', async () => {
  const cells = ['1101700203450', 'MB-0815550016', '0815550017 บาท', '0815550018', '0815550019', '0815550020']
  const file = `ชื่อ,เบอร์โทร\n${cells.map((cell, no) => `${'กขคงจฉ'[no]}มล,${cell}\n`).join('')}`
  expect((await importFile(store, file)).stats).toMatchObject({ added: 3, failed: 3 })
})

test('a name before an address and a second address are a note and a further contact', {
  tags: ['verify'],
}, async () => {
  const file = 'ชื่อ,อีเมล\nกมล,Kamol J <kamol@x.test>\nขวัญ,kwan@x.test; k2@x.test\nชาลี,c@x.test\n'
  expect((await importFile(store, file)).stats).toMatchObject({ added: 3, failed: 0 })
  expect(await people()).toEqual(['กมล kamol@x.test (Kamol J)', 'ขวัญ kwan@x.test k2@x.test', 'ชาลี c@x.test'])
})

test.each(['ชื่อ/เบอร์โทร', 'ชื่อ-นามสกุล และเบอร์โทร', 'ลูกค้า'])(
  'a column %s is split into name and phone',
  async (header) => {
    const cells = ['นาง กมล ใจดี 0815550031', 'ขวัญ ทองคำ/081-555-0032', '0815550033 ชาลี มั่นคง', 'ดวงใจ (081-555-0034)']
    const file = `${header},จังหวัด\n${cells.map((cell) => `${cell},ตาก\n`).join('')}`
    const { id } = await createDataSource(store, file, 'ชื่อและเบอร์')
    const { suggested } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
    const run = await runMapping(store, id, suggested)
    expect(run.stats).toMatchObject({ added: 4, failed: 0 })
    expect(await people()).toEqual([
      'กมล ใจดี +66815550031',
      'ขวัญ ทองคำ +66815550032',
      'ชาลี มั่นคง +66815550033',
      'ดวงใจ +66815550034',
    ])
  },
)
