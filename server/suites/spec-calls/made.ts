import type { TestStore } from '../../testing/store.testing.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { idOf } from './ask.ts'

export const activityField = () => ({ name: fresh('field'), display_name: fresh('ฟิลด์'), data_type: 'String' })
export const profileField = () => ({ field_name: fresh('own'), display_name: fresh('ของร้าน'), data_type: 'String' })
export const label = () => ({ name: fresh('ป้าย'), description: 'ลูกค้าประจำ', color: 'teal', type: 'general' })

/** Creates a thing by a call and returns its id. */
export const made = {
  label: (store: TestStore) => idOf(store, 'POST /label', { body: label() }),
  activityField: (store: TestStore) => idOf(store, 'POST /activity-field', { body: activityField() }),
  activityType: async (store: TestStore) =>
    idOf(store, 'POST /activity-type', {
      body: { name: fresh('ซื้อ'), description: 'หน้าร้าน', fields: [await made.activityField(store)] },
    }),
  profileField: (store: TestStore) => idOf(store, 'POST /profile-field', { body: profileField() }),
  /** There is no call of the specification that makes one by hand. */
  profile: (store: TestStore) => idOf(store, 'POST /profile', { body: { fields: [{ id: 1, value: fresh('มาลี') }] } }),
}
