import { importRun } from '@ruam/contract/imports/run.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import { watches } from '@ruam/contract/watches/watches.ts'
import { beforeEach, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import {
  arrive,
  fileIs,
  filesOfWatch,
  look,
  salesFile,
  takeFiles,
  watched,
  wideTerms,
} from '../../testing/watches.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

/** All notices, newest first. */
const bell = async () => (await store.call(notifications.list, { query: {} })).data
const run = async (text: string, ...values: unknown[]) =>
  (await testServer()).admin.query(text, [store.storeId, ...values])

test('a file that cannot be read is notified, at most once an hour for each watch', async () => {
  const { watch } = await watched(store, { pattern: '*' })
  await arrive(store, 'empty.csv', '')
  await arrive(store, 'a.pdf', Buffer.from('255044462d312e34', 'hex'))
  await takeFiles(store, watch.id)
  const errors = async () => (await filesOfWatch(store, watch.id)).map(({ error }) => error?.error)
  expect((await errors()).toSorted()).toEqual(['file_empty', 'pdf_file'])
  const notices = await bell()
  expect(notices).toMatchObject([{ kind: 'watch_file_failed', ending: 'failed', leads_to: { screen: 'watches' } }])
  expect(notices[0]!.title).toContain(watch.data_source.name!)

  // Its content is no archive.
  await arrive(store, 'broken.xlsx', Buffer.from('504b03040000', 'hex'))
  await takeFiles(store, watch.id)
  expect([(await errors()).length, (await bell()).length]).toEqual([3, 1])
  await run("update notification set at = at - interval '61 minutes' where store_id = $1")
  await arrive(store, 'late.csv', '')
  await takeFiles(store, watch.id)
  expect((await bell()).map(({ kind }) => kind)).toEqual(['watch_file_failed', 'watch_file_failed'])
})

test('an automatic import is silent unless rows of it failed', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  await arrive(store, 'a.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 0, 'imported')
  expect(await bell()).toEqual([])
  await arrive(store, 'b.csv', `${salesFile(20, 2)}\nลูกค้าเบอร์ขาด,0812`)
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 1, 'imported')
  const notices = await bell()
  expect(notices.map(({ kind }) => kind)).toEqual(['import_ended'])
  expect(notices[0]!.text).toBe('เพิ่ม 2 · อัปเดต 0 · ซ้ำ 0 · ผิดพลาด 1')
})

test('an automatic import that is stopped is notified once, as a file that failed', async () => {
  const { source, watch } = await watched(store)
  await arrive(store, 'a.csv', salesFile(10, 2))
  await takeFiles(store, watch.id)
  const { id } = await fileIs(store, watch.id, 0, 'waiting')
  const queued = `run_${store.storeId}_${source}_1764000000000_queued00`
  // As if it had been decided on, and its run waited for another one.
  await run(`insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
    select store_id, '${queued}', data_source_id, 'real', 'pending', version, mapping, file_id, total from run
    where store_id = $1 limit 1`)
  const importing = `update watch_file set status = 'importing', run_id = (select id from run
    where store_id = $1 and run_id = '${queued}') where store_id = $1 and id = $2`
  await run(importing, id)
  await store.call(importRun.cancelRun, { params: { id: String(source), run_id: queued } })
  await look(store, watch.id)
  const [file] = (await store.call(watches.get, { params: { id: String(watch.id) } })).files
  expect([file?.status, file?.error?.error]).toEqual(['failed', 'watch_run_stopped'])
  expect((await bell()).map(({ kind }) => kind)).toEqual(['watch_file_failed', 'watch_waits'])
})
