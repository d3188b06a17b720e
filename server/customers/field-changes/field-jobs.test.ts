import { activities } from '@ruam/contract/customers/activities.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  activityFieldBody,
  change,
  fieldNow,
  insertPeopleWith,
  keysOf,
  makeField,
  matchBy,
  numbers,
  overOf,
  remove,
  startedConversion,
  valuesOf,
} from '../../testing/customers/field-jobs.testing.ts'
import { madeProfile, rowsOf, field as system } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

/** More rows than a request processes. */
const MANY = 11_000

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

describe('more than a few thousand values of a field', () => {
  test('are converted by a job, and the field keeps its type until they are', async () => {
    const { id } = await makeField(store)
    await insertPeopleWith(store, id, numbers(MANY))
    await matchBy(store, id)
    const { status, body: answered } = await change(store, id, { data_type: 'Number' })
    expect([status, answered.data_type, answered.converting_to]).toEqual([200, 'String', 'Number'])
    const job = await overOf(store, answered)
    expect(job).toMatchObject({ kind: 'field_convert', status: 'completed', total: MANY, done: MANY, changed: MANY })
    expect(job.title).toContain('แต้ม')
    expect(await fieldNow(store, id)).toMatchObject({ data_type: 'Number', converting_to: null })
    expect(await valuesOf(store, id)).toEqual(Array.from({ length: MANY }, (_, n) => n * 1000))
    expect(await keysOf(store, id)).toHaveLength(MANY)
    expect((await keysOf(store, id)).filter(({ value }) => value.includes(','))).toEqual([])
  })

  test('stay unchanged if one would be lost without confirmation, and the job reports it', {
    tags: ['verify'],
  }, async () => {
    const { id } = await makeField(store)
    await insertPeopleWith(store, id, [...numbers(MANY), 'สิบ'])
    const job = await overOf(store, (await change(store, id, { data_type: 'Number' })).body)
    expect([job.status, job.error?.error, job.done]).toEqual(['failed', 'field_values_not_convertible', 0])
    expect(await fieldNow(store, id)).toMatchObject({ data_type: 'String', converting_to: null })
    expect((await valuesOf(store, id)).at(-1)).toBe('สิบ')
    const { body: again } = await change(store, id, { data_type: 'Number', drop: true })
    expect(await overOf(store, again)).toMatchObject({ status: 'completed', changed: MANY, skipped: 1 })
    expect((await valuesOf(store, id)).at(-1)).toBeNull()
  })

  test('are hidden once the field is deleted, its names are free, and a job deletes them', {
    tags: ['verify'],
  }, async () => {
    const { id } = await makeField(store)
    await insertPeopleWith(store, id, numbers(MANY))
    await matchBy(store, id)
    const answered = await remove(store, id)
    const again = await makeField(store)
    const { data } = await store.call(profiles.list, { query: {} })
    expect(data.flatMap(({ fields }) => fields.map((one) => one.id))).not.toContain(id)
    const job = await overOf(store, answered)
    expect(job).toMatchObject({ kind: 'field_delete', status: 'completed', total: MANY, done: MANY, changed: MANY })
    expect(job.title).toContain('แต้ม')
    expect((await valuesOf(store, id)).filter((value) => value !== null)).toEqual([])
    expect(await keysOf(store, id)).toEqual([])
    expect(await rowsOf(store, "select from profile where store_id = $1 and sources <> '{}'")).toEqual([])
    expect(again.id).not.toBe(id)
  })

  test('are processed by the job named in the response, whatever else starts meanwhile', {
    tags: ['verify'],
  }, async () => {
    const { id } = await makeField(store)
    await insertPeopleWith(store, id, numbers(MANY))
    const { body: changed } = await change(store, id, { data_type: 'Number' })
    const other = await store.call(profileDuplicates.scan)
    expect((await startedConversion(store)).sort()).toEqual([changed.job_id, other.job_id].sort())
    const converted = await overOf(store, changed)
    expect([converted.kind, converted.status]).toEqual(['field_convert', 'completed'])
    await overOf(store, other)
    const deleted = await overOf(store, await remove(store, id))
    expect([deleted.kind, deleted.status]).toEqual(['field_delete', 'completed'])
  })

  test('values of activities too are converted and deleted by the jobs of the responses', {
    tags: ['verify'],
  }, async () => {
    const { id: profile } = await madeProfile(store, { [system.firstName]: 'ก' })
    const { id, updated_at } = await store.call(activities.createField, { query: {}, body: activityFieldBody })
    const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [id] } })
    await rowsOf(
      store,
      `insert into activity (store_id, profile_id, type_id, activity_at, fields)
        select $1, $2, $3, now(), jsonb_build_object($4::text, n::text) from generate_series(1, ${MANY}) n`,
      profile,
      type.id,
      String(id),
    )
    const params = { id: String(id) }
    const sent = { data_type: 'Number' as const, origin_time: updated_at! }
    const converted = await overOf(store, await store.call(activities.updateField, { params, body: sent }))
    expect(converted).toMatchObject({ kind: 'field_convert', status: 'completed', changed: MANY })
    const deleted = await overOf(
      store,
      await store.call(activities.deleteField, { params, query: { confirm: 'true' } }),
    )
    expect(deleted).toMatchObject({ kind: 'field_delete', status: 'completed', changed: MANY })
  })
})

test('no job is started or returned for few values, or without a conversion', async () => {
  const { id } = await makeField(store)
  await insertPeopleWith(store, id, ['1', '2', '3'])
  const changes = [
    await change(store, id, { display_name: 'แต้มสะสม' }),
    await change(store, id, { data_type: 'Number' }),
  ]
  expect(changes.map(({ status, body: { job_id } }) => [status, job_id])).toEqual(Array(2).fill([200, null]))
  expect(await valuesOf(store, id)).toEqual([1, 2, 3])
  expect(await remove(store, id)).toEqual({ job_id: null })
  expect(await startedConversion(store)).toEqual([])
})
