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

const header = `${salesFile(0, 0)}\r\n`
const schedule = { looks: { every_minutes: 5 }, due_hour: 0, closed_days: [] }

test('a header without rows ends as skipped, and the file behind it goes on', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  await arrive(store, 'a-sunday.csv', header, new Date(Date.now() - 120_000))
  await arrive(store, 'b-monday.csv', salesFile(10, 4), new Date(Date.now() - 60_000))
  await takeFiles(store, watch.id)
  await fileIs(store, watch.id, 1, 'imported')
  expect((await filesOfWatch(store, watch.id))[0]).toMatchObject({
    status: 'skipped',
    error: { error: 'file_empty' },
    figures: null,
    decision: null,
  })
  expect((await store.call(watches.list)).data[0]).toMatchObject({ waiting: 0, status: 'active', error: null })
})

test('a header without rows is no missing file, and each closed day has its own', async () => {
  const { watch } = await watched(store, { terms: wideTerms, schedule })
  await arrive(store, 'saturday.csv', header)
  await takeFiles(store, watch.id)
  // The day on which a watch was made misses no file.
  const { admin } = await testServer()
  await admin.query("update watch set created_at = now() - interval '2 days' where store_id = $1", [store.storeId])
  await look(store, watch.id)
  await arrive(store, 'sunday.csv', header)
  await takeFiles(store, watch.id)
  expect((await filesOfWatch(store, watch.id)).map(({ status }) => status)).toEqual(['skipped', 'skipped'])
  const kinds = (await store.call(notifications.list, { query: {} })).data.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('watch'))).toEqual([])
})

test('a header of other columns without rows fails', async () => {
  const { watch } = await watched(store, { terms: wideTerms })
  await arrive(store, 'error.csv', 'รหัสสินค้า,คงเหลือ\r\n')
  await takeFiles(store, watch.id)
  expect((await filesOfWatch(store, watch.id)).map(({ status }) => status)).toEqual(['failed'])
})
