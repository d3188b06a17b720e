import { expect, test } from 'vitest'
import { pauseSets, stoppedStep } from '../../broadcasts/records/automation-sets.ts'
import { type Db, inStore } from '../../database/db.ts'
import {
  enterAutomation,
  messageAutomation,
  sendDue,
  settledMessages,
} from '../../testing/automations/messages.testing.ts'
import { acceptedUsers, change, type Scene, scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'
import { cancelMessages, resumeMessages } from './sets.ts'

/** Three customers whose messages are queued. */
async function queued() {
  const made = await scene({ friends: 3, channel: { quota: 100 } })
  const automation = await messageAutomation(made)
  const ids = made.people.map(({ id }) => id)
  await sendDue(made, automation, await enterAutomation(made, automation, ids))
  return { made, automation }
}

async function within<T>({ store }: Scene, work: (db: Db) => Promise<T>): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, work)
}

const resume = async (made: Scene, id: number) => {
  const core = await coreOf(made.store)
  await within(made, (db) => resumeMessages(core, db, made.store.storeId, id))
}

async function reserved({ store }: Scene): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query('select reserved from broadcast_quota where store_id = $1', [store.storeId])
  return rows[0].reserved
}

test('messages of a paused automation wait, and are sent once it is resumed', async () => {
  const { made, automation } = await queued()
  await within(made, (db) => pauseSets(db, made.store.storeId, automation.id))
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  await resume(made, automation.id)
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('messages of a pause of more than a day are not sent', async () => {
  const { made, automation } = await queued()
  await within(made, (db) => pauseSets(db, made.store.storeId, automation.id))
  await change(made, `update broadcast set due_at = due_at - interval '25 hours' where store_id = $1`)
  await resume(made, automation.id)
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  expect(await reserved(made)).toBe(0)
})

test('messages of a stopped automation are not sent, and take nothing of the quota', async () => {
  const { made, automation } = await queued()
  expect(await reserved(made)).toBe(3)
  await within(made, (db) => cancelMessages(db, made.store.storeId, automation.id))
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  expect(await reserved(made)).toBe(0)
})

test('messages of a stopped automation are not sent, also if a clock that ran ahead queued them', async () => {
  const { made, automation } = await queued()
  await change(made, `update broadcast set due_at = due_at + interval '1 hour' where store_id = $1`)
  await within(made, (db) => cancelMessages(db, made.store.storeId, automation.id))
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
})

test('a disconnected account stops the messages of an automation until it is resumed', async () => {
  const { made, automation } = await queued()
  await change(made, `update channel set status = 'inactive' where store_id = $1`)
  await settledMessages(made)
  const stopped = () => within(made, (db) => stoppedStep(db, made.store.storeId, automation.id))
  expect(await stopped()).toEqual({ step: 1, reason: 'account' })
  await change(made, `update channel set status = 'active' where store_id = $1`)
  await resume(made, automation.id)
  expect(await stopped()).toBeUndefined()
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('messages that were queued by a clock that ran ahead are sent once it is set back', async () => {
  const { made } = await queued()
  await change(made, `update broadcast set due_at = due_at + interval '1 hour' where store_id = $1`)
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('a customer who withdraws the consent between the guard and the sender gets no message', async () => {
  const { made } = await queued()
  const [first] = made.people
  await change(
    made,
    `insert into consent_entry (store_id, profile_id, purpose_id, status, at, source) values ($1, $2, $3, 'withdrawn', now(), 'user')`,
    [first!.id, made.purposeId],
  )
  await settledMessages(made)
  expect(acceptedUsers(made)).not.toContain(first!.userId)
  expect(acceptedUsers(made)).toHaveLength(2)
})
