import { sql } from 'kysely'
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
import { coreOf } from '../../testing/store.testing.ts'
import { cancelMessages, resumeMessages } from './sets.ts'

/** Three customers whose messages are queued. `also`: what happens before they are sent. */
async function queued(also?: (db: Db, storeId: number, id: number) => Promise<unknown>) {
  const made = await scene({ friends: 3, channel: { quota: 100 } })
  const automation = await messageAutomation(made)
  const ids = made.people.map(({ id }) => id)
  const runs = await enterAutomation(made, automation, ids)
  await sendDue(made, automation, runs, async (db) => also?.(db, made.store.storeId, automation.id))
  return { made, automation }
}

/** Moves the time at which the messages of a store were queued. */
const moveDue = (db: Db, storeId: number, by: string) =>
  sql`update broadcast set due_at = due_at + ${by}::interval where store_id = ${storeId}`.execute(db)

async function within<T>({ store }: Scene, work: (db: Db) => Promise<T>): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, work)
}

const resume = async (made: Scene, id: number) => {
  const core = await coreOf(made.store)
  await within(made, (db) => resumeMessages(core, db, made.store.storeId, id))
}

async function reservedIn(db: Db, storeId: number): Promise<number> {
  const { rows } = await sql<{ reserved: number }>`
    select reserved from broadcast_quota where store_id = ${storeId}`.execute(db)
  return rows[0]!.reserved
}

const reserved = (made: Scene) => within(made, (db) => reservedIn(db, made.store.storeId))

test('messages of a paused automation wait, and are sent once it is resumed', async () => {
  const { made, automation } = await queued(pauseSets)
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  await resume(made, automation.id)
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('messages of a pause of more than a day are not sent', async () => {
  const { made, automation } = await queued(pauseSets)
  await within(made, (db) => moveDue(db, made.store.storeId, '-25 hours'))
  await resume(made, automation.id)
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  expect(await reserved(made)).toBe(0)
})

test('messages of a stopped automation are not sent, and take nothing of the quota', async () => {
  const { made } = await queued(async (db, storeId, id) => {
    expect(await reservedIn(db, storeId)).toBe(3)
    await cancelMessages(db, storeId, id)
  })
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
  expect(await reserved(made)).toBe(0)
})

test('messages of a stopped automation are not sent, also if a clock that ran ahead queued them', async () => {
  const { made } = await queued(async (db, storeId, id) => {
    await moveDue(db, storeId, '1 hour')
    await cancelMessages(db, storeId, id)
  })
  await settledMessages(made)
  expect(acceptedUsers(made)).toEqual([])
})

test('a disconnected account stops the messages of an automation until it is resumed', async () => {
  const { made, automation } = await queued((db, storeId) =>
    sql`update channel set status = 'inactive' where store_id = ${storeId}`.execute(db),
  )
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
  const { made } = await queued((db, storeId) => moveDue(db, storeId, '1 hour'))
  await settledMessages(made)
  expect(acceptedUsers(made)).toHaveLength(3)
})

test('a customer who withdraws the consent between the guard and the sender gets no message', async () => {
  const { made } = await queued((db, storeId) =>
    sql`insert into consent_entry (store_id, profile_id, purpose_id, status, at, source)
      select store_id, min(id), (select id from consent_purpose where store_id = ${storeId}), 'withdrawn', clock_timestamp(), 'user'
      from profile where store_id = ${storeId} group by store_id`.execute(db),
  )
  const [first] = made.people
  await settledMessages(made)
  expect(acceptedUsers(made)).not.toContain(first!.userId)
  expect(acceptedUsers(made)).toHaveLength(2)
})
