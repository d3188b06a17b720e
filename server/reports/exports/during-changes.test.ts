import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import {
  csvRows,
  downloaded,
  exported,
  linkOf,
  listed,
  over,
  startedExport,
  storedFiles,
} from '../../testing/reports/exports.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

/** Holds the storage at the first bytes of the next file until it is let go; answers when they have come, and how to let go. */
async function heldFile() {
  const core = await coreOf(store)
  const { put } = core.storage
  const [come, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  core.storage.put = async (storeId, source, limit) => {
    come.resolve()
    await go.promise
    return put(storeId, source, limit)
  }
  onTestFinished(() => {
    go.resolve()
    core.storage.put = put
  })
  return { come: come.promise, go: go.resolve }
}

const csv = { type: 'profile', file_type: 'csv' } as const
const fileOf = async (id: number) => csvRows((await downloaded(await linkOf(store, id))).file)

describe('in the middle of its file', () => {
  test('an export that is cleared ends without a file, and another begins in its place', async () => {
    await madeProfile(store, { 1: 'มาลี' })
    const held = await heldFile()
    const { export_id } = await startedExport(store, csv)
    await held.come
    await store.call(exports.clear)
    expect(await listed(store)).toEqual([])
    held.go()
    await jobEnded(store.storeId, export_id)
    await expect.poll(() => storedFiles(store), { timeout: 5000 }).toEqual([])
    expect((await store.try(exports.link, { params: { id: String(export_id) } })).status).toBe(404)
    expect((await exported(store, csv)).item.rows).toBe(1)
  })

  test('an export keeps the column that is deleted and the type that is changed since', async () => {
    const made = (field_name: string) =>
      store.call(profileFields.create, { body: { field_name, display_name: field_name, data_type: 'String' } })
    const [gone, retyped] = [await made('gone'), await made('retyped')]
    await madeProfile(store, { [gone.id]: 'ค่า', [retyped.id]: '007' })
    const columns = [`field_${gone.id}`, `field_${retyped.id}`]
    const held = await heldFile()
    const { export_id } = await startedExport(store, { ...csv, columns })
    await held.come
    await store.call(profileFields.delete, { params: { id: String(gone.id) }, query: { confirm: 'true' } })
    const { job_id } = await store.call(profileFields.update, {
      params: { id: String(retyped.id) },
      body: { display_name: 'retyped', data_type: 'Number', origin_time: retyped.updated_at! },
    })
    if (job_id) await jobEnded(store.storeId, job_id)
    held.go()
    expect((await over(store, export_id)).status).toBe('completed')
    expect(await fileOf(export_id)).toEqual([
      ['gone', 'retyped'],
      ['ค่า', '007'],
    ])
    expect(csvRows((await exported(store, { ...csv, columns: [columns[1]!] })).file)).toEqual([['retyped'], ['7']])
  })

  test('an export has whom the import brought that is undone meanwhile, and whom the segment held that is calculated again', async () => {
    const { id, real } = await importFile(store, 'ชื่อ,เบอร์โทร\nปู,0811111111\nนก,0822222222\n')
    const named = await segment(store, { kind: 'profile', field_id: 1, operator: 'not_empty' })
    await settled(store)
    const held = await heldFile()
    const { export_id } = await startedExport(store, { ...csv, columns: ['firstName', 'advanceLabels'] })
    await held.come
    await undone(store, id, real)
    await store.try(segments.calculate, { params: { id: String(named.id) } })
    held.go()
    expect((await over(store, export_id)).rows).toBe(2)
    expect((await fileOf(export_id)).slice(1)).toEqual([
      ['ปู', named.name],
      ['นก', named.name],
    ])
    expect((await exported(store, csv)).item.rows).toBe(0)
  })
})

test('a cell that Excel does not hold is cut in the workbook and counted, and whole in the CSV', async () => {
  const long = 'น้ำ'.repeat(12_000)
  const { id } = await store.call(profileFields.create, {
    body: { field_name: 'long', display_name: 'ยาว', data_type: 'String' },
  })
  const { id: who } = await madeProfile(store, { 1: 'มาลี' })
  const { admin } = await testServer()
  await admin.query(
    'update profile set custom = jsonb_build_object($1::text, $2::text) where store_id = $3 and id = $4',
    [String(id), long, store.storeId, who],
  )
  const columns = [`field_${id}`]
  const sheet = await exported(store, { type: 'profile', file_type: 'xlsx', columns })
  expect(sheet.item.cut).toBe(1)
  const text = await exported(store, { ...csv, columns })
  expect([text.item.cut, csvRows(text.file)[1]]).toEqual([0, [long]])
})
