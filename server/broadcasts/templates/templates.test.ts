import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { media } from '@ruam/contract/broadcasts/media.ts'
import { broadcastTemplates, MAX_TEMPLATES } from '@ruam/contract/broadcasts/templates.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, expect, test } from 'vitest'
import { purge } from '../../jobs/purge.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { customField } from '../../testing/things/fields.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const hello = { type: 'text' as const, text: 'สวัสดี' }
const menu = { label: 'เมนู', type: 'message' as const, value: 'เมนู' }
const idOf = ({ id }: { id: number }) => ({ id: String(id) })

async function change(text: string, values: readonly unknown[] = []) {
  const { admin } = await testServer()
  await admin.query(text, [store.storeId, ...values])
}

test('a template keeps messages and quick replies under a name, is renamed and deleted, and each act is audited', async () => {
  const made = await store.call(broadcastTemplates.create, {
    body: { name: 'สินค้าใหม่', messages: [hello, hello], quick_replies: [menu] },
  })
  const other = await store.call(broadcastTemplates.create, { body: { name: 'ก่อน', messages: [hello] } })
  const { results } = await store.call(broadcastTemplates.list, {})
  expect(results).toMatchObject([
    { id: other.id, name: 'ก่อน', messages: 1, quick_replies: 0 },
    { id: made.id, name: 'สินค้าใหม่', messages: 2, quick_replies: 1, author: { id: store.userId } },
  ])
  expect(await store.call(broadcastTemplates.get, { params: idOf(made) })).toEqual(made)
  expect(made).toMatchObject({ messages: [hello, hello], quick_replies: [menu], closed_words: 0 })

  const rename = (name: string, origin_time: string) =>
    store.try(broadcastTemplates.rename, { params: idOf(made), body: { name, origin_time } })
  expect((await rename('ก่อน', made.updated_at)).body).toMatchObject({ error: 'name_taken' })
  expect((await rename('สินค้าใหม่มาแล้ว', made.updated_at)).body).toMatchObject({ name: 'สินค้าใหม่มาแล้ว' })
  expect((await rename('ช้าไป', made.updated_at)).body).toMatchObject({ error: 'stale_edit' })
  await store.call(broadcastTemplates.delete, { params: idOf(made) })
  expect((await store.try(broadcastTemplates.get, { params: idOf(made) })).status).toBe(404)
  expect((await store.try(broadcastTemplates.delete, { params: idOf(made) })).status).toBe(404)
  const { data } = await store.call(auditLog.list, { query: { limit: '20' } })
  const acts = data.filter(({ action }) => action.startsWith('broadcast_template'))
  expect(acts.map(({ action }) => action)).toEqual([
    'broadcast_template_deleted',
    'broadcast_template_renamed',
    'broadcast_template_created',
    'broadcast_template_created',
  ])
  expect(acts[0]!.names.thing).toMatchObject([{ name: 'สินค้าใหม่มาแล้ว' }])
})

test('a word of a template becomes its fallback once its field is deleted, sensitive or closed to the reader', async () => {
  const [kept, deleted] = [await customField(store), await customField(store)]
  const words = [
    { field_id: kept, fallback: 'ลูกค้า' },
    { field_id: deleted, fallback: 'กาแฟหอม ๆ' },
  ]
  const text = `คุณ${WORD_MARK} ชอบ${WORD_MARK}`
  const made = await store.call(broadcastTemplates.create, {
    body: { name: 'คำเฉพาะ', messages: [{ type: 'text', text, words }] },
  })
  const staff = await store.member(permissions.filter((each) => each !== 'cdp-core.profile.read'))
  const read = (reader: Pick<TestStore, 'call'>) => reader.call(broadcastTemplates.get, { params: idOf(made) })
  const closed = { messages: [{ text: 'คุณลูกค้า ชอบกาแฟหอม ๆ', words: [] }], closed_words: 2 }
  expect(await read(store)).toMatchObject({ messages: [{ text, words }], closed_words: 0 })
  expect(await read(staff)).toMatchObject(closed)
  await store.call(profileFields.delete, { params: { id: String(deleted) }, query: {} })
  const shown = await read(store)
  expect(shown).toMatchObject({
    messages: [{ text: `คุณ${WORD_MARK} ชอบกาแฟหอม ๆ`, words: words.slice(0, 1) }],
    closed_words: 1,
  })
  // Unlike the word of a deleted field, it can be sent again.
  expect((await store.try(broadcasts.create, { body: { messages: shown.messages } })).status).toBe(200)
  await change('update profile_field set sensitive = true where store_id = $1 and id = $2', [kept])
  expect(await read(store)).toMatchObject(closed)
})

test('a sent broadcast with the word of a deleted field becomes a template with its fallback', async () => {
  const field = await customField(store)
  const messages = [{ type: 'text' as const, text: `คุณ${WORD_MARK}`, words: [{ field_id: field, fallback: 'ลูกค้า' }] }]
  const { id: broadcast_id } = await store.call(broadcasts.create, { body: { messages } })
  await store.call(profileFields.delete, { params: { id: String(field) }, query: {} })
  const body = { name: 'จากบรอดแคสต์', messages }
  expect((await store.try(broadcastTemplates.create, { body })).status).toBe(404)
  const made = await store.call(broadcastTemplates.create, { body: { ...body, broadcast_id } })
  expect(made).toMatchObject({ messages: [{ text: 'คุณลูกค้า', words: [] }], closed_words: 1 })
})

test('pictures of a template outlive the purge until it is deleted, and another store’s picture is refused', async () => {
  const picture = (await store.upload(media.upload, 'a.png', await paintedPicture(9, 9))).body
  const messages = [{ type: 'image' as const, ...picture }]
  const made = await store.call(broadcastTemplates.create, { body: { name: 'รูป', messages } })
  const stranger = await newStore()
  expect((await stranger.try(broadcastTemplates.create, { body: { name: 'รูป', messages } })).status).toBe(404)

  const { app } = await testServer()
  const core = await coreOf(store)
  const age = () => change(`update media set used_at = now() - interval '2 days' where store_id = $1`)
  const opened = async () =>
    Promise.all(
      [picture.name, picture.preview_name].map(
        async (name) => (await app.inject({ url: `/media/${name}` })).statusCode,
      ),
    )
  await age()
  await purge(core)
  expect(await opened()).toEqual([200, 200])
  await store.call(broadcastTemplates.delete, { params: idOf(made) })
  await age()
  await purge(core)
  expect(await opened()).toEqual([404, 404])
})

test('a store has 200 templates at most', async () => {
  await change(
    `insert into broadcast_template (store_id, name, messages, quick_replies)
     select $1, 'เทมเพลต ' || n, '[{"type":"text","text":"ก"}]', '[]' from generate_series(1, $2::int) n`,
    [MAX_TEMPLATES - 1],
  )
  const create = (name: string) => store.try(broadcastTemplates.create, { body: { name, messages: [hello] } })
  expect((await create('สุดท้าย')).status).toBe(200)
  expect(await create('เกิน')).toMatchObject({ status: 409, body: { error: 'template_limit' } })
})
