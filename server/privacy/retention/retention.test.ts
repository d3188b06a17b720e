import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { privacyRetention } from '@ruam/contract/privacy/retention.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { retain } from './clock.ts'
import { hideExpired } from './rounds.ts'

const byId = (id: number) => ({ params: { id: String(id) } })
const save = (store: TestStore, months: number | null, kind: 'activity' | 'note' | 'message' = 'note') =>
  store.call(privacyRetention.save, { body: { kind, months } })
const state = async (store: TestStore) => store.call(privacyRetention.get)
const purge = async (store: TestStore) => retain(await coreOf(store), store.storeId)

/** A note that was written so long ago, and to the store so long ago. */
async function oldNote(store: TestStore, profile: number, at: string, written = "now() - interval '200 days'") {
  const note = await store.call(profileActivities.note, { ...byId(profile), body: { text: 'ชอบกาแฟดำ' } })
  await rowsOf(
    store,
    `update activity set activity_at = ${at}, created_at = ${written} where store_id = $1 and id = $2`,
    note.id,
  )
  return note.id
}

const notes = (store: TestStore) =>
  rowsOf<{ id: number; row: unknown }>(
    store,
    'select id, to_jsonb(a) as row from activity a where store_id = $1 order by id',
  )

const customer = async (store: TestStore) => (await madeProfile(store, { [field.firstName]: 'มะลิ' })).id

test('nothing is hidden until a period is set, and then only what is over', async () => {
  const store = await newStore()
  const profile = await customer(store)
  const old = await oldNote(store, profile, "now() - interval '4 months'")
  const young = await oldNote(store, profile, "now() - interval '80 days'")
  await purge(store)
  expect(await notes(store)).toHaveLength(2)
  await save(store, 3)
  await purge(store)
  expect((await notes(store)).map(({ id }) => id)).toEqual([young])
  const { rounds } = await state(store)
  expect(rounds).toMatchObject([{ kind: 'note', rows: 1, state: 'hidden', put_back: 0 }])
  expect(await rowsOf(store, 'select activity_id from retention_row where store_id = $1')).toEqual([
    { activity_id: old },
  ])
  await purge(store)
  expect((await state(store)).rounds).toHaveLength(1)
})

