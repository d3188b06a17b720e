import { appendFile, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { runOf } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { mappedSource, phoneMapping } from '../../testing/things/data-sources.ts'
import { until } from '../../testing/until.testing.ts'
import {
  arrive,
  decideOn,
  fileIs,
  filesOfWatch,
  look,
  newWatch,
  otherColumns,
  salesFile,
  standStill,
  storeFolder,
  takeFiles,
  watched,
  wideTerms,
} from '../../testing/watches.testing.ts'
import { stepWatch } from '../files/step.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

/** Terms that only care for the number of rows. */
const fewRows = { ...wideTerms, rows: { from: 1, to: 5 } }

const at = (id: number) => ({ params: { id: String(id) } })
const tryToImport = (id: number, file: number) =>
  store.try(watches.decide, { params: { id: String(id), file_id: String(file) }, body: { decision: 'import' } })
const statuses = async (id: number) => (await filesOfWatch(store, id)).map(({ status }) => status)
const customers = async () => (await store.call(profiles.list, { query: {} })).total
const filesIn = async (folder: string) => (await readdir(join(await storeFolder(store), folder))).toSorted()
const noticeKinds = async () =>
  (await store.call(notifications.list, { query: {} })).data
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('watch'))

test('a file without terms waits after its dry run, and is imported once a member decides so', async () => {
  const { watch } = await watched(store)
  await arrive(store, 'pos-25.csv', salesFile(10, 4))
  await takeFiles(store, watch.id)
  const waiting = await fileIs(store, watch.id, 0, 'waiting')
  expect(waiting).toMatchObject({
    name: 'pos-25.csv',
    questions: ['no_terms'],
    broken: [],
    figures: { rows: 4, added: 4 },
  })
  expect(await customers()).toBe(0)
  expect(await noticeKinds()).toEqual(['watch_waits'])
  await look(store, watch.id)
  expect(await filesIn('waiting')).toEqual(['pos-25.csv'])

  const decisions = await Promise.all([1, 2].map(() => tryToImport(watch.id, waiting.id)))
  expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await look(store, watch.id)
  const imported = await fileIs(store, watch.id, 0, 'imported')
  expect(imported.decision).toMatchObject({ decision: 'import', by: { id: store.userId } })
  expect(await customers()).toBe(4)
  await look(store, watch.id)
  expect([await filesIn('waiting'), await filesIn('done')]).toEqual([[], ['pos-25.csv']])
})

test('a file inside its terms is imported by itself in any order of its columns, and its content once until that is undone', async () => {
  const { source, watch } = await watched(store, { terms: fewRows })
  const content = 'เบอร์โทร,ชื่อ\n0810009999,ก้อย\n0810008888,ก้าน'
  await arrive(store, 'pos.csv', content)
  await takeFiles(store, watch.id)
  const { run_id, ...file } = await fileIs(store, watch.id, 0, 'imported')
  expect(file).toMatchObject({ broken: [], questions: [], decision: null })
  expect(await customers()).toBe(2)
  await look(store, watch.id)
  await arrive(store, 'again.csv', content)
  await arrive(store, 'pos.csv', Buffer.from('%PDF-1.4'))
  await takeFiles(store, watch.id)
  const [, again, other] = await filesOfWatch(store, watch.id)
  expect([again?.status, other?.status, other?.error?.error]).toEqual(['skipped', 'failed', 'pdf_file'])
  expect(await filesIn('done')).toEqual(['again.csv', 'pos (2).csv', 'pos.csv'])

  await undone(store, source, run_id!)
  await arrive(store, 'undone.csv', content)
  await takeFiles(store, watch.id)
  expect((await fileIs(store, watch.id, 3, 'waiting')).questions).toEqual(['sent_again'])
})

