import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { waitingFile } from '../../testing/things/watches.ts'
import {
  arrive,
  fileIs,
  filesOfWatch,
  look,
  newWatch,
  otherColumns,
  salesFile,
  takeFiles,
  watched,
  wideTerms,
} from '../../testing/watches.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const at = (id: number) => ({ params: { id: String(id) } })
const atFile = (id: number, file: number) => ({ params: { id: String(id), file_id: String(file) } })

/** A file that waits because it has more rows than agreed. */
async function tooLong() {
  const { watch } = await watched(store, { terms: { ...wideTerms, rows: { from: 1, to: 5 } } })
  await arrive(store, 'a.csv', salesFile(10, 9))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  return { id: watch.id, file: file.id }
}

const clerkOf = (of: TestStore) =>
  of.member(['cdp-core.datasource.read', 'cdp-core.datasource.edit', 'cdp-core.datasource.execute'])

test('a file is read by its id, in its watch and its store alone', async () => {
  const { id: watchId, file_id } = await waitingFile(store)
  const [id, file] = [Number(watchId), Number(file_id)]
  expect(await store.call(watches.file, atFile(id, file))).toMatchObject({
    id: file,
    name: 'pos.csv',
    status: 'waiting',
  })
  const other = await newWatch(store, (await store.call(watches.get, at(id))).data_source.id)
  expect((await store.try(watches.file, atFile(other.id, file))).status).toBe(404)
  expect((await (await newStore()).try(watches.file, atFile(id, file))).status).toBe(404)
})

test('a waiting file is downloaded as it came, but not without the right to see what it holds', async () => {
  const { id, file } = await tooLong()
  const clerk = await clerkOf(store)
  expect(await (await clerk.call(watches.downloadFile, atFile(id, file))).text()).toBe(salesFile(10, 9))
  await arrive(store, 'b.csv', 'ชื่อ,เบอร์โทร,เลขบัตร\nญาดา,0812345670,1112034563562\n')
  await takeFiles(store, id)
  const unread = (await filesOfWatch(store, id))[1]!
  expect((await clerk.try(watches.downloadFile, atFile(id, unread.id))).body).toMatchObject({ error: 'forbidden' })
  expect((await store.try(watches.downloadFile, atFile(id, unread.id))).status).toBe(200)
})

test('terms are changed together with the decision, and stay if it fails', async () => {
  const { id, file } = await tooLong()
  const { updated_at: origin_time } = await store.call(watches.get, at(id))
  const terms = { ...wideTerms, rows: { from: 1, to: 20 } }
  const limit = async () => (await store.call(watches.get, at(id))).terms!.rows.to
  type Body = Sent<typeof watches.decide>['body']
  const decide = (body: Partial<Body>, who: Pick<Member, 'try'> = store) =>
    who.try(watches.decide, { ...atFile(id, file), body: { decision: 'import', ...body } })

  const executes = await store.member(['cdp-core.datasource.read', 'cdp-core.datasource.execute'])
  expect((await decide({ terms, origin_time }, executes)).body).toMatchObject({ error: 'forbidden' })
  expect((await decide({ terms })).status).toBe(400)
  expect((await decide({ decision: 'discard', terms, origin_time })).status).toBe(400)
  expect((await decide({ terms, origin_time: new Date(0).toISOString() })).body).toMatchObject({ error: 'stale_edit' })
  const { admin } = await testServer()
  const ask = 'update watch_file set questions = $3 where store_id = $1 and id = $2'
  await admin.query(ask, [store.storeId, file, ['withdrawals']])
  expect((await decide({ terms, origin_time })).body).toMatchObject({ error: 'withdrawals_unconfirmed' })
  await admin.query(ask, [store.storeId, file, []])
  expect(await limit()).toBe(5)

  expect((await decide({ terms, origin_time })).status).toBe(200)
  expect(await limit()).toBe(20)
  await look(store, id)
  await fileIs(store, id, 0, 'imported')
})

