import { appendFile, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import {
  arrive,
  decideOn,
  fileIs,
  filesOfWatch,
  look,
  newWatch,
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
async function agree(id: number, rows: { from: number; to: number }) {
  const { updated_at: origin_time } = await store.call(watches.get, at(id))
  return store.call(watches.update, { ...at(id), body: { origin_time, terms: { ...wideTerms, rows } } })
}

const at = (id: number) => ({ params: { id: String(id) } })
const statuses = async (id: number) => (await filesOfWatch(store, id)).map(({ status }) => status)
const count = async (table: string, of = store) => {
  const { rows } = await (await testServer()).admin.query<{ n: number }>(
    `select count(*)::int as n from ${table} where store_id = $1`,
    [of.storeId],
  )
  return rows[0]!.n
}
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
  expect(await count('profile')).toBe(3)
  expect(await noticeKinds()).toEqual(['watch_waits'])
  await look(store, watch.id)
  expect(await readdir(join(await storeFolder(store), 'waiting'))).toEqual(['pos-25.csv'])

  await decideOn(store, watch.id, waiting.id, 'import')
  await look(store, watch.id)
  const imported = await fileIs(store, watch.id, 0, 'imported')
  expect(imported.decision).toMatchObject({ decision: 'import', by: { id: store.userId } })
  expect(await count('profile')).toBe(7)
  await look(store, watch.id)
  expect(await readdir(join(await storeFolder(store), 'done'))).toEqual(['pos-25.csv'])
  expect(await readdir(join(await storeFolder(store), 'waiting'))).toEqual([])
})

test('a file inside its terms is imported by itself, and can be taken back as any import', async () => {
  const { source, watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  await arrive(store, 'pos-25.csv', salesFile(10, 4))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'imported')
  expect(file).toMatchObject({ broken: [], questions: [], decision: null })
  expect(await count('profile')).toBe(7)
  const runs = await store.call(importRun.getRun, { params: { id: String(source), run_id: file.run_id! }, query: {} })
  expect(runs.undoable_until).not.toBeNull()
})

test('a file outside its terms waits with what broke, and later files queue behind it', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 5 })
  await arrive(store, 'a.csv', salesFile(10, 9), new Date(Date.now() - 120_000))
  await arrive(store, 'b.csv', salesFile(30, 2), new Date(Date.now() - 60_000))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  expect(file.broken.map(({ term }) => term)).toEqual(['rows'])
  expect(await statuses(watch.id)).toEqual(['waiting', 'arrived'])
  expect((await store.call(watches.list)).data[0]).toMatchObject({ waiting: 2 })
  await decideOn(store, watch.id, file.id, 'discard')
  await look(store, watch.id)
  await fileIs(store, watch.id, 1, 'imported')
  expect(await statuses(watch.id)).toEqual(['discarded', 'imported'])
  expect(await count('profile')).toBe(5)
})

test('a content that stands imported is skipped, and the same name with another content is another file', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'imported')
  await look(store, watch.id)
  await arrive(store, 'again.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  await arrive(store, 'pos.csv', salesFile(10, 3))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 2, 'imported')
  expect(await statuses(watch.id)).toEqual(['imported', 'skipped', 'imported'])
  expect(await count('profile')).toBe(6)
  await look(store, watch.id)
  expect((await readdir(join(await storeFolder(store), 'done'))).toSorted()).toEqual([
    'again.csv',
    'pos (2).csv',
    'pos.csv',
  ])
})

test('a content that was discarded, or whose import was taken back, is asked about when it comes again', async () => {
  const { watch } = await watched(store)
  await arrive(store, 'a.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const first = await fileIs(store, watch.id, 0, 'waiting')
  await decideOn(store, watch.id, first.id, 'discard')
  await agree(watch.id, { from: 1, to: 10 })
  await look(store, watch.id)
  await arrive(store, 'a.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const again = await fileIs(store, watch.id, 1, 'waiting')
  expect(again.questions).toEqual(['sent_again'])
  await decideOn(store, watch.id, again.id, 'import')
  await look(store, watch.id)
  await fileIs(store, watch.id, 1, 'imported')
})

test('a file that grows is taken only once it has stood still for a minute', async () => {
  const { watch } = await watched(store)
  const path = await arrive(store, 'pos.csv', salesFile(10, 2))
  await look(store, watch.id)
  await standStill(store, watch.id)
  await appendFile(path, '\nลูกค้าใหม่,0899999999')
  await look(store, watch.id)
  expect(await statuses(watch.id)).toEqual([])
  await standStill(store, watch.id)
  await look(store, watch.id)
  expect((await fileIs(store, watch.id, 0, 'waiting')).figures).toMatchObject({ rows: 3 })
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
  const missing = await newWatch(store, source, { name: 'ไม่มี', place: place('none') })
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
  const { mapping, match } = await store.call(dataSources.getMapping, at(source))
  const fewer = mapping.slice(0, -1).some(({ destination_id }) => match.keys.includes(destination_id))
    ? mapping.slice(0, -1)
    : mapping.slice(1)
  await store.call(dataSources.putMapping, { ...at(source), body: { mapping: fewer, match } })
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
  await fileIs(store, watch.id, 0, 'waiting')

  await store.call(dataSources.delete, { ...at(source), query: {} })
  await arrive(store, 'b.csv', salesFile(20, 2))
  await decideOn(store, watch.id, (await filesOfWatch(store, watch.id))[0]!.id, 'discard').catch(() => {})
  await takeFiles(store, watch.id)
  expect((await store.call(watches.get, at(watch.id))).reason?.error).toBe('data_source_not_found')
  expect((await store.try(watches.resume, at(watch.id))).body).toMatchObject({ error: 'data_source_not_found' })
})

test('a watch pauses when the member who made it may not import any more', async () => {
  const { id: source } = await importFile(store, salesFile(0, 3))
  const member = await store.member([
    'cdp-core.datasource.create',
    'cdp-core.datasource.execute',
    'cdp-core.datasource.read',
  ])
  const watch = await newWatch({ ...member, storeId: store.storeId, member: store.member }, source)
  const { admin } = await testServer()
  await admin.query(
    "update role set permissions = '{}' where store_id = $1 and id = (select role_id from store_member where store_id = $1 and user_id = $2)",
    [store.storeId, member.userId],
  )
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  expect((await store.call(watches.get, at(watch.id))).reason?.error).toBe('watch_member')
})

test('files queue while another import holds the store', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  const { id: other } = await importFile(store, salesFile(100, 2), { name: 'อื่น' })
  const { admin } = await testServer()
  const hold = `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
    select store_id, 'run_held', data_source_id, 'real', 'processing', version, mapping, file_id, total from run
    where store_id = $1 and data_source_id = $2 and kind = 'real' limit 1`
  await admin.query(hold, [store.storeId, other])
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'trying')
  await look(store, watch.id)
  expect(await statuses(watch.id)).toEqual(['trying'])
  await admin.query(
    "update run set status = 'cancel', finished_at = now() where store_id = $1 and run_id = 'run_held'",
    [store.storeId],
  )
  await fileIsAfterLooks(watch.id, 'imported')
})

