import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import { automationRehearsals } from '@ruam/contract/automations/rehearsal.ts'
import { beforeAll, expect, test } from 'vitest'
import type { input } from 'zod'
import { scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
const BIRTH_DATE = 8

beforeAll(async () => {
  store = await newStore()
})

const birthday: input<typeof Definition> = {
  trigger: { kind: 'date', field_id: BIRTH_DATE, offset_days: 0, time: '09:00', yearly: true },
  repeat: { kind: 'yearly' },
  channel_id: null,
  steps: [{ id: 1, kind: 'note', text: 'โทรหา', follow_up_days: 3 }],
  exit: null,
  group: null,
  imports: false,
  holdout: 0,
}

test('a rehearsal counts entries by month, names their people, and writes nothing else', async () => {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into profile (store_id, first_name, birth_date, created_at, updated_at)
    select $1, 'มะลิ', (current_date - 40 - interval '30 years')::date, now() - interval '3 years', now() returning id`,
    [store.storeId],
  )
  const { id } = await store.call(automations.create, { body: { name: 'วันเกิด', definition: birthday } })
  const params = { id: String(id) }
  const before = await store.call(automationRehearsals.get, { params })
  expect(before).toMatchObject({ state: 'none', figures: null, people_open: true })
  expect(before.seconds.map(({ months }) => months)).toEqual([3, 6, 12])
  const { job_id } = await store.call(automationRehearsals.start, { params, body: { months: 3 } })
  expect(await jobEnded(store.storeId, job_id)).toMatchObject({ status: 'completed' })
  const after = await store.call(automationRehearsals.get, { params })
  expect(after).toMatchObject({
    state: 'done',
    progress: 1,
    months: 3,
    figures: { entered: 1, made: { notes: 1 }, messages: 0 },
  })
  const people = await store.call(automationRehearsals.people, { params, query: {} })
  expect(people.data).toMatchObject([
    {
      profile: { id: rows[0]!.id, name: 'มะลิ' },
      messages: 0,
      acts: [{ kind: 'entered', outcome: 'date' }, { kind: 'note', outcome: 'done' }, { kind: 'ended' }],
    },
  ])
  const none = await store.call(automationRehearsals.people, { params, query: { messaged: 'true' } })
  expect(none.total).toBe(0)
  const left = await admin.query(
    'select from activity where store_id = $1 union all select from automation_run where store_id = $1',
    [store.storeId],
  )
  expect(left.rows).toEqual([])
})

test('a rehearsal that is edited while it waits is of the steps with which it began', async () => {
  const { id } = await store.call(automations.create, { body: { name: 'แก้ระหว่างลอง', definition: birthday } })
  const params = { id: String(id) }
  const present = await store.call(automations.get, { params })
  const { job_id } = await store.call(automationRehearsals.start, { params, body: { months: 3 } })
  const definition = { ...birthday, trigger: { ...birthday.trigger, time: '10:00' } } as typeof birthday
  await store.call(automations.update, { params, body: { definition, origin_time: present.updated_at } })
  expect(await jobEnded(store.storeId, job_id)).toMatchObject({ status: 'completed' })
  expect(await store.call(automationRehearsals.get, { params })).toMatchObject({
    state: 'done',
    edition: 1,
    present_edition: 2,
    figures: { entered: 1 },
  })
})

test('a rehearsal is refused without a trigger', async () => {
  const { id } = await store.call(automations.create, {
    body: { name: 'ว่าง', definition: { ...birthday, trigger: null } },
  })
  expect(await store.try(automationRehearsals.start, { params: { id: String(id) }, body: {} })).toMatchObject({
    body: { error: 'rehearsal_incomplete' },
  })
})

test('an automation whose rehearsal finds 500 entries a year gives no messages to a tenth, unless its author chose otherwise', async () => {
  const { store: own, account, purposeId } = await scene({ friends: 0 })
  const { admin } = await testServer()
  await admin.query(
    `insert into profile (store_id, first_name, birth_date, created_at, updated_at)
    select $1, 'มะลิ', (current_date - 40 - interval '30 years')::date, now() - interval '3 years', now() from generate_series(1, 125)`,
    [own.storeId],
  )
  const message: input<typeof Definition>['steps'][number] = {
    ...{
      id: 1,
      kind: 'message' as const,
      name: 'อวยพร',
      purpose_id: purposeId,
      messages: [{ type: 'text' as const, text: 'สุขสันต์วันเกิด' }],
    },
    ...{ quick_replies: [], stop_reply: false, notification_disabled: false, link_tracking: 'off' as const },
  }
  const definition: input<typeof Definition> = { ...birthday, channel_id: account.id, steps: [message], holdout: null }
  const draft = await own.call(automations.create, { body: { name: 'อวยพร', definition } })
  const params = { id: String(draft.id) }
  expect(await own.call(automations.startNumbers, { params })).toMatchObject({ holdout: 0 })
  const { job_id } = await own.call(automationRehearsals.start, { params, body: { months: 3 } })
  await jobEnded(own.storeId, job_id)
  expect(await own.call(automations.startNumbers, { params })).toMatchObject({ holdout: 10 })
  const chosen = { ...definition, holdout: 5 }
  await own.call(automations.update, { params, body: { origin_time: draft.updated_at, definition: chosen } })
  expect(await own.call(automations.startNumbers, { params })).toMatchObject({ holdout: 5 })
})

test('a rehearsal with fewer entries than a holdout needs is counted once, and its figures come with all their people', async () => {
  const own = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into profile (store_id, first_name, birth_date, created_at, updated_at)
    select $1, 'มะลิ', case when n <= 5 then (current_date - 40 - interval '30 years')::date end, now() - interval '3 years', now()
    from generate_series(1, 600) n`,
    [own.storeId],
  )
  await admin.query('insert into profile_total (store_id, live) values ($1, 600)', [own.storeId])
  const { id } = await own.call(automations.create, {
    body: { name: 'วันเกิด', definition: { ...birthday, holdout: null } },
  })
  const params = { id: String(id) }
  const { job_id } = await own.call(automationRehearsals.start, { params, body: { months: 3 } })
  await jobEnded(own.storeId, job_id)
  const { rows } = await admin.query('select done = total as whole, changed from job where store_id = $1 and id = $2', [
    own.storeId,
    job_id,
  ])
  expect(rows).toEqual([{ whole: true, changed: 5 }])
  expect(await own.call(automationRehearsals.people, { params, query: {} })).toMatchObject({ total: 5 })
})

test('a rehearsal counts the customers who were added during its months, of all', async () => {
  const own = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into profile (store_id, first_name, created_at, updated_at)
    select $1, 'มะลิ', now() - make_interval(days => d), now() from unnest(array[400, 30, 1, 0]) d`,
    [own.storeId],
  )
  const { id } = await own.call(automations.create, { body: { name: 'วันเกิด', definition: birthday } })
  const params = { id: String(id) }
  const { job_id } = await own.call(automationRehearsals.start, { params, body: { months: 3 } })
  await jobEnded(own.storeId, job_id)
  const { figures } = await own.call(automationRehearsals.get, { params })
  expect(figures?.added).toEqual({ people: 3, of: 4 })
})
