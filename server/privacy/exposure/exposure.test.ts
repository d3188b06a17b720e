import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { type ExposureKind, exposures } from '@ruam/contract/privacy/exposure.ts'
import { expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { over, startedExport } from '../../testing/reports/exports.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { noticeUnusualReadingsHourly } from './unusual.ts'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

const people = async (store: TestStore, count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++)
    ids.push((await madeProfile(store, { [field.firstName]: `พลอย${n}`, [field.income]: 1000 + n })).id)
  return ids
}

const whom = (store: TestStore, kind: ExposureKind, id: number, query: { from?: string; to?: string } = {}) =>
  store.call(exposures.get, { query: { kind, id: String(id), from: ago(48), ...query } })

const counts = async (...asked: Parameters<typeof whom>) => {
  const { certain, possible } = await whom(...asked)
  return [certain.people, possible.people]
}

test('a member certainly saw the customers of recorded answers, and possibly the others alone', async () => {
  const store = await newStore()
  const ids = await people(store, 4)
  const reader = await store.member(['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'])
  expect(await counts(store, 'person', reader.userId)).toEqual([0, 4])
  await reader.call(profiles.list, { query: { limit: '2' } })
  const found = await whom(store, 'person', reader.userId)
  expect([found.certain.people, found.possible.people, found.total]).toEqual([2, 2, 2])
  expect(found.certain.fields).toMatchObject([{ id: field.income, people: 2 }])
  expect(found.ways).toEqual([{ call: titleOf(profiles.list), title: profiles.list.summary[0], people: 2 }])
  expect(found.data.every(({ profile_id }) => ids.includes(profile_id))).toBe(true)
})

test('a member without the right to customers could see none, unless the role was changed since', async () => {
  const store = await newStore()
  await people(store, 2)
  const auditor = await store.member(['cdp-core.audit-log.read'])
  expect(await counts(store, 'person', auditor.userId)).toEqual([0, 2])
  await rowsOf(store, "update role set updated_at = now() - interval '9 days' where store_id = $1")
  expect(await counts(store, 'person', auditor.userId)).toEqual([0, 0])
})

test('the customers of a file are known after it was deleted, and a merged customer counts once', async () => {
  const store = await newStore()
  const [kept, gone] = await people(store, 3)
  const columns = ['firstName', 'phone']
  const { export_id } = await startedExport(store, { type: 'profile', file_type: 'csv', columns })
  await over(store, export_id)
  expect(await counts(store, 'export', export_id)).toEqual([3, 0])
  await rowsOf(store, 'delete from export where store_id = $1')
  const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept!, gone!] } })
  await store.call(profileDuplicates.merge, { params: { id: String(pair.id) }, body: { keep: kept!, fields: [] } })
  const found = await whom(store, 'export', export_id)
  expect([found.certain.people, found.possible.people]).toEqual([2, 0])
  expect(found.certain.fields.map(({ people }) => people)).toEqual([2, 2])
  const { data } = await store.call(exposures.sources, {})
  expect(data.filter(({ kind }) => kind === 'export')).toMatchObject([{ id: export_id, name: '' }])
})

test('a file whose customers are not recorded could hold no more than its rows', async () => {
  const store = await newStore()
  await people(store, 3)
  const { export_id } = await startedExport(store, { type: 'profile', file_type: 'csv' })
  await over(store, export_id)
  await rowsOf(store, 'delete from export_people where store_id = $1')
  await rowsOf(store, 'update job set done = 2 where store_id = $1 and id = $2', export_id)
  const { certain, possible } = await whom(store, 'export', export_id)
  expect([certain.people, possible.people, possible.at_most]).toEqual([0, 2, 2])
})

test('sessions of the SQL account are possible readings of customers who were not restricted', async () => {
  const store = await newStore()
  const [restricted] = await people(store, 3)
  await rowsOf(
    store,
    "update profile set restricted_at = now() - interval '9 days' where store_id = $1 and id = $2",
    restricted,
  )
  expect(await counts(store, 'sql', 1)).toEqual([0, 0])
  await rowsOf(
    store,
    `insert into sql_session (store_id, role_name, pid, began_at, seen_at, field_ids)
     values ($1, 'ruam_sql_2_abcdefghij', 2, now() - interval '1 minute', now(), '{}')`,
  )
  expect(await counts(store, 'sql', 1)).toEqual([0, 2])
})

test('a period of days begins and ends with the days of the store', async () => {
  const store = await newStore()
  const day = (instant: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' }).format(instant)
  const [from, to] = [day(Date.now() - 48 * HOUR_MS), day(Date.now() - 24 * HOUR_MS)]
  const found = await whom(store, 'person', store.userId, { from, to })
  const begins = Date.parse(`${from}T00:00:00+07:00`)
  expect([Date.parse(found.from), Date.parse(found.to)]).toEqual([begins, begins + 48 * HOUR_MS])
})

test('a period that ends before it begins, or began before the records, is refused', async () => {
  const store = await newStore()
  for (const query of [{ from: ago(1), to: ago(2) }, { from: ago(24 * 800) }]) {
    const { body } = await store.try(exposures.get, { query: { kind: 'person', id: String(store.userId), ...query } })
    expect(body).toMatchObject({ error: 'exposure_window' })
  }
})

test('a member who is shown ten times the usual number of values gives one notice for the hour', async () => {
  const store = await newStore()
  const core = await coreOf(store)
  const read = (hours: number, count: number) =>
    rowsOf(
      store,
      `insert into sensitive_read (store_id, at, viewer, way, field_ids, profile_ids)
       select $1, now() - make_interval(hours => $2), $3, 'GET /profile', $4, array(select generate_series(1, $5)::bigint)`,
      ...[hours, `person:${store.userId}`, [field.income], count],
    )
  const notices = async () => {
    for (let again = 0; again < 2; again++) await noticeUnusualReadingsHourly(core).work(new AbortController().signal)
    return rowsOf<{ ending: string; shown: string }>(
      store,
      "select ending, data ->> 'shown' as shown from notification where store_id = $1 and kind = 'unusual_reading' order by id",
    )
  }
  await rowsOf(
    store,
    `insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, field_ids, reads)
     select $1, p, date_trunc('hour', now(), 'UTC') - make_interval(days => d), $2, 'GET /profile', $3, 1
     from generate_series(1, 6) p, generate_series(2, 8) d`,
    ...[`person:${store.userId}`, [field.income]],
  )
  await read(0, 59)
  expect(await notices()).toEqual([])
  await read(0, 60)
  expect(await notices()).toEqual([{ ending: 'failed', shown: '60' }])
})
