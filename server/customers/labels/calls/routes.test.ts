import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { beforeAll, expect, test } from 'vitest'
import { ruleOf, segment } from '../../../testing/customers/segments.testing.ts'
import { importFile } from '../../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const make = (name: string) => ({ body: { name, color: 'teal' as const, type: 'general' as const } })

test('a label that was made is in the list, found by a part of its name in any way of typing', async () => {
  const made = await store.call(labels.create, make('ลูกค้าแรกเริ่ม'))
  expect(made).toMatchObject({ name: 'ลูกค้าแรกเริ่ม', color: 'teal', type: 'general', target_count: 0 })
  const { data } = await store.call(labels.list, { query: { search: 'ค้าเเรก', limit: '-1' } })
  expect(data).toEqual([made])
})

test('a name is taken whatever its case, blanks and way of typing', async () => {
  await store.call(labels.create, make('แฟน Club'))
  for (const name of ['แฟน CLUB', ' แฟน  club ', 'เเฟน Club']) {
    expect((await store.call(labels.nameAvailable, { query: { keyword: name } })).exists).toBe(true)
    expect((await store.try(labels.create, make(name))).body).toMatchObject({ error_code: 79 })
  }
})

test.each(['', '  ', '\u200b', 'ก,ข', 'ก'.repeat(101)])('"%s" is no name for a label (code 80)', async (name) => {
  expect((await store.try(labels.create, make(name))).body).toMatchObject({ error_code: 80 })
})

test.each(['all', 'ทั้งหมด', 'NONE'])('the name %s is reserved (code 81)', async (name) => {
  expect((await store.try(labels.create, make(name))).body).toMatchObject({ error_code: 81 })
})

