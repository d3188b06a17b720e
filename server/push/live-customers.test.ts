import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeAll, expect, test } from 'vitest'
import { exportEvent, grantOf, listener, published, pushServer } from '../testing/push/push.testing.ts'
import { newStore, type TestStore } from '../testing/store.testing.ts'

let address: string
let store: TestStore
beforeAll(async () => {
  ;({ address } = await pushServer())
  store = await newStore()
})

test('a reader of customers hears who changed which, and nothing else that is pushed', async () => {
  const counter = await store.member(['cdp-core.profile.read'])
  const { connection, next } = await listener(address, await grantOf(counter))
  const notice = { event_type: 'notification', event_data: { notification_id: 1 } } as const
  await published(exportEvent(store.storeId, 1), { store_id: store.storeId, user_id: counter.userId, ...notice })
  const { id } = await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'กานต์' }], label_ids: [] } })
  const heard = { event_type: 'profile', event_data: { profile_id: id, user_id: store.userId } }
  expect(await next()).toEqual(heard)
  await store.call(profileActivities.note, {
    params: { id: String(id) },
    body: { text: 'โทรกลับ' } as never,
  })
  expect(await next()).toEqual(heard)
  await connection.close()
})
