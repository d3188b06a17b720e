import { people } from '@ruam/contract/access/people.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { briefly, subscribed } from '../../testing/open-api/webhooks.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'
import { label } from '../../testing/things/labels.ts'

// Events that wait while rights, stores and customers change.

test('a webhook of a deleted store sends nothing', async () => {
  const { store, receiver, send } = await subscribed()
  await madeProfile(store, { [field.firstName]: 'ก' })
  const { admin } = await testServer()
  const [named] = await rowsOf<{ name: string }>(store, 'select name from store where store_id = $1')
  await store.call(stores.delete, { params: { id: String(store.storeId) }, body: { name: named!.name } })
  const { rows } = await admin.query('select from auth.webhooks_to_send() where store_id = $1', [store.storeId])
  expect(rows).toEqual([])
  await send()
  expect(receiver.received).toEqual([])
})

test('a webhook of a removed maker sends nothing, and goes on if the key was taken over', async () => {
  const store = await newStore()
  const [maker, other] = [await store.member('owner'), await store.member('owner')]
  const [ended, kept] = [await subscribed({ store, member: maker }), await subscribed({ store, member: other })]
  const { id } = await madeProfile(store, { [field.firstName]: 'ก' })
  await store.call(people.remove, { params: { id: String(maker.userId) }, query: {} })
  await store.call(people.remove, { params: { id: String(other.userId) }, query: { keep: String(kept.key) } })
  for (const { send } of [ended, kept]) await send()
  expect(ended.receiver.received).toEqual([])
  expect(briefly(kept.receiver.received)).toEqual([['profile.created', id]])
})

test('a field that is closed while events wait is named in none of them', async () => {
  const { store, receiver, key, send } = await subscribed({ types: ['profile.updated'] })
  const [one, other] = [
    await madeProfile(store, { [field.firstName]: 'ก' }),
    await madeProfile(store, { [field.firstName]: 'ข' }),
  ]
  await save(store, one, { [field.firstName]: 'ค', [field.phone]: '0817655001' })
  await save(store, other, { [field.phone]: '0817655002' })
  await rowsOf(
    store,
    'update credential_field set reads = false where store_id = $1 and credential_id = $2 and field_id = $3',
    ...[key, field.phone],
  )
  await send()
  expect(receiver.received.map(({ event }) => event.data)).toEqual([{ profile_id: one.id, fields: ['firstName'] }])
})

test('a merge waits for the failed event of each customer, and the events after it wait for the merge', async () => {
  const { store, receiver, credential, send, retry } = await subscribed({
    types: ['profile.created', 'profile.merged', 'label.added'],
  })
  const [gone, kept, other] = [
    await madeProfile(store, { [field.firstName]: 'ก' }),
    await madeProfile(store, { [field.firstName]: 'ข' }),
    await madeProfile(store, { [field.firstName]: 'ค' }),
  ]
  receiver.answer = ({ data }) => (data.profile_id === gone.id ? 500 : 200)
  await send()
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept.id, gone.id] } })
  await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: kept.id, fields: [] } })
  const label_ids = [await label(store)]
  for (const { id } of [kept, other]) await callAs(credential, 'POST', `profiles/${id}/labels`, { label_ids })
  receiver.received.length = 0
  await retry()
  expect(briefly(receiver.received).toSorted()).toEqual([
    ['label.added', other.id],
    ['profile.created', gone.id],
  ])
  receiver.received.length = 0
  receiver.answer = () => 200
  await retry()
  expect(briefly(receiver.received)).toEqual([
    ['profile.created', gone.id],
    ['profile.merged', gone.id],
    ['label.added', kept.id],
  ])
})

test('an import of more customers than a page, and its undo, are events of each customer in their order', async () => {
  const { store, receiver, send } = await subscribed({ types: ['profile.created', 'profile.deleted'] })
  const lines = Array.from({ length: 2700 }, (_, n) => `ถอน,08177${String(n).padStart(5, '0')}`)
  const { id, real } = await importFile(store, `ชื่อ,เบอร์โทร\n${lines.join('\n')}\n`)
  const { rows } = await (await testServer()).admin.query<{ id: number }>(
    'select id from profile where store_id = $1 order by id',
    [store.storeId],
  )
  await undone(store, id, real)
  await send()
  const types = new Map<unknown, string[]>()
  for (const [type, profile] of briefly(receiver.received))
    types.set(profile, [...(types.get(profile) ?? []), String(type)])
  const both = ['profile.created', 'profile.deleted']
  expect([...types].toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(rows.map((row) => [row.id, both]))
})
