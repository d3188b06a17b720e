import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { actsOf, runsOf, setStatus, startedAutomation, worked } from '../../testing/automations/work.testing.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { acquireLease, endLease, LostLease, withLease } from './lease.ts'

let store: TestStore

beforeAll(async () => {
  store = await newStore()
})

const note = { id: 1, kind: 'note', text: 'โทรหา', follow_up_days: null } as const
const wait = { id: 2, kind: 'wait', length: { n: 3, unit: 'day' }, until: null } as const
const after = { ...note, id: 3 } as const

let serial = 0
/** An automation with a wait of three days, and a function that lets a new customer enter it. */
async function waiting() {
  const name = `รอ${'กขคงจฉชซฌญฎฏ'[serial++]}`
  const rule = { kind: 'profile', field_id: field.firstName, operator: 'eq', value: name } as const
  const { id: segment_id } = await segment(store, rule)
  await settled(store)
  const id = await startedAutomation(store, {
    trigger: { kind: 'segment_entered', segment_id },
    steps: [note, wait, after],
  })
  const enter = async () => {
    const profile = await madeProfile(store, { [field.firstName]: name })
    await worked(store)
    return profile
  }
  return { id, enter }
}

/** Makes the waits of an automation end. */
const waited = (id: number, ago = '1 second') =>
  rowsOf(
    store,
    'update automation_run set due_at = clock_timestamp() - $3::interval where store_id = $1 and automation_id = $2 and step = 2',
    id,
    ago,
  )

const byId = (id: number) => ({ params: { id: String(id) } })
const entered = ['entered change', 'note done']
const complete = [...entered, 'wait done', 'note done', 'ended done']

test('a run waits, and goes on when its time has come', async () => {
  const { id, enter } = await waiting()
  await enter()
  await worked(store)
  expect(await actsOf(store, id)).toEqual(entered)
  await waited(id)
  await worked(store)
  expect(await actsOf(store, id)).toEqual(complete)
})

test('a pause keeps the runs, whose steps are done after it', async () => {
  const { id, enter } = await waiting()
  await enter()
  await setStatus(store, id, 'paused')
  await waited(id)
  const other = await waiting()
  await worked(store)
  expect(await runsOf(store, id)).toMatchObject([{ step: 2, waits_for: 'paused' }])
  await setStatus(store, other.id, 'paused')
  await setStatus(store, id, 'active')
  await worked(store)
  expect(await actsOf(store, id)).toEqual(complete)
})

test('a restriction keeps a run, which goes on once it is lifted', async () => {
  const { id, enter } = await waiting()
  const profile = await enter()
  await waited(id)
  await restrict(profile.id, 'now()')
  await worked(store)
  expect(await runsOf(store, id)).toMatchObject([{ step: 2, waits_for: 'restricted' }])
  await restrict(profile.id, 'null')
  await worked(store)
  expect(await actsOf(store, id)).toEqual(complete)
})

async function restrict(id: number, at: 'now()' | 'null') {
  const { pool } = await coreOf(store)
  await inStore(pool, store.storeId, (db) =>
    db
      .updateTable('profile')
      .set({ restricted_at: sql<string | null>`${sql.raw(at)}` })
      .where('store_id', '=', store.storeId)
      .where('id', '=', id)
      .execute(),
  )
}

test('a deleted customer leaves', async () => {
  const { id, enter } = await waiting()
  const profile = await enter()
  await store.call(profiles.delete, byId(profile.id))
  await worked(store)
  expect(await actsOf(store, id)).toEqual([...entered, 'ended deleted'])
})

