import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { expect, test } from 'vitest'
import { definitionOf, startedAutomation } from '../../testing/automations/automations.testing.ts'
import { worked } from '../../testing/automations/work.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { byId } from '../../testing/customers/segments.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

const note = { id: 1, kind: 'note', text: 'โทรหา', follow_up_days: null } as const

/** Starts an automation, lets something happen, and starts its next version before a worker has seen it. */
async function startedTwice(
  store: TestStore,
  trigger: Definition['trigger'],
  happens: (id: number) => Promise<unknown>,
) {
  const { id } = await startedAutomation(store, definitionOf([note], { trigger }))
  await worked(store)
  await happens(id)
  const { updated_at: origin_time } = await store.call(automations.get, byId(id))
  const definition = definitionOf([note, { ...note, id: 2 }], { trigger })
  const edited = await store.call(automations.update, { ...byId(id), body: { definition, origin_time } })
  await store.call(automations.start, { ...byId(id), body: { origin_time: edited.updated_at } })
  await worked(store)
  return rowsOf(
    store,
    'select profile_id, version, end_reason from automation_run where store_id = $1 and automation_id = $2',
    id,
  )
}

test('a customer whose activity came just before a new version started enters it', async () => {
  const store = await newStore()
  const { id: customer } = await madeProfile(store, { [field.firstName]: 'กานดา' })
  const { id: activity_type_id } = await store.call(activities.createType, { body: { name: 'มารับของ', fields: [] } })
  const runs = await startedTwice(store, { kind: 'activity', activity_type_id, first: false }, () =>
    store.call(profileActivities.create, { ...byId(customer), body: { activity_type_id, fields: [] } }),
  )
  expect(runs).toEqual([{ profile_id: customer, version: 2, end_reason: 'done' }])
})

test('customers whose day came just before a new version started enter it, once', async () => {
  const store = await newStore()
  await rowsOf(store, "update store set time_zone = 'UTC' where store_id = $1")
  const today = new Date().toISOString().slice(0, 10)
  const { id: customer } = await madeProfile(store, { [field.birthDate]: today.replace(/^\d{4}/, '1990') })
  const trigger = { kind: 'date', field_id: field.birthDate, offset_days: 0, time: '00:00', yearly: true } as const
  const runs = await startedTwice(store, trigger, (id) =>
    rowsOf(
      store,
      `update automation set dates_done_to = clock_timestamp() - interval '1 day', looks_at = null where store_id = $1 and id = $2`,
      id,
    ),
  )
  expect(runs).toEqual([{ profile_id: customer, version: 2, end_reason: 'done' }])
})