test('a file outside its terms waits with what broke, files behind it queue, and a discarded content is asked about', async () => {
  const { watch } = await watched(store, { terms: fewRows })
  await arrive(store, 'a.csv', salesFile(10, 9), new Date(Date.now() - 60_000))
  await arrive(store, 'b.csv', otherColumns)
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  expect(file.broken.map(({ term }) => term)).toEqual(['rows'])
  expect(await statuses(watch.id)).toEqual(['waiting', 'arrived'])
  expect((await store.call(watches.list)).data[0]).toMatchObject({ waiting: 2 })
  await decideOn(store, watch.id, file.id, 'discard')
  await look(store, watch.id)
  const lacking = await fileIs(store, watch.id, 1, 'waiting')
  expect(lacking.error).toMatchObject({ error: 'watch_columns_missing' })
  expect(lacking.error?.message).toContain('เบอร์โทร')
  await decideOn(store, watch.id, lacking.id, 'discard')
  await look(store, watch.id)
  await arrive(store, 'a.csv', salesFile(10, 9))
  await takeFiles(store, watch.id)
  expect((await fileIs(store, watch.id, 2, 'waiting')).questions).toEqual(['sent_again'])
})

test('a file that grows is taken only once it has stood still for a minute', async () => {
  const { watch } = await watched(store)
  const path = await arrive(store, 'pos.csv', otherColumns)
  await look(store, watch.id)
  await standStill(store, watch.id)
  const added = '\nก้อย,0810009999'
  await appendFile(path, added)
  await look(store, watch.id)
  expect(await statuses(watch.id)).toEqual([])
  await standStill(store, watch.id)
  await look(store, watch.id)
  expect((await filesOfWatch(store, watch.id))[0]!.size).toBe(Buffer.byteLength(otherColumns + added))
})

test('links, folders above and the folder of another store are not read', async () => {
  const { source, watch } = await watched(store)
  const other = await newStore()
  const secret = await arrive(other, 'secret.csv', salesFile(500, 2))
  const own = await storeFolder(store)
  await symlink(secret, join(own, 'link.csv'))
  await symlink(await storeFolder(other), join(own, 'folder'))
  await takeFiles(store, watch.id)
  expect(await filesOfWatch(store, watch.id)).toEqual([])
  const place = (path: string) => ({ kind: 'folder' as const, path })
  const linked = await store.try(watches.test, { body: { place: place('folder'), pattern: '*' } })
  expect(linked.body).toMatchObject({ error: 'watch_place_missing' })
  for (const path of ['..', `../${other.storeId}`, 'a/../..', '/', '/etc', 'a\\b', 'a/.'])
    expect((await store.try(watches.test, { body: { place: place(path), pattern: '*' } })).status).toBe(400)
  const missing = await newWatch(store, source, { place: place('none') })
  await look(store, missing.id)
  const failing = (await store.call(watches.get, at(missing.id))).error
  expect(failing).toMatchObject({ error: 'watch_place_missing' })
  expect(await noticeKinds()).toEqual(['watch_failing'])
})

test('a trial lists what matches, and takes nothing', async () => {
  await arrive(store, 'pos/a.csv', 'x')
  await arrive(store, 'pos/b.txt', 'x')
  const place = { kind: 'folder' as const, path: 'pos' }
  const { files, total } = await store.call(watches.test, { body: { place, pattern: '*.CSV' } })
  expect([files.map(({ name, size }) => [name, size]), total]).toEqual([[['a.csv', 1]], 1])
})

test('a watch pauses when its data source is deleted, or its mapping changes, and resumes with the new one', async () => {
  const { source, watch } = await watched(store)
  const { mapping, match } = phoneMapping
  await store.call(dataSources.putMapping, { ...at(source), body: { mapping: mapping.slice(1), match } })
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const paused = await store.call(watches.get, at(watch.id))
  expect([paused.status, paused.reason?.error, paused.files[0]?.status]).toEqual([
    'paused',
    'watch_mapping_changed',
    'arrived',
  ])
  expect(await noticeKinds()).toEqual(['watch_paused'])
  await store.call(watches.resume, at(watch.id))
  await look(store, watch.id)
  const { id } = await fileIs(store, watch.id, 0, 'waiting')

  await store.call(dataSources.delete, { ...at(source), query: {} })
  await decideOn(store, watch.id, id, 'discard')
  await arrive(store, 'b.csv', salesFile(20, 2))
  await takeFiles(store, watch.id)
  expect((await store.call(watches.get, at(watch.id))).reason?.error).toBe('data_source_not_found')
  expect((await store.try(watches.resume, at(watch.id))).body).toMatchObject({ error: 'data_source_not_found' })
})

