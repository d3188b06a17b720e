import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { actsOf, startedAutomation, worked } from '../../testing/automations/work.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { readerOf } from '../../testing/open-api/changes.testing.ts'
import { subscribed } from '../../testing/open-api/webhooks.testing.ts'

const types = ['automation.step'] as const

/** Lets a customer enter an automation whose only step notifies a webhook. */
async function notified({ store, hook }: Awaited<ReturnType<typeof subscribed>>, name: string) {
  const rule = { kind: 'profile', field_id: field.firstName, operator: 'eq', value: name } as const
  const { id: segment_id } = await segment(store, rule)
  await settled(store)
  const id = await startedAutomation(store, {
    trigger: { kind: 'segment_entered', segment_id },
    steps: [{ id: 7, kind: 'event', webhook_id: hook.id }],
  })
  const { id: profile_id } = await madeProfile(store, { [field.firstName]: name })
  await worked(store)
  expect(await actsOf(store, id)).toEqual(['entered change', 'event done', 'ended done'])
  return { automation_id: id, version: 1, step_id: 7, profile_id }
}

test('a step notifies the webhook that it names with ids alone, and no other reader', async () => {
  const named = await subscribed({ types })
  const other = await subscribed({ types, store: named.store })
  const reader = await readerOf(named.credential)
  const data = await notified(named, 'แจ้ง')
  await named.send()
  await other.send()
  expect(named.receiver.received.map(({ event }) => event)).toEqual([
    { type: 'automation.step', timestamp: expect.any(String), data },
  ])
  expect(other.receiver.received).toEqual([])
  expect((await reader.read()).filter(({ type }) => type === 'automation.step')).toEqual([])
})

test('a program that may not read a field of the rules gets no step of the automation', async () => {
  const hook = await subscribed({ types })
  const { store } = hook
  const closed = await store.call(profileFields.create, { body: { display_name: 'ปิด', data_type: 'String' } })
  await notified(hook, 'ปิด')
  await rowsOf(store, 'update automation_version set reads = array[$2] where store_id = $1', `field:${closed.id}`)
  await hook.send()
  expect(hook.receiver.received).toEqual([])
})
