import { people } from '@ruam/contract/access/people.ts'
import { automations } from '@ruam/contract/automations/automations.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { definitionOf, labelStep, startedAutomation } from '../../testing/automations/automations.testing.ts'
import { byId } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { versionsInUse } from '../records/versions.ts'
import { pauseIfBroken } from './pause.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const madeLabel = async (name: string) =>
  (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id

/** Checks a version as the engine does before it works. */
async function check(id: number): Promise<boolean> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, async (db) => {
    const [version] = await versionsInUse(db, store.storeId, [id])
    return pauseIfBroken(db, store.storeId, version!)
  })
}

const notices = async () => {
  const { data } = await store.call(notifications.list, { query: {} })
  return data.filter(({ kind }) => kind === 'automation_paused').map(({ ending }) => ending)
}

test('an automation whose label was deleted is paused with a notice, and resumes after it was mended', async () => {
  const label = await madeLabel('ชั่วคราว')
  const { id } = await startedAutomation(store, definitionOf([labelStep(1, label)]))
  expect(await check(id)).toBe(true)
  await store.call(labels.delete, { ...byId(label), query: { confirm: 'true' } })
  expect(await check(id)).toBe(false)
  const paused = await store.call(automations.get, byId(id))
  expect(paused).toMatchObject({ status: 'paused', reason: 'fault', version_faults: [{ kind: 'deleted', step: 1 }] })
  expect(await notices()).toEqual(['failed'])
  expect((await store.try(automations.resume, byId(id))).body.error).toBe('automation_invalid')
  const definition = definitionOf([labelStep(1, await madeLabel('อีกป้าย'))])
  const mended = await store.call(automations.update, {
    ...byId(id),
    body: { definition, origin_time: paused.updated_at },
  })
  const body = { origin_time: mended.updated_at }
  expect(await store.call(automations.start, { ...byId(id), body })).toMatchObject({
    ...{ status: 'active', version: 2, reason: null, version_faults: [] },
  })
  expect(await check(id)).toBe(true)
})

test('an automation whose starter has left the store is paused, and goes on with the rights of the person who resumes it', async () => {
  const starter = await store.member([...permissions])
  const { id } = await startedAutomation(starter, definitionOf([labelStep(1, await madeLabel('ของคนเก่า'))]))
  expect(await check(id)).toBe(true)
  await store.call(people.remove, { ...byId(starter.userId), query: {} })
  expect(await check(id)).toBe(false)
  expect(await store.call(automations.get, byId(id))).toMatchObject({ status: 'paused', reason: 'right' })
  const helper = await store.member(['cdp-core.setting-line.read', 'cdp-core.broadcast.send'])
  expect((await helper.try(automations.resume, byId(id))).body.error).toBe('automation_invalid')
  expect(await store.call(automations.resume, byId(id))).toMatchObject({ status: 'active', version_faults: [] })
  expect(await check(id)).toBe(true)
})
