import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const PHONE = 9
const byPhone = { keys: [PHONE] }

/** Cells of names, and what is stored of them: title, given name, surname, firm, further names. */
const cells: [cell: string, stored: string][] = [
  ['สมศรี (แอน) ใจดี', 'สมศรี ใจดี · nickname แอน'],
  ['ร.ต.อ.หญิง สมศรี ใจดี', 'ร้อยตำรวจเอกหญิง สมศรี ใจดี'],
  ['คุณหญิงสมศรี ใจดี', 'คุณหญิง สมศรี ใจดี'],
  ['ว่าที่ ร.ต.สมชาย ทองคำ', 'ว่าที่ร้อยตรี สมชาย ทองคำ'],
  ['Mr.สมชาย ทองคำ', 'Mr. สมชาย ทองคำ'],
  ['น.อ.สมชาย ทองคำ', 'น.อ. สมชาย ทองคำ'],
  ['บริษัท ตัวอย่าง จำกัด (คุณแอน)', 'คุณ แอน [บริษัท ตัวอย่าง จำกัด]'],
  ['สมศรี ใจดี จ.เชียงใหม่', 'สมศรี ใจดี · note จ.เชียงใหม่'],
  ['สมศรี ใจดี *VIP*', 'สมศรี ใจดี · note VIP'],
  ['สมศรี ทองคำ (สกุลเดิม ใจดี)', 'สมศรี ทองคำ · maiden_name ใจดี'],
  ['แอน-สมศรี ใจดี', 'สมศรี ใจดี · nickname แอน'],
  ['สมศรี ใจดี 0815559999', 'สมศรี ใจดี · note 0815559999'],
  ['พระมหาสมชาย ฐิตญาโณ', 'พระมหา สมชาย ฐิตญาโณ'],
  ['ด.ญ.ปุณณภา ใจดี', 'เด็กหญิง ปุณณภา ใจดี'],
  ['ผศ.ดร.สมชาย ทองคำ', 'ผู้ช่วยศาสตราจารย์ ดอกเตอร์ สมชาย ทองคำ'],
]

const fileOf = (header: string, rows: readonly string[]) =>
  `${header},เบอร์โทร\n${rows.map((row, no) => `${row},08155528${String(no).padStart(2, '0')}\n`).join('')}`
const named = fileOf('ชื่อ-นามสกุล', cells.map(([cell]) => cell)) // biome-ignore format: one line

async function stored(): Promise<string[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ person: string }>(
    `select concat_ws(' ', prefix_name, first_name, last_name, '[' || company || ']') || coalesce((
       select string_agg(' · ' || kind || ' ' || value, '' order by n.id) from profile_name n
       where n.store_id = p.store_id and n.profile_id = p.id), '') as person
     from profile p where store_id = $1 and deleted_at is null order by phone`,
    [store.storeId],
  )
  return rows.map(({ person }) => person)
}

test('names of cells are stored without titles, remarks and firms, and the same file changes no one', async () => {
  const first = await importFile(store, named, { ...byPhone, name: 'แรก' })
  expect(await stored()).toEqual(cells.map(([, person]) => person))
  expect(first.stats).toMatchObject({ added: cells.length, failed: 0 })
  const second = await importFile(store, named, { ...byPhone, name: 'สอง' })
  expect(second.stats).toMatchObject({ added: 0, updated: 0, duplicated: cells.length })
  expect(await stored()).toEqual(cells.map(([, person]) => person))
  await undone(store, first.id, first.real)
  expect(await stored()).toEqual([])
})

test('a given name and a surname in columns of their own lose titles and remarks', { tags: ['verify'] }, async () => {
  const rows = ['นางสมศรี (แอน),ใจดี (สกุลเดิม ทองคำ)', 'คุณสมชาย *VIP*,ทองคำ']
  const file = fileOf('ชื่อ,นามสกุล', rows)
  await importFile(store, file, { ...byPhone, name: 'แรก' })
  const people = ['นาง สมศรี ใจดี · maiden_name ทองคำ · nickname แอน', 'สมชาย ทองคำ · note VIP']
  expect(await stored()).toEqual(people)
  const again = await importFile(store, file, { ...byPhone, name: 'สอง' })
  expect(again.stats).toMatchObject({ added: 0, updated: 0, duplicated: 2 })
})

test('a former name and a nickname are no other names, and the stored name stays', { tags: ['verify'] }, async () => {
  await importFile(store, fileOf('ชื่อ-นามสกุล', ['สมศรี (แอน) ทองคำ (เดิมชื่อ มาลัย ใจดี)']), { ...byPhone, name: 'แรก' })
  const before = await stored()
  for (const name of ['มาลัย ใจดี', 'แอน ทองคำ']) {
    const { stats } = await importFile(store, fileOf('ชื่อ-นามสกุล', [name]), { ...byPhone, name })
    expect([name, stats]).toMatchObject([name, { added: 0, updated: 0, duplicated: 1 }])
  }
  expect(await stored()).toEqual(before)
})

test('further names are on the profile, found by a search, and gone after an undo of the run that read them', {
  tags: ['verify'],
}, async () => {
  await importFile(store, fileOf('ชื่อ-นามสกุล', ['สมศรี ใจดี']), { ...byPhone, name: 'แรก' })
  const cell = 'สมศรี (แอนนี่) ใจดี โทรก่อนส่ง'
  const second = await importFile(store, fileOf('ชื่อ-นามสกุล', [cell]), { ...byPhone, name: 'สอง' })
  const find = (keyword: string) => store.call(profiles.query, { body: { filter: { keyword } } })
  const { data } = await find('แอนนี่ ใจดี')
  expect(data).toHaveLength(1)
  expect((await find('โทรก่อนส่ง')).data).toEqual([])
  const further = async () => (await store.call(profiles.get, { params: { id: String(data[0]!.id) } })).further_names
  expect(await further()).toEqual([{ kind: 'nickname', value: 'แอนนี่' }, { kind: 'note', value: 'โทรก่อนส่ง' }]) // biome-ignore format: one line
  await undone(store, second.id, second.real)
  expect(await further()).toBeUndefined()
  expect((await find('แอนนี่')).data).toEqual([])
})