/** Looks until a file has a state: its dry run may have ended meanwhile. */
async function fileIsAfterLooks(id: number, status: 'imported' | 'waiting') {
  for (;;) {
    await look(store, id)
    const [file] = await filesOfWatch(store, id)
    if (file?.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('two watches on one folder with one data source import a file once', async () => {
  const { source, watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  const other = await newWatch(store, source, { name: 'อีกแห่ง' })
  await agree(other.id, { from: 1, to: 10 })
  await arrive(store, 'pos.csv', salesFile(10, 2))
  await look(store, watch.id)
  await look(store, other.id)
  await standStill(store, watch.id)
  await standStill(store, other.id)
  await Promise.all([look(store, watch.id), look(store, other.id)])
  const files = await Promise.all([filesOfWatch(store, watch.id), filesOfWatch(store, other.id)])
  expect(files.flat().filter(({ status }) => status !== 'skipped')).toHaveLength(1)
})

test('two workers on one watch, and steps that are repeated, import each file once', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  for (const n of [1, 2, 3])
    await arrive(store, `pos-${n}.csv`, salesFile(n * 10, 2), new Date(Date.now() - 100_000 + n))
  await look(store, watch.id)
  await standStill(store, watch.id)
  await Promise.all([look(store, watch.id), look(store, watch.id), look(store, watch.id)])
  const core = await coreOf(store)
  await Promise.all([1, 2, 3].map(() => stepWatch(core, store.storeId, watch.id)))
  for (const n of [0, 1, 2]) {
    await Promise.all([1, 2].map(() => stepWatch(core, store.storeId, watch.id)))
    await fileIs(store, watch.id, n, 'imported')
  }
  expect(await count('profile')).toBe(9)
  expect(await statuses(watch.id)).toEqual(['imported', 'imported', 'imported'])
})

test('a file with its columns in another order is imported, and one that lacks a mapped column waits', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  await arrive(store, 'a.csv', 'เบอร์โทร,ชื่อ\n0810009999,ก้อย', new Date(Date.now() - 100_000))
  await arrive(store, 'b.csv', 'ชื่อ,มือถือ\nก้าน,0810008888')
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'imported')
  const lacking = await fileIs(store, watch.id, 1, 'waiting')
  expect(lacking.error).toMatchObject({ error: 'watch_columns_missing' })
  expect(lacking.error?.message).toContain('เบอร์โทร')
})

test('a file that is no table fails with its reason, and the next one goes on', async () => {
  const { watch } = await watched(store)
  await agree(watch.id, { from: 1, to: 10 })
  await arrive(store, 'a.csv', Buffer.from('255044462d312e34', 'hex'), new Date(Date.now() - 100_000))
  await arrive(store, 'b.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 1, 'imported').catch(() => {})
  const [failed] = await filesOfWatch(store, watch.id)
  expect([failed?.status, failed?.error?.error]).toEqual(['failed', 'pdf_file'])
  await fileIs(store, watch.id, 1, 'imported')
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

test('a decision is made once, and an edit over another version is refused', async () => {
  const { watch } = await watched(store)
  await arrive(store, 'a.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  const params = { id: String(watch.id), file_id: String(file.id) }
  const answers = await Promise.all(
    [1, 2].map(() => store.try(watches.decide, { params, body: { decision: 'discard' } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stale = await store.try(watches.update, { ...at(watch.id), body: { origin_time: watch.created_at, name: 'x' } })
  expect(stale.body).toMatchObject({ error: 'stale_edit' })
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
