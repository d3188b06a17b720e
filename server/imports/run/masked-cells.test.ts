import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  acceptSuggested,
  createDataSource,
  importFile,
  runMapping,
} from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const mappingOf = (id: number) => store.call(dataSources.getMapping, { params: { id: String(id) } })
const people = async () => (await store.call(profiles.list, { query: {} })).data.map(({ fields }) => fields)

const orders = ['maliwan,ม****น,******12', 'somchai,ส****ย,******78', 'suda,ส****า,******12', 'anan,อ****น,******55']
const marketplace = `ชื่อผู้ใช้ (ผู้ซื้อ),ชื่อผู้รับ,หมายเลขโทรศัพท์\n${[...orders, ...orders].join('\n')}\n`

test('columns of masked names and phones are left out and counted, and the user name is the proposed key', async () => {
  const { id } = await createDataSource(store, marketplace, 'ตลาด')
  const { source_mapping, suggested, preview_data } = await mappingOf(id)
  expect(source_mapping).toMatchObject([
    { reason: 'new_key', offer: 'new_field', destination_id: null },
    { reason: 'masked', destination_id: null, evidence: [{ kind: 'masked', what: 'name', count: 8, cells: 8 }] },
    { reason: 'masked', destination_id: null, evidence: [{ kind: 'masked', what: 'phone', count: 8, cells: 8 }] },
  ])
  expect([suggested.mapping, preview_data[1]!.values]).toEqual([[], ['ม****น']])
  const body = await acceptSuggested(store, id)
  expect([body.mapping.length, body.match?.keys.length]).toEqual([1, 1])
  // A user name alone names nobody.
  expect((await runMapping(store, id, body)).stats).toMatchObject({ added: 0, failed: 8 })
  expect((await mappingOf((await createDataSource(store, marketplace, 'ซ้ำ')).id)).source_mapping[0]).toMatchObject({
    reason: 'keyword',
  })
})

test('a masked cell takes nothing away, and has the outcome of an empty one', async () => {
  const header = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\n'
  const rest = 'มานี,มีนา,0815550052,m@x.test\nชูใจ,ดีงาม,0815550053,c@x.test\n'
  await importFile(store, `${header}มะลิวรรณ,ใจดี,0815550051,mali@x.test\n${rest}`, { name: 'แรก' })
  const { id } = await createDataSource(store, `${header}มะลิวรรณ,ใจดี,0815550051,m***@x.test\n${rest}`, 'สอง')
  const { mapping, match } = await mappingOf(id)
  const clearing = mapping.map((row) => ({ ...row, empty: 'clear' as const }))
  const run = await runMapping(store, id, { mapping: clearing, match })
  expect(run.stats).toMatchObject({ added: 0, updated: 0, duplicated: 3, held: 0, failed: 0, unread_cells: 0 })
  expect(JSON.stringify(await people())).toContain('mali@x.test')
  const outcomes = []
  for (const name of ['ม****ณ,ใ***', ','])
    outcomes.push((await importFile(store, `${header}${name},0815550051,\n${rest}`, { name })).stats)
  expect(outcomes[0]).toEqual(outcomes[1])
})

test('a masked phone is no key, and its row follows the rule for rows without one', { tags: ['verify'] }, async () => {
  const rows = ['กมล,ใจดี,08x-xxx-1234', 'ขวัญ,ทองคำ,0815550052', 'ชาลี,มั่นคง,0815550053', 'ดวงใจ,แก้ว,******78']
  const { id } = await createDataSource(store, `ชื่อ,นามสกุล,เบอร์โทร\n${rows.join('\n')}\n`, 'บางแถว')
  const { mapping, match, source_mapping } = await mappingOf(id)
  expect(source_mapping[2]!.evidence).toContainEqual({ kind: 'masked', what: 'phone', count: 2, cells: 4 })
  const run = await runMapping(store, id, { mapping, match })
  expect(run.stats).toMatchObject({ added: 2, failed: 2, unread_cells: 0 })
  expect(JSON.stringify(await people())).not.toMatch(/\*|xxx/)
})

test('codes of members that count upwards are a proposed key, and line numbers are none', {
  tags: ['verify'],
}, async () => {
  const rows = [...'กขคงจฉชซ'].map((letter, no) => `${no + 1},00000${no + 1},${letter}มล,081555160${no}`)
  const { id } = await createDataSource(store, `ลำดับ,รหัสสมาชิก,ชื่อ,เบอร์โทร\n${rows.join('\n')}\n`, 'สมาชิก')
  const { source_mapping } = await mappingOf(id)
  expect(source_mapping.slice(0, 2)).toMatchObject([{ reason: 'not_needed' }, { reason: 'new_key' }])
  const body = await acceptSuggested(store, id)
  const { data } = await store.call(profileFields.list, { query: { type: 'custom_profile' } })
  expect([data[0]!.display_name, body.match?.keys]).toEqual(['รหัสสมาชิก', [data[0]!.id, 9]])
  expect((await runMapping(store, id, body)).stats).toMatchObject({ added: 8 })
  const sales = 'รหัสสมาชิก,ยอดซื้อ\n000001,90\n000002,80\n000001,70\n000009,60\n'
  const second = await importFile(store, sales, { name: 'ขาย' })
  expect(second.stats).toMatchObject({ added: 0, updated: 3, failed: 1 })
})