test('a watch pauses when the member who made it may not import any more', async () => {
  const member = await store.member([
    'cdp-core.datasource.create',
    'cdp-core.datasource.execute',
    'cdp-core.datasource.read',
  ])
  const watch = await newWatch({ ...store, ...member }, Number(await mappedSource(store)))
  const { admin } = await testServer()
  await admin.query(
    "update role set permissions = '{}' where store_id = $1 and id = (select role_id from store_member where store_id = $1 and user_id = $2)",
    [store.storeId, member.userId],
  )
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  expect((await store.call(watches.get, at(watch.id))).reason?.error).toBe('watch_member')
})

test('a file waits while another import holds the store, and is imported after it', async () => {
  const { source, watch } = await watched(store, { terms: fewRows })
  const { admin } = await testServer()
  await admin.query(
    `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
     select store_id, 'run_held', id, 'real', 'processing', version, mapping, file_id, 1 from data_source where store_id = $1`,
    [store.storeId],
  )
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const { dry_run_id } = await fileIs(store, watch.id, 0, 'trying')
  await runOf(store, source, dry_run_id!)
  await look(store, watch.id)
  expect(await statuses(watch.id)).toEqual(['trying'])
  await admin.query(
    "update run set status = 'cancel', finished_at = now() where store_id = $1 and run_id = 'run_held'",
    [store.storeId],
  )
  await look(store, watch.id)
  await fileIs(store, watch.id, 0, 'imported')
})

test('two watches on one folder, with several workers each, import each file once', async () => {
  const { source, watch } = await watched(store, { terms: fewRows })
  const other = await newWatch(store, source, { terms: fewRows })
  const ids = [watch.id, other.id]
  for (const n of [1, 2]) await arrive(store, `pos-${n}.csv`, salesFile(n * 10, 2), new Date(Date.now() - 60_000 + n))
  for (const id of ids) await look(store, id)
  for (const id of ids) await standStill(store, id)
  await Promise.all([...ids, ...ids].map((id) => look(store, id)))
  const core = await coreOf(store)
  const taken = await until(async () => {
    await Promise.all([...ids, ...ids].map((id) => stepWatch(core, store.storeId, id)))
    const files = (await Promise.all(ids.map((id) => filesOfWatch(store, id)))).flat()
    return files.every(({ status }) => status === 'imported' || status === 'skipped') && files
  })
  expect(taken.filter(({ status }) => status === 'imported').map(({ name }) => name)).toHaveLength(2)
  expect(await customers()).toBe(4)
})

test('members are told once when no file came by its hour', async () => {
  const { watch } = await watched(store, {
    schedule: { looks: { every_minutes: 5 }, due_hour: 0, closed_days: [] },
  })
  const { admin } = await testServer()
  await admin.query("update watch set created_at = created_at - interval '2 days' where store_id = $1", [store.storeId])
  await look(store, watch.id)
  await look(store, watch.id)
  expect(await noticeKinds()).toEqual(['watch_missed'])
})

test('an edit over another version is refused, a watch pauses once, and a deleted one is not found', async () => {
  const { watch } = await watched(store)
  const body = { origin_time: new Date(0).toISOString(), name: 'x' }
  expect((await store.try(watches.update, { ...at(watch.id), body })).body).toMatchObject({ error: 'stale_edit' })
  await store.call(watches.pause, at(watch.id))
  expect((await store.try(watches.pause, at(watch.id))).body).toMatchObject({ error: 'watch_state' })
  await store.call(watches.delete, at(watch.id))
  expect((await store.try(watches.get, at(watch.id))).status).toBe(404)
})

test('a member who may only read data sources decides nothing', async () => {
  const { watch } = await watched(store)
  const reader = await store.member(['cdp-core.datasource.read'])
  expect((await reader.call(watches.list)).data).toHaveLength(1)
  expect((await reader.try(watches.look, at(watch.id))).status).toBe(403)
  const other = await newStore()
  expect((await other.try(watches.get, at(watch.id))).status).toBe(404)
})
