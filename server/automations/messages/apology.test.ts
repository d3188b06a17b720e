import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import {
  enterAutomation,
  messageAutomation,
  sendDue,
  settledMessages,
} from '../../testing/automations/messages.testing.ts'
import { acceptedUsers, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf } from '../../testing/store.testing.ts'
import { draftToMessaged } from './apology.ts'

test('a draft to those who got a message of an automation reaches them alone', async () => {
  const made = await scene({ friends: 4, channel: { quota: null } })
  const { store, people } = made
  const core = await coreOf(store)
  const automation = await messageAutomation(made, { holdout: 10 })
  const drafted = () =>
    inStore(core.pool, store.storeId, (db) =>
      draftToMessaged(db, store.storeId, store.userId, { automationId: automation.id, name: 'ขออภัย' }),
    )
  expect(await drafted()).toBeUndefined()
  const [one, two, three] = people.map(({ id }) => id)
  // Two broadcasts of the automation; the third customer is held out.
  await sendDue(made, automation, await enterAutomation(made, automation, [one!]))
  await settledMessages(made)
  await sendDue(
    made,
    { ...automation, step: { ...automation.step, id: 2 } },
    await enterAutomation(made, automation, [two!, three!], [three!]),
  )
  await settledMessages(made)
  const before = acceptedUsers(made)

  const id = (await drafted())!
  const draft = await store.call(broadcasts.get, { params: { id: String(id) } })
  expect(draft).toMatchObject({
    status: 'draft',
    target: { messaged: true },
    holdout: { share: 0, off_reason: 'notice' },
  })
  const saved = await store.call(broadcasts.update, {
    body: { id, origin_time: draft.updated_at, messages: [{ type: 'text', text: 'ขออภัย' }] },
  })
  expect(saved.status).toBe('draft')
  await schedule(made, id)
  expect(await settled(made, id)).toMatchObject({ counts: { accepted: 2 } })
  expect(acceptedUsers(made)).toEqual([...before, ...before].sort())
})
