import { fc, test as property } from '@fast-check/vitest'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StorageFull } from '../../storage/storage.ts'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import {
  csvRows,
  downloaded,
  exported,
  linkOf,
  over,
  startedExport,
  workbookRows,
} from '../../testing/reports/exports.testing.ts'
import { coreOf, newStore, testServer } from '../../testing/store.testing.ts'
import { storedNames } from '../../testing/stored.testing.ts'
import { fileName } from './begin.ts'
import { makeFile } from './make-file.ts'

test('an export onto a full disk fails with a sentence, and leaves no part of a file', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  await madeProfile(store, { 1: 'มาลี' })
  const core = await coreOf(store)
  const { put } = core.storage
  onTestFinished(() => {
    core.storage.put = put
  })
  // As a disk does that is full in the middle: what was written is taken away by the storage, as its own test shows.
  core.storage.put = async (_store, source) => {
    for await (const _ of source) break
    throw new StorageFull()
  }
  for (const file_type of ['csv', 'xlsx'] as const) {
    const { export_id } = await startedExport(store, { type: 'profile', file_type })
    expect(await over(store, export_id)).toMatchObject({ status: 'failed', error: { error: 'storage_full' }, url: '' })
  }
  core.storage.put = put
  expect(await storedNames(core, store.storeId)).toEqual([])
  expect((await exported(store, { type: 'profile', file_type: 'csv' })).item.rows).toBe(1)
})

test('a file of 600 fields holds each of them', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { admin } = await testServer()
  await admin.query(
    `insert into profile_field (store_id, field_name, display_name, data_type)
     select $1, 'wide_' || n, 'ช่อง ' || n, 'String' from generate_series(1, 600) n`,
    [store.storeId],
  )
  const { data } = await store.call(profileFields.list, { query: { limit: '0' } })
  const idOf = (name: string) => data.find(({ field_name }) => field_name === name)!.id
  const { id } = await madeProfile(store, { 1: 'มาลี', [idOf('wide_1')]: 'แรก', [idOf('wide_600')]: 'สุดท้าย' })
  for (const file_type of ['csv', 'xlsx'] as const) {
    const { file } = await exported(store, { type: 'profile', file_type })
    const [header, row] = file_type === 'csv' ? csvRows(file) : await workbookRows(store, file)
    expect(header!.length).toBeGreaterThan(data.length)
    const cell = (name: string) => row![header!.indexOf(name)]
    expect([cell('ช่อง 1'), cell('ช่อง 600'), row!.some((text) => text.endsWith(String(id)))]).toEqual([
      'แรก',
      'สุดท้าย',
      true,
    ])
  }
})

test('a file that is made while an import works has each customer once, and as many as its snapshot', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const rows = (from: number) =>
    Array.from({ length: 4000 }, (_, place) => `คน ${from + place},08${String(from + place).padStart(8, '0')}\n`).join(
      '',
    )
  await importFile(store, `ชื่อ,เบอร์โทร\n${rows(0)}`)
  const importing = importFile(store, `ชื่อ,เบอร์โทร\n${rows(4000)}`, { name: 'อีกไฟล์' })
  let done = false
  const ended = importing.finally(() => (done = true))
  const counts: number[] = []
  while (!done) {
    const { export_id } = await startedExport(store, { type: 'profile', file_type: 'csv', columns: ['id', 'phone'] })
    const { status, rows: counted } = await over(store, export_id)
    expect(status).toBe('completed')
    const [, ...lines] = csvRows((await downloaded(await linkOf(store, export_id))).file)
    expect([lines.length, new Set(lines.map(([id]) => id)).size]).toEqual([counted, counted])
    // The earlier customers are in every file.
    expect(lines.filter(([, phone]) => Number(phone!.slice(-8)) < 4000)).toHaveLength(4000)
    counts.push(lines.length)
  }
  await ended
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  expect((await exported(store, { type: 'profile', file_type: 'csv', columns: ['id'] })).item.rows).toBe(8000)
})

test('an export that another worker takes over before its first row ends with that reason, and leaves no file', async () => {
  const store = await newStore()
  const core = await coreOf(store)
  const { export_id } = await startedExport(store, { type: 'profile', file_type: 'csv' })
  await over(store, export_id)
  const files = await storedNames(core, store.storeId)
  const { admin } = await testServer()
  const { rows } = await admin.query('select created_by, request from job where id = $1', [export_id])
  const { created_by: userId, request } = rows[0]!
  const lost = new AbortController()
  const reason = new Error('another worker has the job')
  const pool = {
    async connect() {
      lost.abort(reason)
      return core.pool.connect()
    },
  }
  const asked = { storeId: store.storeId, userId, job: export_id, request }
  const making = makeFile(
    { ...core, pool: pool as never },
    asked,
    { rows: 0, total: undefined, rights: [] },
    lost.signal,
  )
  // An error that nobody handles would end the worker, and fails this run.
  await expect(making).rejects.toBe(reason)
  expect(await storedNames(core, store.storeId)).toEqual(files)
})

property.prop([fc.string({ unit: 'binary', maxLength: 200 })])(
  'whatever a thing is called, the file that is named after it has one line and no path in its name',
  (what) => {
    const name = fileName(what, '2026-11-23', 7, 'csv')
    expect(name).not.toMatch(/[\p{Cc}<>:"/\\|?*]/u)
    expect(name.endsWith('23-11-2026 7.csv')).toBe(true)
    expect(name).not.toMatch(/^[.\s]|\s$/)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  },
)