test('two people who create the same label at once create one', async () => {
  const replies = await Promise.all([store.try(labels.create, make('คู่')), store.try(labels.create, make('คู่'))])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('labels are sorted as asked, Thai names in the order of a dictionary', async () => {
  const other = await newStore()
  for (const name of ['เกาะ', 'กาแฟ', 'แขก']) await other.call(labels.create, make(name))
  const { data } = await other.call(labels.list, { query: { sort_by: 'name', sort_direction: 'asc' } })
  expect(data.map((label) => label.name)).toEqual(['กาแฟ', 'เกาะ', 'แขก'])
})

test('a label can be renamed and recoloured over its newest version', async () => {
  const { id, updated_at } = await store.call(labels.create, make('ก่อนเปลี่ยน'))
  const change = { name: 'หลังเปลี่ยน', color: 'red' as const, origin_time: updated_at }
  const changed = await store.call(labels.update, { params: { id: String(id) }, body: change })
  expect(changed).toMatchObject({ name: 'หลังเปลี่ยน', color: 'red', description: '' })
  const stale = await store.try(labels.update, { params: { id: String(id) }, body: change })
  expect(stale).toMatchObject({ status: 409, body: { error: 'stale_edit', details: { current: changed } } })
})

test('one of fifty people who save one version of a label at once wins', async () => {
  const { id, updated_at } = await store.call(labels.create, make('ห้าสิบคน'))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      store.try(labels.update, {
        params: { id: String(id) },
        body: { name: `ห้าสิบคน ${place}`, color: 'teal', origin_time: updated_at },
      }),
    ),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
})

test('a label cannot take another label’s name, an invalid name, or a reserved one (79, 80, 81)', async () => {
  await store.call(labels.create, make('มีแล้ว'))
  const { id, updated_at } = await store.call(labels.create, make('จะเปลี่ยน'))
  const codes = []
  for (const name of ['มีแล้ว', 'ก,ข', 'all']) {
    const body = { name, color: 'teal' as const, origin_time: updated_at }
    codes.push((await store.try(labels.update, { params: { id: String(id) }, body })).body.error_code)
  }
  expect(codes).toEqual([79, 80, 81])
})

test('a deleted label is removed from every profile', async () => {
  const other = await newStore()
  const { id } = await other.call(labels.create, make('ชั่วคราว'))
  const { id: source } = await importFile(other, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n', { labels: [id] })
  expect(source).toBeGreaterThan(0)
  const list = async () => (await other.call(profiles.list, { query: {} })).data[0]!.labels
  expect(await list()).toHaveLength(1)
  await other.call(labels.delete, { params: { id: String(id) }, query: { confirm: 'true' } })
  expect(await list()).toEqual([])
  expect((await other.try(labels.get, { params: { id: String(id) } })).status).toBe(404)
})

test('a label that is hidden is not shown with the profiles that have it, and still counts who has it', async () => {
  const other = await newStore()
  const { id } = await other.call(labels.create, make('ซ่อน'))
  await importFile(other, 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n', { labels: [id] })
  const hidden = await other.call(labels.setDisplay, { params: { id: String(id) }, body: { value: false } })
  expect(hidden).toMatchObject({ display_enabled: false, target_count: 1 })
  expect((await other.call(profiles.list, { query: {} })).data[0]!.labels).toEqual([])
})

test('a label without a rule can’t be applied by itself, and switching that off is no fault', async () => {
  const { id } = await store.call(labels.create, make('ไม่มีเงื่อนไข'))
  const apply = (value: boolean) => store.try(segments.setAutoApply, { params: { id: String(id) }, body: { value } })
  expect(await apply(true)).toMatchObject({ status: 400, body: { error: 'label_without_rule' } })
  expect(await apply(false)).toMatchObject({ status: 200, body: { id, auto_apply_enabled: false } })
})

test('a note is the description under another name, and the description counts where both are given', async () => {
  const { body } = make('มีบันทึก')
  const made = await store.call(labels.create, { body: { ...body, note: ' โทรก่อนส่ง ' } })
  expect(made.description).toBe('โทรก่อนส่ง')
  const params = { id: String(made.id) }
  const note = { name: body.name, color: body.color, note: 'ส่งเช้า', origin_time: made.updated_at }
  const noted = await store.call(labels.update, { params, body: note })
  const both = { ...note, description: 'ส่งบ่าย', origin_time: noted.updated_at }
  const described = await store.call(labels.update, { params, body: both })
  expect([noted.description, described.description]).toEqual(['ส่งเช้า', 'ส่งบ่าย'])
})

test('a label is sent back with the type it has, and takes no other', async () => {
  const { body } = make('ชนิดเดิม')
  const made = await store.call(labels.create, { body })
  const params = { id: String(made.id) }
  const send = (type: 'general' | 'advanced', origin_time: string) =>
    store.try(labels.update, { params, body: { ...body, color: 'red', type, origin_time } })
  const refused = await send('advanced', made.updated_at)
  expect(refused).toMatchObject({ status: 400, body: { error: 'label_type_invalid', error_code: 78 } })
  expect(await store.call(labels.get, { params })).toEqual(made)
  expect(await send('general', made.updated_at)).toMatchObject({ status: 200, body: { color: 'red', type: 'general' } })
  const advanced = await store.try(labels.create, { body: { ...body, name: 'ขั้นสูง', type: 'advanced' } })
  expect(advanced.body).toMatchObject({ error: 'label_invalid', details: { fields: ['body.segment_rule'] } })
})

test('a segment tells the labels that its rule is about, by name', async () => {
  const other = await newStore()
  const second = await other.call(labels.create, make('ขาประจำ'))
  const first = await other.call(labels.create, make('กลางวัน'))
  const made = await segment(
    other,
    { kind: 'label', operator: 'has_none', label_ids: [second.id] },
    { refs: [first.id] },
  )
  expect(made.reference_labels).toEqual([first, second].map(({ id, name }) => ({ id, name })))
})

test('a segment whose range of days has no ends is saved without that filter', async () => {
  const segment_rule = ruleOf({ kind: 'profile', field_id: 1, operator: 'not_empty' })
  segment_rule.filter.profile_created_at = { from: null, to: null }
  const body = { name: 'ไม่จำกัดวัน', color: 'teal', type: 'advanced', segment_rule } as const
  const made = await store.call(labels.create, { body })
  expect(made.segment_rule!.filter.profile_created_at).toBeNull()
})

test('a description longer than 500 letters is refused, and an existing one is still returned', async () => {
  const { body } = make('ยาว')
  const refused = await store.try(labels.create, { body: { ...body, description: 'ก'.repeat(501) } })
  expect(refused).toMatchObject({ status: 400, body: { details: { fields: ['body.description'] } } })
  const { id } = await store.call(labels.create, { body })
  const { admin } = await testServer()
  await admin.query("update label set description = repeat('ก', 2000) where store_id = $1 and id = $2", [
    store.storeId,
    id,
  ])
  const { description } = await store.call(labels.get, { params: { id: String(id) } })
  expect(description).toHaveLength(2000)
})

test('labels are counted by type', async () => {
  const other = await newStore()
  await other.call(labels.create, make('หนึ่ง'))
  expect(await other.call(labels.types)).toEqual({ data: [{ type: 'general', total: 1 }], total: 1 })
})