test('a file whose column holds what a member may not see is not imported on their decision', async () => {
  const { source, watch } = await watched(store)
  await arrive(store, 'a.csv', 'ชื่อ,เบอร์โทร\n1112034563562,0812345670\n9517812865702,0812345671\n')
  await takeFiles(store, watch.id)
  const { id } = await fileIs(store, watch.id, 0, 'waiting')
  // The data source has the file of another watch by then.
  const other = await newWatch(store, source, { place: { kind: 'folder', path: 'sub' } })
  await arrive(store, 'sub/b.csv', salesFile(10, 2))
  await takeFiles(store, other.id)
  await fileIs(store, other.id, 0, 'waiting')
  const clerk = await clerkOf(store)
  const body = { decision: 'import' as const }
  expect((await clerk.try(watches.decide, { ...atFile(watch.id, id), body })).body).toMatchObject({
    error: 'column_sensitive',
  })
  expect((await store.try(watches.decide, { ...atFile(watch.id, id), body })).status).toBe(200)
})

test('values that were measured before their field was made sensitive are shown no more', async () => {
  const field = await store.call(profileFields.create, { body: { display_name: 'กลุ่มเสี่ยง', data_type: 'String' } })
  const content = (from: number) =>
    ['เบอร์โทร,กลุ่มเสี่ยง', ...Array.from({ length: 40 }, (_, n) => `08112${from + n},${n % 2 ? 'ก' : 'ข'}`)].join('\n')
  const { id: source } = await createDataSource(store, content(10_000), 'กลุ่ม')
  const mapping = [
    { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: field.id, destination_type: 'custom_profile' as const },
  ]
  const body = { mapping, match: { keys: [9], mode: 'both' as const } }
  await store.call(dataSources.putMapping, { ...at(source), body })
  const watch = await newWatch(store, source)
  await arrive(store, 'a.csv', content(20_000))
  await takeFiles(store, watch.id)
  const { id } = await fileIs(store, watch.id, 0, 'waiting')
  const values = async () => (await store.call(watches.file, atFile(watch.id, id))).figures!.values.length
  expect(await values()).toBe(2)
  const change = { sensitive: true, origin_time: field.updated_at! }
  await store.call(profileFields.update, { params: { id: String(field.id) }, body: change })
  expect(await values()).toBe(0)
  expect((await store.call(watches.get, at(watch.id))).latest[0]!.figures!.values).toEqual([])
})

test('weekdays without a file in five weeks are proposed as closed', async () => {
  const { watch } = await watched(store)
  const proposed = async () => (await store.call(watches.get, at(watch.id))).proposed_closed_days
  expect(await proposed()).toEqual([])
  const { admin } = await testServer()
  const days = (from: number) =>
    admin.query(
      `insert into watch_file (store_id, watch_id, data_source_id, name, size, stamp, status, arrived_at)
       select w.store_id, w.id, w.data_source_id, 'pos.csv', 10, n::text, 'skipped', now() - make_interval(days => n)
       from watch w, generate_series($3::int, $3::int + 20) n where w.store_id = $1 and w.id = $2
         and extract(isodow from (now() - make_interval(days => n)) at time zone 'Asia/Bangkok') not in (2, 7)`,
      [store.storeId, watch.id, from],
    )
  await days(0)
  expect(await proposed()).toEqual([])
  await days(21)
  expect(await proposed()).toEqual([2, 7])
})

test('looks of a day go on after its first file, for those that follow', async () => {
  const { watch } = await watched(store, { schedule: { looks: { after_hour: 0 } } })
  const { admin } = await testServer()
  // About noon in the store.
  const ahead = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
  await admin.query('update store set time_zone = $2 where store_id = $1', [store.storeId, zone])
  const minutes = async () => {
    const { rows } = await admin.query<{ n: number }>(
      'select round(extract(epoch from next_look_at - now()) / 60)::int as n from watch where store_id = $1 and id = $2',
      [store.storeId, watch.id],
    )
    return rows[0]!.n
  }
  await arrive(store, 'a.csv', otherColumns)
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'waiting')
  await look(store, watch.id)
  expect(await minutes()).toBe(10)
  const earlier = "update watch_file set arrived_at = arrived_at - interval '61 minutes' where store_id = $1"
  await admin.query(earlier, [store.storeId])
  await look(store, watch.id)
  expect(await minutes()).toBe(60)
})
