import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import type { WatchTerms } from '@ruam/contract/watches/limits.ts'
import { type Watch, type WatchFile, type WatchFileStatus, watches } from '@ruam/contract/watches/watches.ts'
import { lookAtWatch } from '../watches/files/look.ts'
import { atEndOfFile } from './end-of-file.testing.ts'
import { coreOf, type TestStore, testServer } from './store.testing.ts'
import { mappedSource } from './things/data-sources.ts'
import { fresh } from './things/fresh.ts'
import { until } from './until.testing.ts'

/** Folder for the stores of this file's server. */
async function watchRoot(): Promise<string> {
  const { core } = await testServer()
  if (core.config.watchRoot === undefined) {
    const root = await mkdtemp(join(tmpdir(), 'ruam-watch-'))
    core.config.watchRoot = root
    atEndOfFile(() => rm(root, { recursive: true, force: true }))
  }
  return core.config.watchRoot
}

/** Makes the folder of a store, as an operator does. */
export async function storeFolder({ storeId }: TestStore): Promise<string> {
  const folder = join(await watchRoot(), String(storeId))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Writes a file into the folder of a store. Returns its path. */
export async function arrive(store: TestStore, name: string, content: string | Buffer, at?: Date): Promise<string> {
  const path = join(await storeFolder(store), name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  if (at) await utimes(path, at, at)
  return path
}

/** Terms inside which any file of two columns is. */
export const wideTerms: WatchTerms = {
  ...{ columns: 'same', names: ['ชื่อ', 'เบอร์โทร'], forms: ['csv utf-8 , 1'], rows: { from: 0, to: 1000 } },
  ...{ unreadable: 1, repaired: 1, failed: 1, unnamed: 1, equal: 1, repeated: 1, crowd: 1, held: 1000 },
  ...{
    changed: 1000,
    renamed: 1000,
    added: 1000,
    fresh: 1,
    days: null,
    oldest: [],
    hours: null,
    sum: null,
    average: null,
    low: null,
  },
  ...{ totals: 0, unpaid: null, negative: null, values: [], kinds: [], fixed: [] },
}

const schedule = { looks: { every_minutes: 5 } } as const

/** Adds a watch on the folder of a store. */
export async function newWatch(
  store: TestStore,
  data_source_id: number,
  body: Partial<Sent<typeof watches.create>['body']> = {},
): Promise<Watch> {
  await storeFolder(store)
  const place = { kind: 'folder' as const, path: '' }
  const settings = { name: fresh('ยอดขายรายวัน'), place, pattern: '*.csv', schedule }
  return store.call(watches.create, { body: { ...settings, data_source_id, ...body } })
}

/** Rows of a till, with a header. */
export const salesFile = (first: number, rows: number): string =>
  [
    'ชื่อ,เบอร์โทร',
    ...Array.from({ length: rows }, (_, n) => `ลูกค้า${first + n},08${String(10_000_000 + first + n)}`),
  ].join('\n')

/** A file without a mapped column: it waits without a dry run. */
export const otherColumns = 'ชื่อ,มือถือ\nก้าน,0810008888'

/** A data source with a mapping, and a watch on it. */
export async function watched(
  store: TestStore,
  body: Partial<Sent<typeof watches.create>['body']> = {},
): Promise<{ source: number; watch: Watch }> {
  const source = Number(await mappedSource(store))
  return { source, watch: await newWatch(store, source, body) }
}

/** Looks at a watch now, as if the time of its next look had come. */
export async function look(store: TestStore, id: number): Promise<void> {
  const { admin } = await testServer()
  await admin.query('update watch set next_look_at = now() where store_id = $1 and id = $2', [store.storeId, id])
  await lookAtWatch(await coreOf(store), store.storeId, id, new AbortController().signal)
}

/** Lets the files of a look stand still for a minute. */
export async function standStill(store: TestStore, id: number): Promise<void> {
  const { admin } = await testServer()
  const since = "update watch_seen set since = since - interval '61 seconds' where store_id = $1 and watch_id = $2"
  await admin.query(since, [store.storeId, id])
}

/** Two looks, a minute apart. */
export async function takeFiles(store: TestStore, id: number): Promise<void> {
  await look(store, id)
  await standStill(store, id)
  await look(store, id)
}

/** Files of a watch, oldest first. */
export const filesOfWatch = async (store: TestStore, id: number): Promise<WatchFile[]> =>
  (await store.call(watches.files, { params: { id: String(id) }, query: {} })).data.toReversed()

/** Waits until the file with this place, oldest first, has a state. */
export const fileIs = (
  store: TestStore,
  id: number,
  index: number,
  ...statuses: WatchFileStatus[]
): Promise<WatchFile> =>
  until(async () => {
    const file = (await filesOfWatch(store, id))[index]
    if (file && statuses.includes(file.status)) return file
    if (file?.status === 'failed') throw new Error(file.error?.message)
    return undefined
  })

/** Decides on a file. */
export const decideOn = (store: TestStore, id: number, file: number, decision: 'import' | 'discard') =>
  store.call(watches.decide, {
    params: { id: String(id), file_id: String(file) },
    body: { decision },
  })