test('a period ends at midnight of the store, on its calendar', async () => {
  const store = await newStore()
  const profile = await customer(store)
  for (const zone of ['Asia/Bangkok', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await rowsOf(store, `update store set time_zone = '${zone}' where store_id = $1`)
    const midnight = `((date_trunc('day', now() at time zone '${zone}') - interval '3 months') at time zone '${zone}')`
    const gone = await oldNote(store, profile, `${midnight} - interval '1 microsecond'`)
    const stays = await oldNote(store, profile, midnight)
    await save(store, null)
    await save(store, 3)
    await purge(store)
    expect(
      (await notes(store)).map(({ id }) => id),
      zone,
    ).toEqual([stays])
    expect(gone).toBeLessThan(stays)
    await rowsOf(store, 'delete from activity where store_id = $1')
  }
})

test('rows that were put back are as they were, and their period is off', async () => {
  const store = await newStore()
  const profile = await customer(store)
  for (let nth = 0; nth < 3; nth++) await oldNote(store, profile, `now() - interval '${4 + nth} months'`)
  const before = await notes(store)
  await save(store, 3)
  await purge(store)
  expect(await notes(store)).toEqual([])
  const [round] = (await state(store)).rounds
  const { rules } = await store.call(privacyRetention.putBack, byId(round!.id))
  expect(rules.find(({ kind }) => kind === 'note')?.months).toBeNull()
  await purge(store)
  expect(await notes(store)).toEqual(before)
  expect((await state(store)).rounds).toMatchObject([{ state: 'back', put_back: 3 }])
  expect(await rowsOf(store, 'select from change where store_id = $1')).toEqual([])
  const again = await store.try(privacyRetention.putBack, byId(round!.id))
  expect(again.body).toMatchObject({ error: 'retention_gone' })
})

test('hidden rows are deleted after seven days, and cannot be put back then', async () => {
  const store = await newStore()
  await oldNote(store, await customer(store), "now() - interval '4 months'")
  await save(store, 3)
  await purge(store)
  const age = (days: number) =>
    rowsOf(store, `update retention_round set started_at = now() - make_interval(days => $2) where store_id = $1`, days)
  const hidden = () => rowsOf(store, 'select from retention_row where store_id = $1')
  await age(6)
  await purge(store)
  expect(await hidden()).toHaveLength(1)
  await age(7)
  await purge(store)
  expect(await hidden()).toHaveLength(0)
  const [round] = (await state(store)).rounds
  expect(round).toMatchObject({ rows: 1, state: 'gone' })
  expect((await store.try(privacyRetention.putBack, byId(round!.id))).body).toMatchObject({ error: 'retention_gone' })
})

test('rows wait while an undo can reach them, and while staff pinned them or follow them up', async () => {
  const store = await newStore()
  const profile = await customer(store)
  const old = "now() - interval '4 months'"
  await oldNote(store, profile, old, "now() - interval '31 days'")
  const pinned = await oldNote(store, profile, old)
  await rowsOf(store, 'update activity set pinned_at = now() where store_id = $1 and id = $2', pinned)
  const followed = await oldNote(store, profile, old)
  await rowsOf(store, 'update activity set follow_on = current_date where store_id = $1 and id = $2', followed)
  const merged = await customer(store)
  const { id: kept } = await madeProfile(store, { [field.firstName]: 'ชบา' })
  await oldNote(store, merged, old)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, merged] } })
  await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: kept, fields: [] } })
  const query = { kind: 'note' as const, months: '3' }
  expect(await store.call(privacyRetention.preview, { query })).toMatchObject({ rows: 0, waiting: 4, examples: [] })
  await save(store, 3)
  await purge(store)
  expect(await notes(store)).toHaveLength(4)
})

test('an erasure takes hidden rows at once, and a merge brings them to the profile that stays', async () => {
  const store = await newStore()
  const erased = await customer(store)
  const gone = await customer(store)
  const { id: kept } = await madeProfile(store, { [field.firstName]: 'ชบา' })
  for (const profile of [erased, gone]) await oldNote(store, profile, "now() - interval '4 months'")
  const query = { kind: 'note' as const, months: '3' }
  const { examples, rows } = await store.call(privacyRetention.preview, { query })
  expect({ rows, who: examples.map(({ profile_id }) => profile_id).toSorted() }).toEqual({
    rows: 2,
    who: [erased, gone].toSorted(),
  })
  await save(store, 3)
  await purge(store)
  await store.call(profileErasure.erase, { ...byId(erased), body: { confirm: true } })
  await expect
    .poll(() => rowsOf(store, 'select from retention_row where store_id = $1 and profile_id = $2', erased), {
      timeout: 20_000,
    })
    .toHaveLength(0)
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, gone] } })
  await store.call(profileDuplicates.merge, { ...byId(pair.id), body: { keep: kept, fields: [] } })
  const [round] = (await state(store)).rounds
  await store.call(privacyRetention.putBack, byId(round!.id))
  await purge(store)
  expect(await rowsOf(store, 'select profile_id from activity where store_id = $1')).toEqual([{ profile_id: kept }])
  expect((await state(store)).rounds).toMatchObject([{ rows: 2, put_back: 1 }])
})

test('a period outside of its bounds is refused, and one that is shortened or ended meanwhile is heeded', async () => {
  const store = await newStore()
  const { status, body } = await store.try(privacyRetention.save, { body: { kind: 'activity', months: 12 } })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'retention_bounds' } })
  await oldNote(store, await customer(store), "now() - interval '4 months'")
  await save(store, 5)
  await purge(store)
  expect(await notes(store)).toHaveLength(1)
  await save(store, null)
  await hideExpired(await coreOf(store), store.storeId, 'note', 1)
  expect(await notes(store)).toHaveLength(1)
  await save(store, 3)
  await purge(store)
  expect(await notes(store)).toHaveLength(0)
})