describe('of merged customers', () => {
  const merge = (ids: number[], kept: number) =>
    store.call(profileDuplicates.mergeChosen, { body: { profile_ids: ids, keep: kept, fields: [] } })

  test('the run goes on with the profile that stays', async () => {
    const { id, enter } = await waiting()
    const gone = await enter()
    const kept = await madeProfile(store, { [field.firstName]: 'คงอยู่' })
    await merge([gone.id, kept.id], kept.id)
    await worked(store)
    await waited(id)
    await worked(store)
    expect(await actsOf(store, id)).toEqual(complete)
    expect((await runsOf(store, id)).map(({ profile_id }) => profile_id)).toEqual([kept.id])
  })

  test('the further of two runs goes on', async () => {
    const { id, enter } = await waiting()
    const [kept, gone] = [await enter(), await enter()]
    await rowsOf(
      store,
      'update automation_run set step = 3 where store_id = $1 and automation_id = $2 and profile_id = $3',
      id,
      gone.id,
    )
    await merge([gone.id, kept.id], kept.id)
    await worked(store)
    expect(await runsOf(store, id)).toMatchObject([
      { profile_id: kept.id, end_reason: 'merged' },
      { profile_id: kept.id, end_reason: null, step: 3 },
    ])
  })
})

describe('a date', () => {
  const trigger = (time: string) =>
    ({ kind: 'date', field_id: field.birthDate, offset_days: 0, time, yearly: true }) as const
  const born = () =>
    new Date()
      .toISOString()
      .slice(0, 10)
      .replace(/^\d{4}/, '1990')
  const setBack = (id: number, hours: number) =>
    rowsOf(
      store,
      `update automation set dates_done_to = clock_timestamp() - make_interval(hours => $3), looks_at = null
       where store_id = $1 and id = $2`,
      id,
      hours,
    )

  test('lets its customers enter once, also if the clock is set back', async () => {
    await rowsOf(store, "update store set time_zone = 'UTC' where store_id = $1")
    await madeProfile(store, { [field.birthDate]: born() })
    const id = await startedAutomation(store, { trigger: trigger('00:00'), steps: [note] })
    await worked(store)
    expect(await actsOf(store, id)).toEqual([])
    const [{ far } = { far: null }] = await rowsOf<{ far: boolean }>(
      store,
      "select looks_at > clock_timestamp() and looks_at < clock_timestamp() + interval '25 hours' as far from automation where store_id = $1 and id = $2",
      id,
    )
    expect(far).toBe(true)
    await setBack(id, 24)
    await worked(store)
    expect(await actsOf(store, id)).toEqual(['entered date', 'note done', 'ended done'])
    await setBack(id, 24)
    await worked(store)
    expect(await actsOf(store, id)).toEqual(['entered date', 'note done', 'ended done'])
  })
})

describe('the lease', () => {
  test('has one holder, and what a former one does is not committed', async () => {
    const { pool } = await coreOf(store)
    const { storeId } = store
    const first = (await acquireLease(pool, storeId, crypto.randomUUID()))!
    expect(await acquireLease(pool, storeId, crypto.randomUUID())).toBeUndefined()
    await rowsOf(
      store,
      "update automation_engine set until = clock_timestamp() - interval '1 second' where store_id = $1",
    )
    const second = (await acquireLease(pool, storeId, crypto.randomUUID()))!
    expect(second.fence).toBeGreaterThan(first.fence)
    await expect(withLease(pool, first, async () => {})).rejects.toBeInstanceOf(LostLease)
    await endLease(pool, first)
    expect(await acquireLease(pool, storeId, crypto.randomUUID())).toBeUndefined()
    await endLease(pool, second)
  })
})

test('a store where nothing has happened since its automation began is not looked at again', async () => {
  const fresh = await newStore()
  const birthday = { kind: 'date', field_id: field.birthDate, offset_days: 0, time: '09:00', yearly: true } as const
  await startedAutomation(fresh, { trigger: birthday, steps: [note] })
  const { pool } = await coreOf(fresh)
  const isDue = async () => {
    await worked(fresh)
    const { rows } = await pool.query<{ store_id: number }>('select auth.automations_to_work() as store_id')
    return rows.some(({ store_id }) => store_id === fresh.storeId)
  }
  await expect.poll(isDue, { timeout: 20_000 }).toBe(false)
})
