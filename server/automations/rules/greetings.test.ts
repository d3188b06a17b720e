import { automations } from '@ruam/contract/automations/automations.ts'
import { answers } from '@ruam/contract/channels/answers.ts'
import { expect, test } from 'vitest'
import { messageAutomation } from '../../testing/automations/messages.testing.ts'
import { change, type Scene, scene } from '../../testing/broadcasts/broadcasts.testing.ts'

const conflicts = async ({ store }: Scene) => (await store.call(automations.list, { query: {} })).conflicts

test('an automation that messages new friends at once is a conflict with the greeting of its account', async () => {
  const made = await scene()
  const { store, account } = made
  const { id } = await messageAutomation(made)
  expect(await conflicts(made)).toEqual([])
  const greeting = {
    ...{ kind: 'greeting' as const, name: 'ต้อนรับ', messages: [{ type: 'text' as const, text: 'สวัสดี' }] },
  }
  await store.call(answers.create, { params: { id: String(account.id) }, body: greeting })
  expect(await conflicts(made)).toMatchObject([
    { kind: 'greeting', automation: { id }, other: null, channel_id: account.id, name: account.name },
  ])
  const one = await store.call(automations.get, { params: { id: String(id) } })
  expect(one.conflicts).toMatchObject([{ kind: 'greeting' }])
  await change(made, 'update answer set enabled = false where store_id = $1')
  expect(await conflicts(made)).toEqual([])
  // Staff found LINE's own greeting on.
  await change(made, `update channel set line_answers = 'on' where store_id = $1`)
  expect(await conflicts(made)).toMatchObject([{ kind: 'greeting' }])
})

test('an automation that waits before its first message is no conflict with the greeting', async () => {
  const made = await scene()
  await change(made, `update channel set line_answers = 'on' where store_id = $1`)
  const automation = await messageAutomation(made)
  const wait = { id: 2, kind: 'wait', length: { n: 1, unit: 'day' }, until: null }
  const definition = { ...automation.definition, steps: [wait, automation.step] }
  await change(made, 'update automation_version set definition = $2 where store_id = $1', [JSON.stringify(definition)])
  expect(await conflicts(made)).toEqual([])
})
