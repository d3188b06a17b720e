import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { type TutorialKey, tutorial } from '@ruam/contract/reports/tutorial.ts'
import { beforeEach, expect, test } from 'vitest'
import { invited } from '../../testing/access/people.testing.ts'
import { madeRole } from '../../testing/access/roles.testing.ts'
import { connectLine } from '../../testing/channels/line.testing.ts'
import { segment } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { type Member, newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const file = 'ชื่อ,เบอร์โทรศัพท์\nมาลี,0812345670\n'
const statuses = async (who: Member = store) =>
  Object.fromEntries((await who.call(tutorial.list)).map(({ key, status }) => [key, status]))
const say = (key: TutorialKey, status: 'not_started' | 'in_progress' | 'dismissed', step?: number) =>
  store.call(tutorial.put, { body: { key, status, ...(step !== undefined && { step }) } })
const untouched = {
  connect_line: 'not_started',
  first_import: 'not_started',
  first_segment: 'not_started',
  first_broadcast: 'not_started',
  invite_staff: 'not_started',
}

test('a new store has all five steps to do', async () => {
  expect(await statuses()).toEqual(untouched)
})

test('a step is completed by the data of the store, for everybody in it, and no more once these are gone', async () => {
  const { id, real } = await importFile(store, file)
  expect(await statuses()).toEqual({ ...untouched, first_import: 'completed' })
  await segment(store, { kind: 'profile', field_id: 1, operator: 'not_empty' })
  await invited(store, (await madeRole(store, [])).id)
  const done = { first_segment: 'completed', invite_staff: 'completed' }
  expect(await statuses()).toEqual({ ...untouched, ...done, first_import: 'completed' })
  await undone(store, id, real)
  expect(await statuses(await store.member([]))).toEqual({ ...untouched, ...done })
})

test('connecting LINE is completed by an active account of LINE, and open again once it is switched off', async () => {
  const { account } = await connectLine(store)
  expect((await statuses()).connect_line).toBe('completed')
  const params = { id: String(account.id) }
  await store.call(lineOa.updateStatus, { params, body: { status: 'inactive' } })
  expect((await statuses()).connect_line).toBe('not_started')
  await store.call(lineOa.updateStatus, { params, body: { status: 'active' } })
  expect((await statuses(await store.member([]))).connect_line).toBe('completed')
  await store.call(lineOa.delete, { params })
  expect((await statuses()).connect_line).toBe('not_started')
})

test('a person puts steps away and brings them back, for themselves alone', async () => {
  const other = await store.member([])
  await say('invite_staff', 'dismissed')
  // The store has two people.
  expect((await statuses()).invite_staff).toBe('completed')
  await say('first_segment', 'in_progress', 2)
  const after = await say('first_segment', 'dismissed')
  expect(after.find(({ key }) => key === 'first_segment')).toEqual({
    key: 'first_segment',
    status: 'dismissed',
    step: 2,
  })
  expect((await statuses(other)).first_segment).toBe('not_started')
  await say('first_segment', 'not_started')
  expect((await statuses()).first_segment).toBe('not_started')
})

test('a person cannot mark a step as completed, nor set an unknown step', async () => {
  for (const body of [
    { key: 'first_import', status: 'completed' },
    { key: 'second_import', status: 'dismissed' },
  ]) {
    const { status, body: refused } = await store.try(tutorial.put, { body: body as never })
    expect([status, refused.error]).toEqual([400, 'invalid_input'])
  }
})

test('the last of two tabs that set a step wins', async () => {
  await Promise.all([say('first_import', 'dismissed'), say('first_import', 'dismissed', 1)])
  expect((await statuses()).first_import).toBe('dismissed')
})
