import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { withLies, workbookParts, zipped } from '../../testing/formats/workbook.testing.ts'
import { createDataSource } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
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
import { MAX_NAMES } from '../places/place.ts'
import { pauseWatches } from './pause.ts'

const MB = 1024 * 1024

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const at = (id: number) => ({ params: { id: String(id) } })
const statuses = async (id: number) => (await filesOfWatch(store, id)).map(({ status }) => status)
const rowsOf = async <T extends object>(text: string): Promise<T[]> =>
  (await (await testServer()).admin.query<T>(text, [store.storeId])).rows
const counting = 'select count(*)::int as n from'

test('a folder of 10,000 files is taken a hundred at a time, and one with more is refused', {
  tags: ['verify'],
}, async () => {
  const { watch } = await watched(store)
  const folder = await storeFolder(store)
  for (let from = 0; from < MAX_NAMES; from += 500)
    await Promise.all(Array.from({ length: 500 }, (_, n) => writeFile(join(folder, `${from + n}.csv`), `x${from + n}`)))
  await look(store, watch.id)
  expect(await rowsOf(`${counting} watch_seen where store_id = $1`)).toEqual([{ n: MAX_NAMES }])
  await standStill(store, watch.id)
  await look(store, watch.id)
  expect(await rowsOf(`${counting} watch_file where store_id = $1`)).toEqual([{ n: 100 }])
  expect(await rowsOf(`${counting} watch where store_id = $1 and next_look_at < now() + interval '1 minute'`)).toEqual([
    { n: 1 },
  ])
  for (let n = 0; n < 200; n++) await writeFile(join(folder, `more-${n}.csv`), '')
  await look(store, watch.id)
  expect((await store.call(watches.get, at(watch.id))).error).toMatchObject({ error: 'watch_too_many' })
})

test('a file that is exchanged for a link to another store, once it stood still, is not read', async () => {
  const { watch } = await watched(store)
  const secret = await arrive(await newStore(), 'secret.csv', salesFile(500, 2))
  const path = await arrive(store, 'a.csv', salesFile(10, 2))
  await look(store, watch.id)
  await standStill(store, watch.id)
  await rm(path)
  await symlink(secret, path)
  await look(store, watch.id)
  expect(await statuses(watch.id)).toEqual([])
})

test('a workbook that unpacks to more than it says fails, and the next file goes on', async () => {
  const { watch } = await watched(store, { pattern: '*', terms: wideTerms })
  const sheet = `<worksheet><sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(2)}</sheetData></worksheet>`
  const bomb = await zipped({
    ...workbookParts({ sheets: [{ name: 'ก', rows: [['ชื่อ'], ['ญาดา']] }] }),
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': `<sst>${' '.repeat(50 * MB)}</sst>`,
  })
  // The size of the unpacked part in the directory of the archive.
  await arrive(store, 'a.xlsx', withLies(bomb, '504b0102', 24, 1000), new Date(Date.now() - 100_000))
  await arrive(store, 'b.csv', otherColumns)
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 1, 'waiting')
  expect((await filesOfWatch(store, watch.id))[0]).toMatchObject({
    status: 'failed',
    error: { error: 'workbook_broken' },
  })
})

test('the file of yesterday with one row more waits, because its rows were imported before', async () => {
  const { watch } = await watched(store, { terms: { ...wideTerms, repeated: 0.3 } })
  await arrive(store, 'a.csv', salesFile(10, 20))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'imported')
  await arrive(store, 'b.csv', salesFile(10, 21))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 1, 'waiting')
  expect(file.broken.map(({ term }) => term)).toEqual(['repeated'])
})

test('a file with another delimiter and charset than before waits', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  const thai = (text: string) =>
    Buffer.from([...text].map((letter) => (letter < '\u0e00' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0xd60)))
  await arrive(store, 'a.csv', thai(salesFile(10, 20).replaceAll(',', ';')))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  expect(file.broken).toMatchObject([{ term: 'forms', value: 'csv windows-874 ; 1' }])
})

