import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

interface Named {
  id: number
  name: string
  fields: { id: number; display_name: string }[]
  updated_at: string
}

async function storeWithNote() {
  const store = await newStore()
  const { id } = await madeProfile(store, { [field.firstName]: 'ญาดา' })
  await store.call(profileActivities.note, { params: { id: String(id) }, body: { text: 'ชอบสีคราม' } })
  return store
}

/** A call in English; other test calls are in Thai. */
async function english(store: TestStore, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const { app } = await testServer()
  const headers = { authorization: `Bearer ${store.token}`, 'accept-language': 'en' }
  const reply = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}

const inEnglish = async (store: TestStore): Promise<Named> =>
  (await english(store, 'GET', '/activity-type')).body.data[0]
const inThai = async (store: TestStore) => (await store.call(activities.types, { query: {} })).data[0]!
const namesOf = ({ name, fields }: { name: string; fields: { display_name: string }[] }) => [
  name,
  fields.at(-1)!.display_name,
]

test('the type of notes and its field are named in the reader’s language', async () => {
  const store = await storeWithNote()
  expect(namesOf(await inEnglish(store))).toEqual(['Note', 'Note text'])
  expect(namesOf(await inThai(store))).toEqual(['โน้ต', 'ข้อความโน้ต'])
})

test('saving them in English without a new name does not rename them', async () => {
  const store = await storeWithNote()
  const { id, name, fields, updated_at } = await inEnglish(store)
  const own = fields.at(-1)!
  const before = (await english(store, 'GET', `/activity-field/${own.id}`)).body
  const change = { display_name: 'Note text', origin_time: before.updated_at }
  expect((await english(store, 'PUT', `/activity-field/${own.id}`, change)).body.display_name).toBe('Note text')
  const type = { name, description: '', fields: [own.id], origin_time: updated_at }
  expect((await english(store, 'PUT', `/activity-type/${id}`, type)).body.name).toBe('Note')
  expect(namesOf(await inThai(store))).toEqual(['โน้ต', 'ข้อความโน้ต'])
})

test('a custom name is shown as typed, in either language', async () => {
  const store = await storeWithNote()
  const { id, fields, updated_at } = await inThai(store)
  const body = { name: 'โน้ตของร้าน', description: '', fields: fields.map((one) => one.id), origin_time: updated_at! }
  await store.call(activities.updateType, { params: { id: String(id) }, body })
  expect([(await inEnglish(store)).name, (await inThai(store)).name]).toEqual(['โน้ตของร้าน', 'โน้ตของร้าน'])
})

test('a second type with the translated name is refused', async () => {
  const store = await storeWithNote()
  const made = await english(store, 'POST', '/activity-type', { name: 'Note', fields: [] })
  expect([made.status, made.body.error]).toEqual([409, 'activity_type_name_taken'])
  expect((await english(store, 'GET', '/activity-type/name/available?keyword=Note')).body).toEqual({ exists: true })
})
