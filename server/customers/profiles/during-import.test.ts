import { activities } from '@ruam/contract/customers/activities.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { beforeAll, expect, test } from 'vitest'
import { field, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { jobOver } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

// A batch for each row, so that what a run has done and what it still has to do can be told apart.
beforeAll(() => testServer({ batchRows: 1 }))

const before = 'ชื่อ,เบอร์โทร\nก,0811111111\nข,0822222222\nค,0833333333\n'
const after = 'ชื่อ,เบอร์โทร\nกก,0811111111\nขข,0822222222\nคค,0833333333\n'

const newLabel = async (store: TestStore, name: string) =>
  (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id

/** True if a run waits for a row lock; a duplicate scan may wait for the same one. */
async function runWaits(): Promise<boolean> {
  const { admin } = await testServer()
  const sql = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name like 'ruam run %'`
  return (await admin.query(sql)).rowCount! > 0
}

const poll = () => new Promise((resolve) => setTimeout(resolve, 10))

/**
 * An import of three people who are known, that gives a label: the first of them has been dealt with, and it waits at the second until
 * `goOn`. `end` lets it go on and answers its run.
 */
async function atWork(store: TestStore, labels: number[]) {
  const { admin } = await testServer()
  const { id } = await createDataSource(store, after, 'ไฟล์ใหม่')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match, labels } })
  const { run_id: dry } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, dry)
  const client = await admin.connect()
  await client.query(
    "begin; select from profile where phone = '+66822222222' and store_id = $1 for update".replace(
      '$1',
      String(store.storeId),
    ),
  )
  const { run_id } = await store.call(importRun.run, { params, body: { run_id: dry } })
  while (!(await runWaits())) await poll()
  return {
    async end() {
      await client.query('commit')
      client.release()
      return runOf(store, id, run_id)
    },
    undo: async () =>
      jobOver(store, (await store.call(importUndo.undo, { params: { id: String(id), run_id } })).job_id),
  }
}

/** The three of the file, in its order. */
async function known(store: TestStore) {
  await importFile(store, before)
  const rows = await rowsOf<{ id: number }>(store, 'select id from profile where store_id = $1 order by phone')
  return rows.map(({ id }) => ({ id, params: { id: String(id) } })) as [Known, Known, Known]
}
interface Known {
  id: number
  params: { id: string }
}

/** State of the label per profile, and its count. */
async function holders(store: TestStore, label: number) {
  const rows = await rowsOf<{ source: string | null }>(
    store,
    `select l.source from profile p left join profile_label l on l.store_id = p.store_id and l.profile_id = p.id and l.label_id = $2
     where p.store_id = $1 order by p.phone`,
    label,
  )
  const { target_count } = await store.call(labels.get, { params: { id: String(label) } })
  return [...rows.map(({ source }) => source), target_count]
}

test('during an import, values of profiles are locked; notes, activities, labels and consents are not', async () => {
  const store = await newStore()
  const [first, , third] = await known(store)
  const label = await newLabel(store, 'ป้าย')
  const type = await store.call(activities.createType, { body: { name: 'ซื้อ' } })
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })
  const work = await atWork(store, [])
  for (const { id, params } of [first, third]) {
    await store.call(profileActivities.note, { params, body: { text: 'โทรแล้ว' } })
    const made = await store.call(profileActivities.create, { params, body: { activity_type_id: type.id } })
    await store.call(profileActivities.delete, { params: { ...params, activity_id: String(made.id) } })
    await store.call(profiles.addLabels, { params, body: { label_ids: [label] } })
    const body = { profile_id: id, purpose_id: purpose.id, operation: 'granted', way: 'paper', note: '7' } as const
    expect((await store.call(consents.record, { body })).state).toBe('granted')
    const locked = [
      await save(store, await store.call(profiles.get, { params }), { [field.firstName]: 'ฮ' }),
      await store.try(profiles.delete, { params }),
      await store.try(profileBulk.start, {
        body: { target: { ids: [id] }, action: { type: 'add_labels', label_ids: [label] } },
      }),
    ]
    expect(locked.map((reply) => reply.body.error_code)).toEqual([61, 61, 61])
  }
  expect((await work.end()).stats).toMatchObject({ updated: 3, failed: 0 })
  await work.undo()
  const { data } = await store.call(profileActivities.list, {
    params: { ...third.params, activity_id: '0' },
    query: {},
  })
  expect(data).toHaveLength(1)
  expect(await holders(store, label)).toEqual(['manual_add', null, 'manual_add', 2])
})

test('a label that is removed by hand during an import stays removed, wherever the import is', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const people = await known(store)
  const label = await newLabel(store, 'ป้าย')
  for (const { params } of people) await store.call(profiles.addLabels, { params, body: { label_ids: [label] } })
  await store.call(profiles.removeLabel, { params: { ...people[0].params, label: String(label) } })
  const work = await atWork(store, [label])
  expect(await holders(store, label)).toEqual(['import', 'manual_add', 'manual_add', 3])
  await store.call(profiles.removeLabel, { params: { ...people[0].params, label: String(label) } })
  await store.call(profiles.setLabels, { params: people[2].params, body: { label_ids: [] } })
  expect((await work.end()).status).toBe('completed')
  expect(await holders(store, label)).toEqual(['manual_remove', 'manual_add', 'manual_remove', 1])
  await work.undo()
  expect(await holders(store, label)).toEqual(['manual_remove', 'manual_add', 'manual_remove', 1])
})

test('a label that is given by hand during an import stays when the import is undone', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const people = await known(store)
  const label = await newLabel(store, 'ป้าย')
  const work = await atWork(store, [label])
  for (const { params } of [people[0], people[2]])
    await store.call(profiles.addLabels, { params, body: { label_ids: [label] } })
  await work.end()
  expect(await holders(store, label)).toEqual(['manual_add', 'import', 'manual_add', 3])
  await work.undo()
  expect(await holders(store, label)).toEqual(['manual_add', null, 'manual_add', 2])
})

test('labels given to one profile by an import and a person at the same time are both kept', async () => {
  const store = await newStore()
  const people = await known(store)
  const [given, own] = [await newLabel(store, 'ไฟล์'), await newLabel(store, 'มือ')]
  const work = await atWork(store, [given])
  // Replacing what was read: the third has none yet.
  await store.call(profiles.setLabels, { params: people[0].params, body: { label_ids: [given, own] } })
  await store.call(profiles.setLabels, { params: people[2].params, body: { label_ids: [own] } })
  await work.end()
  expect(await holders(store, given)).toEqual(['import', 'import', 'import', 3])
  expect(await holders(store, own)).toEqual(['manual_add', null, 'manual_add', 2])
  await work.undo()
  expect(await holders(store, given)).toEqual([null, null, null, 0])
  expect(await holders(store, own)).toEqual(['manual_add', null, 'manual_add', 2])
})

test('a label that is deleted during an import is given to no further profile, and the import finishes', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  await known(store)
  const [label, other] = [await newLabel(store, 'ป้าย'), await newLabel(store, 'อื่น')]
  const work = await atWork(store, [label, other])
  await store.call(labels.delete, { params: { id: String(label) }, query: { confirm: 'true' } })
  expect((await work.end()).status).toBe('completed')
  expect(await holders(store, other)).toEqual(['import', 'import', 'import', 3])
  await work.undo()
  expect(await holders(store, other)).toEqual([null, null, null, 0])
})

test('twenty members who give and take labels during an import lose no change, and counts are right', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const people = await known(store)
  const labels = [await newLabel(store, 'ก'), await newLabel(store, 'ข')]
  const work = await atWork(store, labels)
  const at = (n: number) => people[n % 2 ? 0 : 2].params
  const writers = Array.from({ length: 10 }, (_, n) => [
    store.call(profiles.addLabels, { params: at(n), body: { label_ids: n % 3 ? labels : labels.toReversed() } }),
    store.call(profiles.setLabels, { params: at(n), body: { label_ids: [labels[n % 2]!] } }),
  ])
  const run = await work.end()
  await Promise.all(writers.flat())
  expect(run.status).toBe('completed')
  for (const label of labels) {
    const [count, ...held] = (await holders(store, label)).reverse()
    expect(held.filter((source) => source !== null && source !== 'manual_remove')).toHaveLength(Number(count))
  }
})

test('the undo of an import leaves the time of a note that was written while it worked', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const [first, second] = await known(store)
  const untouched = await store.call(profiles.get, { params: second.params })
  const work = await atWork(store, [])
  await store.call(profileActivities.note, { params: first.params, body: { text: 'โทรแล้ว' } })
  const noted = await store.call(profiles.get, { params: first.params })
  await work.end()
  await work.undo()
  expect((await store.call(profiles.get, { params: first.params })).updated_at >= noted.updated_at).toBe(true)
  expect((await store.call(profiles.get, { params: second.params })).updated_at).toBe(untouched.updated_at)
})
