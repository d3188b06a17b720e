import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { createDataSource, importFile, runOf } from '../imports/data-sources.testing.ts'
import { mendedFile } from '../imports/mending.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { fresh, freshPhone } from './fresh.ts'

// Creates a new row of each kind for one request.

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n'

export const phoneMapping = {
  mapping: [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' as const },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' as const },
  ],
  match: { keys: [9], mode: 'both' as const },
}

/** A file of the caller: until it is a data source, it exists for no other member. */
export async function upload(store: TestStore) {
  const { file_id, file_type } = (await store.upload(files.import, 'customers.csv', csv)).body
  const { admin } = await testServer()
  const own = 'update file set created_by = $3 where store_id = $1 and id = $2'
  await admin.query(own, [store.storeId, file_id, store.userId])
  return { file_id, file_type }
}

export async function freshSource(store: TestStore): Promise<string> {
  return String((await createDataSource(store, csv, fresh('ที่มา'))).id)
}

export async function mappedSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  await store.call(dataSources.putMapping, { params: { id }, body: phoneMapping })
  return id
}

export async function importedSource(store: TestStore): Promise<string> {
  return String((await importFile(store, csv, { name: fresh('นำเข้าแล้ว') })).id)
}

/** A data source whose file could not be read. */
export async function brokenSource(store: TestStore): Promise<string> {
  const id = await freshSource(store)
  await failLoad(store, id)
  return id
}

/** As if the file of a data source could not be read. */
export async function failLoad(store: TestStore, id: number | string): Promise<void> {
  const { admin } = await testServer()
  const status = "update data_source set status = 'load_failed' where store_id = $1 and id = $2 returning file_id"
  const { rows } = await admin.query<{ file_id: number }>(status, [store.storeId, id])
  await admin.query(
    `update file set load_status = 'failed', load_error = '{"name": "internal"}', columns = '[]', facts = '[]', row_count = null
     where store_id = $1 and id = $2`,
    [store.storeId, rows[0]!.file_id],
  )
}

/** A data source that no file was loaded for. */
export async function namedSource(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const text = `insert into data_source (store_id, name, type, status, created_by)
    values ($1, $2, 'local_file', 'success', $3) returning id`
  return (await admin.query<{ id: number }>(text, [store.storeId, fresh('แหล่ง'), store.userId])).rows[0]!.id
}

export async function dryRun(store: TestStore) {
  const id = await mappedSource(store)
  const { run_id } = await store.call(importRun.dryRun, { params: { id } })
  await runOf(store, Number(id), run_id)
  return { id, run_id }
}

/** A dry run with a row pending review, because its phone belongs to another profile, and that profile. */
export async function pendingRow(store: TestStore) {
  const phone = freshPhone()
  const fileOf = (name: string) => `ชื่อ,เบอร์โทร\n${name},${phone}\n`
  await importFile(store, fileOf('สมชาย'), { name: fresh('คนเดิม') })
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 order by id desc limit 1',
    [store.storeId],
  )
  const source = await createDataSource(store, fileOf('มาลี'), fresh('คนละคน'))
  const params = { id: String(source.id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, source.id, run_id)
  return { ...params, run_id, profile: rows[0]!.id }
}

/** A run that no worker knows of, so that it stays where it is. */
export async function waitingRun(store: TestStore) {
  const { id, run_id } = await dryRun(store)
  const { admin } = await testServer()
  await admin.query("update run set status = 'pending', finished_at = null where store_id = $1 and run_id = $2", [
    store.storeId,
    run_id,
  ])
  return { id, run_id }
}

export async function failedRun(store: TestStore) {
  const rows = `ชื่อ,เบอร์โทร\nก,0811111111\nข,${freshPhone()}\nค,08111\n`
  const { id, real } = await importFile(store, rows, { name: fresh('มีแถวเสีย') })
  return { id: String(id), run_id: real }
}

/** The number of a run, by which the older API names it. */
export async function runNumber(store: TestStore): Promise<number> {
  return numberOf((await dryRun(store)).run_id)
}

export async function numberOf(runId: string): Promise<number> {
  const { admin } = await testServer()
  return (await admin.query<{ id: number }>('select id from run where run_id = $1', [runId])).rows[0]!.id
}

/** The file of a data source. */
export async function sourceFile(store: TestStore, id?: string): Promise<number> {
  const params = { id: id ?? (await freshSource(store)) }
  return (await store.call(dataSources.file, { params })).file_id
}

/** A previewed file whose unreadable cell is listed: a birth date. */
export async function mendableSource(store: TestStore): Promise<string> {
  const rows = `ชื่อ,เบอร์โทร,วันเกิด,อีเมล\nญาดา,${freshPhone()},ไม่ทราบแน่,\n`
  return String((await mendedFile(store, rows)).id)
}
