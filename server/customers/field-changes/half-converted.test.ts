import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import {
  activityFieldBody,
  change,
  fieldNow,
  insertPeopleWith,
  keysOf,
  loseWorkerAt,
  makeField,
  matchBy,
  valuesOf,
  waitingJob,
} from '../../testing/customers/field-jobs.testing.ts'
import { madeProfile, rowsOf, save, field as system, valueIn } from '../../testing/customers/profiles.testing.ts'
import { createDataSource, runMapping, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { writeValues } from '../profiles/write.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

async function halfConverted(values: string[], to: DataType) {
  const { id } = await makeField(store)
  await insertPeopleWith(store, id, values)
  await matchBy(store, id)
  await rowsOf(store, 'update profile_field set converting_to = $3 where store_id = $1 and id = $2', id, to)
  const job = await waitingJob(store, 'field_convert', {
    owner: 'profile',
    field: id,
    name: 'แต้ม',
    to,
    drop: true,
    was: null,
  })
  // The first block looks, the second one converts the first two.
  await expect(job.work(loseWorkerAt(3))).rejects.toThrow('gone')
  return { id, job }
}

describe('while the values of a field are being converted', () => {
  test('the next worker converts the rest after one is lost, and counts nothing twice', async () => {
    const { id, job } = await halfConverted(['1,000', '2,000', '3,000', '4,000', 'ห้า'], 'Number')
    expect(await valuesOf(store, id)).toEqual([1000, 2000, '3,000', '4,000', 'ห้า'])
    await job.work()
    expect(await valuesOf(store, id)).toEqual([1000, 2000, 3000, 4000, null])
    const told = await store.call(jobs.get, { params: { id: String(job.id) } })
    expect(told).toMatchObject({ status: 'completed', total: 5, done: 5, changed: 4, skipped: 1 })
    expect((await keysOf(store, id)).map(({ value }) => value)).toEqual(['1000', '2000', '3000', '4000'])
    expect(
      await rowsOf(store, "select from audit_log where store_id = $1 and action = 'profile_field_changed'"),
    ).toHaveLength(1)
  })

  test('dates are read in the format of all original values, whichever worker resumes', async () => {
    const { id, job } = await halfConverted(['01/13/2024', '01/14/2024', '02/03/2024', '02/03/24'], 'Date')
    await job.work()
    expect(await valuesOf(store, id)).toEqual(['2024-01-13', '2024-01-14', '2024-02-03', '2024-02-03'])
  })

  test('they are shown as text, in the list in an order too', async () => {
    const { id } = await halfConverted(['1,000', '2,000', '3,000', '4,000'], 'Number')
    const { data } = await store.call(profiles.list, { query: { sort_by: `field_${id}`, sort_dir: 'asc' } })
    const shown = data.map(({ fields }) => fields.find((one) => one.id === id)!)
    expect(shown.map(({ value }) => String(value)).sort()).toEqual(['1000', '2000', '3,000', '4,000'])
    expect(new Set(shown.map(({ data_type }) => data_type))).toEqual(new Set(['String']))
    expect(await fieldNow(store, id)).toMatchObject({ data_type: 'String', converting_to: 'Number' })
  })

  test('editing one is refused with a reason under its field; other fields can be edited', async () => {
    const { id, job } = await halfConverted(['1', '2', '3'], 'Number')
    const made = await madeProfile(store, { [system.firstName]: 'ใหม่' })
    const refused = await save(store, made, { [id]: '5' })
    expect([refused.status, refused.body.error]).toEqual([400, 'values_invalid'])
    expect(refused.body.details).toMatchObject({ fields: [{ field_id: id, failure: 'field_converting' }] })
    const { body: renamed } = await save(store, made, { [system.firstName]: 'อื่น' })
    await job.work()
    expect(valueIn((await save(store, renamed, { [id]: '5' })).body, id)).toBe(5)
  })

  test('other writes to it, such as a merge, are refused', async () => {
    const { id } = await halfConverted(['1', '2', '3'], 'Number')
    const core = await coreOf(store)
    const made = await madeProfile(store, { [system.firstName]: 'ใหม่' })
    const edit = { id: made.id, values: new Map([[id, '5']]) }
    const writing = inStore(core.pool, store.storeId, (db) =>
      writeValues(db, store.storeId, { source: 'merge', id: 1 }, [edit]),
    )
    await expect(writing).rejects.toMatchObject({ errorName: 'profile_locked' })
  })

  test('no job that writes many profiles starts, nor another change of type; a name can be changed', async () => {
    const { id, job } = await halfConverted(['1', '2', '3'], 'Number')
    const other = await store.call(profileFields.create, {
      body: { field_name: 'other', display_name: 'อื่น', data_type: 'String' },
    })
    const refused = [
      await change(store, id, { data_type: 'String' }),
      await change(store, other.id, { data_type: 'Number' }),
      await store.try(profileFields.delete, { params: { id: String(id) }, query: { confirm: 'true' } }),
    ]
    expect(refused.map((reply) => reply.body.error)).toEqual(Array(3).fill('pipeline_busy'))
    expect((await change(store, id, { display_name: 'แต้มสะสม' })).body).toMatchObject({
      converting_to: 'Number',
      job_id: null,
    })
    await job.work()
    expect(await fieldNow(store, id)).toMatchObject({ data_type: 'Number', display_name: 'แต้มสะสม' })
  })

  test('an import that was previewed meanwhile needs another preview', { tags: ['verify'] }, async () => {
    const { id, job } = await halfConverted(['1', '2', '3'], 'Number')
    const source = await createDataSource(store, 'ชื่อ,เบอร์โทร,แต้ม\nก,0812345670,7\n', 'ไฟล์')
    const row = (source_schema_id: string, destination_id: number, destination_type: 'system_profile') => ({
      source_schema_id,
      destination_id,
      destination_type,
    })
    const mapping = [
      row('1', 1, 'system_profile'),
      row('2', 9, 'system_profile'),
      { ...row('3', id, 'system_profile'), destination_type: 'custom_profile' as const },
    ]
    const params = { id: String(source.id) }
    const sent = { mapping, match: { keys: [9], mode: 'both' as const } }
    await store.call(dataSources.putMapping, { params, body: sent })
    const { run_id } = await store.call(importRun.dryRun, { params })
    await runOf(store, source.id, run_id)
    const begin = () => store.try(importRun.run, { params, body: { run_id } })
    expect((await begin()).body.error).toBe('pipeline_busy')
    await job.work()
    expect((await begin()).body.error).toBe('run_outdated')
    await runMapping(store, source.id, sent)
    expect((await valuesOf(store, id)).at(-1)).toBe(7)
  })

  test('it cannot be cancelled, and a failed one is restarted', async () => {
    const { id, job } = await halfConverted(['1', '2', '3'], 'Number')
    const cancelled = await store.try(jobs.cancel, { params: { id: String(job.id) } })
    expect(cancelled.body).toMatchObject({ error: 'job_unstoppable' })
    await rowsOf(store, "update job set status = 'failed' where store_id = $1")
    const request = { owner: 'profile', field: id, name: 'แต้ม', to: 'Date', drop: false, was: 'Number' }
    await (await waitingJob(store, 'field_convert', request)).work()
    expect((await fieldNow(store, id))?.converting_to).toBe('Number')
    const { body: back } = await change(store, id, { data_type: 'String' })
    expect([back.data_type, back.converting_to]).toEqual(['String', null])
    expect(await valuesOf(store, id)).toEqual(['1', '2', '3'])
  })
})

test('values of a deleted field are removed by a resumed job, and their sources with them', async () => {
  const { id } = await makeField(store)
  await insertPeopleWith(store, id, ['1', '2', '3', '4', '5'])
  await rowsOf(store, 'delete from profile_field where store_id = $1')
  const job = await waitingJob(store, 'field_delete', { owner: 'profile', field: id, name: 'แต้ม' })
  await expect(job.work(loseWorkerAt(3))).rejects.toThrow('gone')
  expect(await valuesOf(store, id)).toEqual([null, null, '3', '4', '5'])
  await job.work()
  expect(await valuesOf(store, id)).toEqual(Array(5).fill(null))
  const told = await store.call(jobs.get, { params: { id: String(job.id) } })
  expect(told).toMatchObject({ status: 'completed', total: 5, done: 5, changed: 5 })
})

describe('while the values of an activity field are being converted', () => {
  async function halfway(purpose?: 'note') {
    const { id: profile } = await madeProfile(store, { [system.firstName]: 'ก' })
    const params = { id: String(profile) }
    const made = await store.call(activities.createField, { query: {}, body: activityFieldBody })
    const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [made.id] } })
    if (purpose) {
      await rowsOf(store, 'update activity_field set purpose = $2 where store_id = $1', purpose)
      await rowsOf(store, 'update activity_type set purpose = $2 where store_id = $1', purpose)
    }
    const sent = (value: string) => ({ activity_type_id: type.id, fields: [{ id: made.id, value }] })
    for (const value of ['1', '2', '3']) await store.call(profileActivities.create, { params, body: sent(value) })
    await rowsOf(store, "update activity_field set converting_to = 'Number' where store_id = $1")
    const request = { owner: 'activity', field: made.id, name: 'แต้ม', to: 'Number', drop: true, was: null }
    const job = await waitingJob(store, 'field_convert', request)
    await expect(job.work(loseWorkerAt(3))).rejects.toThrow('gone')
    return { params, sent, job, field: made.id }
  }
  const held = async () =>
    (await rowsOf<{ fields: object }>(store, 'select fields from activity where store_id = $1 order by id')).map(
      ({ fields }) => Object.values(fields)[0],
    )

  test('an activity with one is refused, and the next worker finishes the conversion', async () => {
    const { params, sent, job, field } = await halfway()
    expect(await held()).toEqual([1, 2, '3'])
    const refused = await store.try(profileActivities.create, { params, body: sent('4') })
    expect(refused.body.details).toMatchObject({ fields: [{ field_id: field, failure: 'field_converting' }] })
    await job.work()
    expect(await held()).toEqual([1, 2, 3])
    expect((await store.try(profileActivities.create, { params, body: sent('4') })).status).toBe(200)
    expect(await held()).toEqual([1, 2, 3, 4])
  })

  test('a note is kept in a field of its own', async () => {
    const { params, job } = await halfway('note')
    await store.call(profileActivities.note, { params, body: { text: 'โทรกลับ' } })
    await job.work()
    expect(await held()).toEqual([1, 2, 3, 'โทรกลับ'])
  })
})
