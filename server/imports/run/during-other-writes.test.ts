import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { newLabel } from '../../testing/customers/profile-bulk.testing.ts'
import { noteIn } from '../../testing/customers/profile-erasure.testing.ts'
import { editsOf, field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, isWaiting, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { claimRun } from '../data-sources/run-states.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const asked = (id: number) => ({ params: { id: String(id) }, body: { confirm: true as const } })
const begin = async (id: number) => (await store.call(profileErasure.erase, asked(id))).job_id

const until = async (true_: () => Promise<boolean>) => {
  while (!(await true_())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** A call that has written to a profile and stays open until it is released. */
async function writing(write: (db: Parameters<Parameters<typeof inStore>[2]>[0]) => Promise<unknown>) {
  const core = await coreOf(store)
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  let begun = () => {}
  const written = new Promise<void>((resolve) => {
    begun = resolve
  })
  const done = inStore(core.pool, store.storeId, async (db) => {
    await write(db)
    begun()
    await gone
  })
  await written
  return async () => {
    go()
    await done
  }
}

describe('an erasure with concurrent writers of the same profile', () => {
  test('waits for a note that is being written, and erases it', async () => {
    const { id } = await madeProfile(store, { [field.firstName]: 'ก', [field.phone]: '0812345670' })
    await store.call(profileActivities.note, { params: { id: String(id) }, body: { text: 'ก่อน' } })
    const end = await writing((db) => noteIn(db, store.storeId, id))
    const job = await begin(id)
    await until(isWaiting)
    await end()
    expect((await jobEnded(store.storeId, job)).status).toBe('completed')
    const { admin } = await testServer()
    const { rows } = await admin.query('select from activity where store_id = $1', [store.storeId])
    expect(rows).toEqual([])
  })

  test('waits for a dry run that starts to read a file with the person, and cancels it', {
    tags: ['verify'],
  }, async () => {
    const { id: source } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nก,0812345670\n', 'ลูกค้า')
    const params = { id: String(source) }
    const { mapping, match } = await store.call(dataSources.getMapping, { params })
    await store.call(dataSources.putMapping, { params, body: { mapping, match } })
    const dry = (await store.call(importRun.dryRun, { params })).run_id
    await runOf(store, source, dry)
    const { id } = await madeProfile(store, { [field.firstName]: 'ก', [field.phone]: '0812345670' })
    const { admin } = await testServer()
    const { rows } = await admin.query<{ id: number }>(
      "update run set status = 'pending', finished_at = null where store_id = $1 and run_id = $2 returning id",
      [store.storeId, dry],
    )
    const end = await writing((db) => claimRun(db, store.storeId, rows[0]!.id))
    const job = await begin(id)
    await until(isWaiting)
    await end()
    expect((await jobEnded(store.storeId, job)).status).toBe('completed')
    expect((await runOf(store, source, dry)).status).toBe('cancel')
  })

  test('makes later writes fail with not_found, without a server error', { tags: ['verify'] }, async () => {
    const label = await newLabel(store)
    const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
    const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [] } })
    const ended: string[] = []
    const answers = new Set<number>()
    for (let round = 0; round < 2; round++) {
      const made = await madeProfile(store, { [field.firstName]: 'ก', [field.phone]: `081234567${round}` })
      const other = await madeProfile(store, { [field.firstName]: 'ก', [field.phone]: `081234567${round}` })
      const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [made.id, other.id] } })
      const params = { id: String(made.id) }
      const writers = [
        () => store.try(profileActivities.note, { params, body: { text: 'โน้ต' } }),
        () => store.try(profileActivities.create, { params, body: { activity_type_id: type.id, fields: [] } }),
        () => store.try(profiles.setLabels, { params, body: { label_ids: [label] } }),
        () => store.try(profiles.removeLabel, { params: { ...params, label: String(label) } }),
        () =>
          store.try(consents.record, {
            body: {
              profile_id: made.id,
              purpose_id: purpose.id,
              operation: 'granted',
              way: 'phone',
              note: 'ทางโทรศัพท์',
            },
          }),
        () =>
          store.try(profiles.update, {
            params,
            body: { fields: editsOf({ [field.firstName]: 'ข' }), origin_time: made.updated_at },
          }),
        () =>
          store.try(profileDuplicates.merge, {
            params: { id: String(pair.id) },
            body: { keep: other.id, fields: [] },
          }),
        () => store.try(profiles.delete, { params }),
        () => store.try(profiles.restore, { params }),
      ]
      let over = false
      const busy = writers.map(async (write) => {
        while (!over) answers.add((await write()).status)
      })
      const job = await begin(made.id)
      ended.push((await jobEnded(store.storeId, job)).status)
      over = true
      await Promise.all(busy)
      const late = await Promise.all(writers.map((write) => write()))
      expect(late.filter(({ status }) => status < 400)).toEqual([])
    }
    expect(ended).toEqual(['completed', 'completed'])
    expect([...answers].filter((status) => status >= 500)).toEqual([])
  })

  test('cannot be cancelled', async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query<{ id: number }>(
      "insert into job (store_id, kind, status, request) values ($1, 'profile_erase', 'processing', '{}') returning id",
      [store.storeId],
    )
    const stopped = await store.try(jobs.cancel, { params: { id: String(rows[0]!.id) } })
    expect(stopped).toMatchObject({ status: 409, body: { error: 'job_unstoppable' } })
  })
})
