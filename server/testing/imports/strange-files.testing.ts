import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import type { TestStore } from '../store.testing.ts'
import { loaded, runMapping } from './data-sources.testing.ts'

type Settings = NonNullable<Sent<typeof dataSources.validate>['body']['settings']>

/** Uploads a file and has its head read. */
export async function look(
  store: TestStore,
  content: string | Buffer,
  settings: Settings = {},
  name = 'customers.csv',
) {
  const uploaded = await store.upload(files.import, name, content)
  if (uploaded.status !== 200) return { refusal: uploaded.body, file: undefined, head: undefined }
  const { file_id, file_type } = uploaded.body
  const file = { file_id, file_type }
  const reply = await store.try(dataSources.validate, { body: { ...file, settings } })
  return reply.status === 200
    ? { file, head: reply.body, refusal: undefined }
    : { file, refusal: reply.body, head: undefined }
}

/** Takes a file as it is read at first sight, with settings that are said; answers its data source, which is being loaded. */
export async function create(store: TestStore, content: string | Buffer, settings: Settings = {}): Promise<number> {
  const { file, head, refusal } = await look(store, content, settings)
  if (!file || !head) throw new Error(refusal?.error)
  const body = { ...file, settings: head.settings, name: `ไฟล์ ${file.file_id}` }
  return (await store.call(dataSources.create, { body })).datasource_id
}

const [NAME, PHONE] = [1, 9]

/** The whole way of a file whose first columns are a name and a phone. */
export async function importFile(
  store: TestStore,
  content: string | Buffer,
  options: { settings?: Settings; further?: number[] } = {},
) {
  const id = await create(store, content, options.settings)
  await loaded(store, id)
  const mapping = [NAME, PHONE, ...(options.further ?? [])].map((destination_id, place) => ({
    source_schema_id: String(place + 1),
    destination_id,
    destination_type: 'system_profile' as const,
  }))
  const run = await runMapping(store, id, { mapping, match: { keys: [PHONE], mode: 'both' } })
  const params = { id: String(id), run_id: run.real }
  const { data } = await store.call(importRun.records, { params, query: { limit: '500' } })
  const source = await store.call(dataSources.file, { params: { id: String(id) } })
  const correction = async () => (await store.call(importRun.correction, { params, query: {} })).text()
  return { run, records: data, source, correction }
}

/** Each row's number and the line at which people see it. */
export const linesOf = (records: { record_no: number; line: number | null }[]) =>
  records.map(({ record_no, line }) => [record_no, line])
