import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { MAX_PUSHED_PROFILES } from '@ruam/contract/customers/profile-event.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { beforeEach, expect, test } from 'vitest'
import { bulk, newLabel, people, undo } from '../testing/customers/profile-bulk.testing.ts'
import { erase } from '../testing/customers/profile-erasure.testing.ts'
import { exportEvent, grantOf, listener, published, pushServer } from '../testing/push/push.testing.ts'
import { newStore, type TestStore } from '../testing/store.testing.ts'

const { address } = await pushServer()
let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const heard = (profile_ids: number[] | null, act = 'changed') => ({
  event_type: 'profile',
  event_data: { profile_ids, act, user_id: store.userId },
})

test('a reader of customers hears who changed which, and nothing else that is pushed', async () => {
  const counter = await store.member(['cdp-core.profile.read'])
  const { connection, next } = await listener(address, await grantOf(counter))
  const notice = { event_type: 'notification', event_data: { notification_id: 1 } } as const
  await published(exportEvent(store.storeId, 1), { store_id: store.storeId, user_id: counter.userId, ...notice })
  const { id } = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'กานต์' }], label_ids: [] } })
  expect(await next()).toEqual(heard([id]))
  await store.call(profileActivities.note, {
    params: { id: String(id) },
    body: { text: 'โทรกลับ' } as never,
  })
  expect(await next()).toEqual(heard([id]))
  await store.call(workListCalls.mark, { body: { kind: 'birthdays', profile_ids: [id], done: true } })
  expect(await next()).toEqual(heard([id], 'ticked'))
  await connection.close()
})

test('bulk acts, their undo, merges and erasures name their customers when they are few', async () => {
  const ids = await people(store, ['ขจร', 'คมสัน', 'จันทร์'])
  const label = await newLabel(store)
  const { connection, next } = await listener(address, await grantOf(await store.member(['cdp-core.profile.read'])))
  const job = await bulk(store, { ids }, { type: 'add_labels', label_ids: [label] })
  expect(await next()).toEqual(heard(ids))
  await undo(store, job.id)
  expect(await next()).toEqual(heard(ids))
  const [kept, gone, other] = ids as [number, number, number]
  const choices = { keep: kept, fields: [], profile_ids: [kept, gone] }
  const { merge_id } = await store.call(profileDuplicates.mergeChosen, { body: choices })
  expect(await next()).toEqual(heard([kept, gone]))
  await store.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
  expect(await next()).toEqual(heard([kept, gone]))
  await erase(store, other)
  // Its request, and its work: hidden twice, since it looks once more before it deletes.
  for (let n = 0; n < 2; n++) expect(await next()).toEqual(heard([other]))
  await connection.close()
})

test('an import says that there were many when it changes more customers than an event names', {
  tags: ['verify'],
}, async () => {
  const { connection, next } = await listener(address, await grantOf(await store.member(['cdp-core.profile.read'])))
  const few = await people(store, ['กานต์'])
  expect(await next()).toEqual(heard(few))
  await people(
    store,
    Array.from({ length: MAX_PUSHED_PROFILES + 1 }, (_, n) => `ลูกค้า ${n}`),
  )
  expect(await next()).toEqual(heard(null))
  await connection.close()
})