test('a file without names of columns waits, and one that repeats cells in its first row too', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  await arrive(store, 'a.csv', salesFile(10, 5).split('\n').slice(1).join('\n'), new Date(Date.now() - 100_000))
  await takeFiles(store, watch.id)
  const file = await fileIs(store, watch.id, 0, 'waiting')
  expect(file.error).toMatchObject({ error: 'watch_header' })
  await decideOn(store, watch.id, file.id, 'discard')
  await arrive(store, 'b.csv', ['0810000001,0810000001', '0810000002,0810000002', '0810000003,0810000004'].join('\n'))
  await takeFiles(store, watch.id)
  expect((await fileIs(store, watch.id, 1, 'waiting')).error).toMatchObject({ error: 'watch_header' })
})

test('a mapped column that is renamed lets the file wait, and names it', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  await arrive(store, 'a.csv', salesFile(10, 5).replace('เบอร์โทร', 'โทรศัพท์มือถือ'))
  await takeFiles(store, watch.id)
  expect((await fileIs(store, watch.id, 0, 'waiting')).error?.message).toContain('เบอร์โทร')
})

test('after the clock was set back, files stand still for another minute, and looks go on', async () => {
  const { watch } = await watched(store)
  await arrive(store, 'a.csv', otherColumns)
  await look(store, watch.id)
  const { admin } = await testServer()
  const ahead = (text: string) => admin.query(text, [store.storeId])
  await ahead("update watch_seen set since = now() + interval '1 day' where store_id = $1")
  await ahead(
    "update watch set looked_at = now() + interval '1 day', next_look_at = now() + interval '1 day' where store_id = $1",
  )
  const due = async () => {
    const { rows } = await admin.query('select auth.stores_with_due_watches() as id')
    return rows.some(({ id }) => id === store.storeId)
  }
  expect(await due()).toBe(true)
  await look(store, watch.id)
  expect([await due(), await statuses(watch.id)]).toEqual([false, []])
  await standStill(store, watch.id)
  await look(store, watch.id)
  expect(await statuses(watch.id)).toHaveLength(1)
})

test('a watch pauses when a field of its mapping was deleted since', async () => {
  const field = await store.call(profileFields.create, { body: { display_name: 'สาขาที่สมัคร', data_type: 'String' } })
  const { id: source } = await createDataSource(store, 'เบอร์โทร,สาขาที่สมัคร\n0811220001,สยาม\n', 'สาขา')
  const mapping = [
    { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: field.id, destination_type: 'custom_profile' as const },
  ]
  const body = { mapping, match: { keys: [9], mode: 'both' as const } }
  await store.call(dataSources.putMapping, { ...at(source), body })
  const watch = await newWatch(store, source)
  await store.call(profileFields.delete, { params: { id: String(field.id) }, query: { confirm: 'true' } })
  await arrive(store, 'a.csv', 'เบอร์โทร,สาขาที่สมัคร\n0811220002,สยาม\n')
  await takeFiles(store, watch.id)
  const file = await until(async () => {
    await look(store, watch.id)
    const { status, reason, files } = await store.call(watches.get, at(watch.id))
    return (status === 'paused' || files[0]?.status === 'waiting') && { status, reason }
  })
  expect(file).toMatchObject({ status: 'paused', reason: { error: 'watch_mapping' } })
})

test('after a restore watches are paused and take nothing, until a member resumes them', async () => {
  const { watch } = await watched(store)
  const core = await coreOf(store)
  await inStore(core.pool, store.storeId, (db) => pauseWatches(db, store.storeId))
  await arrive(store, 'a.csv', otherColumns)
  await takeFiles(store, watch.id)
  const paused = await store.call(watches.get, at(watch.id))
  expect([paused.status, paused.reason?.error, paused.files]).toEqual(['paused', 'watch_restored', []])
  await store.call(watches.resume, at(watch.id))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'waiting')
})

test('files in folders for moved ones, and other folders, are not taken', async () => {
  const { watch } = await watched(store)
  for (const folder of ['done', 'waiting', 'old']) {
    await mkdir(join(await storeFolder(store), folder))
    await arrive(store, join(folder, 'a.csv'), salesFile(10, 2))
  }
  await takeFiles(store, watch.id)
  expect(await statuses(watch.id)).toEqual([])
  expect(await readdir(join(await storeFolder(store), 'done'))).toEqual(['a.csv'])
})
