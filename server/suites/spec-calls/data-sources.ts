import { expect } from 'vitest'
import { type TestStore, testServer } from '../../testing/store.testing.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { type Body, days, had, page, type SpecCall } from './ask.ts'
import { made } from './made.ts'

const csv = 'ชื่อ,เบอร์โทรศัพท์\nมาลี,0812345678\n'

export async function upload(store: TestStore, name = 'customers.csv'): Promise<{ status: number; body: Body }> {
  const { app } = await testServer()
  const form = new FormData()
  form.set('file', new Blob([csv]), name)
  const encoded = new Response(form)
  const reply = await app.inject({
    method: 'POST',
    url: '/api/file/import',
    headers: { authorization: `Bearer ${store.token}`, 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: reply.statusCode, body: reply.json() }
}

async function uploaded(store: TestStore) {
  const { file_id, file_type } = (await upload(store)).body
  return { file_id, file_type }
}

/** A data source whose file is read. */
async function loaded(store: TestStore): Promise<number> {
  const body = { name: fresh('ที่มา'), description: '', ...(await uploaded(store)), settings: { delimiter: ',' } }
  const { datasource_id: id } = await had(store, 'POST /datasource', { body })
  await settled(store, `GET /datasource/${id}`, 'ready_to_map')
  return id
}

const settled = (store: TestStore, call: string, status: string) =>
  expect.poll(async () => (await had(store, call)).status, { timeout: 20_000 }).toBe(status)

const mapping = async (store: TestStore) => ({
  activity_id: null,
  labels: [await made.label(store)],
  mapping: [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' },
  ],
})

async function mapped(store: TestStore): Promise<number> {
  const id = await loaded(store)
  await had(store, `PUT /datasource/${id}/mapping`, { body: await mapping(store) })
  return id
}

async function dryRun(store: TestStore) {
  const id = await mapped(store)
  const { run_id } = await had(store, `POST /datasource/${id}/execute/dry`)
  await settled(store, `GET /datasource/${id}/history/${run_id}`, 'completed')
  return { id, run_id }
}

const entity = {
  source: ['id', 'name', 'description', 'status', 'type', 'enabled', 'stats', 'author', 'created_at', 'updated_at'],
  listedSource: ['id', 'name', 'stats', 'type', 'created_at', 'updated_at'],
  file: ['import_id', 'file_id', 'file_name', 'file_size', 'file_type', 'settings'],
  mapping: [
    ...['activity_id', 'labels', 'mapping', 'source_schema', 'preview_data', 'profile_fields'],
    ...['require_fields', 'source_mapping'],
  ],
  result: ['status', 'error', 'stats', 'activity_type'],
  record: ['record_no', 'data', 'change', 'status', 'error'],
}

/** Files, data sources and imports. */
export const dataSourceCalls: SpecCall[] = [
  {
    call: 'GET /datasource/exists',
    sent: () => ['/datasource/exists', { query: { name: 'ร้าน' } }],
    fields: ['exists'],
  },
  {
    call: 'POST /datasource/import/validate',
    sent: async (store) => ['/datasource/import/validate', { body: await uploaded(store) }],
    fields: ['file_id', 'file_type'],
  },
  {
    call: 'POST /datasource/import',
    sent: async (store) => ['/datasource/import', { body: await uploaded(store) }],
    fields: ['import_id'],
  },
  {
    call: 'POST /datasource',
    sent: async (store) => {
      const file = { ...(await uploaded(store)), settings: { delimiter: ',' } }
      return ['/datasource', { body: { name: fresh('หน้าร้าน'), description: 'จากเครื่องคิดเงิน', ...file } }]
    },
    fields: ['datasource_id'],
  },
  {
    call: 'GET /datasource',
    sent: async (store) => {
      await loaded(store)
      const made = { created_from: days.from, created_to: days.to, sort_by: 'createdAt', sort_dir: 'desc' }
      const narrowed = { keyword: 'ที่มา', status: 'ready_to_map', type: 'local_file' }
      return ['/datasource', { query: { offset: '0', limit: '10', ...made, ...narrowed } }]
    },
    fields: page,
    listed: entity.listedSource,
  },
  {
    call: 'GET /datasource (start_datetime, end_datetime)',
    sent: async (store) => {
      await loaded(store)
      return ['/datasource', { query: { limit: '0', start_datetime: days.from, end_datetime: days.to, status: '' } }]
    },
    fields: page,
    listed: entity.listedSource,
  },
  {
    call: 'DELETE /datasource/{id}',
    sent: async (store) => [`/datasource/${await loaded(store)}`],
  },
  {
    call: 'GET /datasource/{id}',
    sent: async (store) => [`/datasource/${await loaded(store)}`],
    fields: entity.source,
  },
  {
    call: 'GET /datasource/{id}/file',
    sent: async (store) => [`/datasource/${await loaded(store)}/file`],
    fields: entity.file,
  },
  {
    call: 'GET /datasource/{id}/file/download',
    sent: async (store) => [`/datasource/${await loaded(store)}/file/download`],
  },
  {
    call: 'GET /datasource/{id}/mapping',
    sent: async (store) => [`/datasource/${await loaded(store)}/mapping`],
    fields: entity.mapping,
  },
  {
    call: 'PUT /datasource/{id}/mapping',
    sent: async (store) => [`/datasource/${await loaded(store)}/mapping`, { body: await mapping(store) }],
  },
  {
    call: 'GET /datasource/{id}/history/{x}',
    sent: async (store) => {
      const { id, run_id } = await dryRun(store)
      return [`/datasource/${id}/history/${run_id}`]
    },
    fields: ['status', 'error', 'stats'],
  },
  {
    call: 'GET /datasource/{id}/history/{x}/records',
    sent: async (store) => {
      const { id, run_id } = await dryRun(store)
      return [`/datasource/${id}/history/${run_id}/records`, { query: { offset: '0', limit: '10', status: '' } }]
    },
    fields: page,
    listed: entity.record,
  },
  {
    call: 'GET /datasource/{id}/result/{x}',
    sent: async (store) => {
      const { id, run_id } = await dryRun(store)
      return [`/datasource/${id}/result/${run_id}`]
    },
    fields: entity.result,
  },
  { call: 'GET /datasource/types', sent: () => ['/datasource/types'], fields: ['data'] },
  {
    call: 'GET /datasource/user/latest',
    sent: async (store) => {
      await loaded(store)
      return ['/datasource/user/latest']
    },
    fields: entity.source,
  },
  {
    call: 'PUT /datasource/{id}/enabled',
    sent: async (store) => [`/datasource/${await loaded(store)}/enabled`, { body: { value: false } }],
  },
  {
    call: 'POST /datasource/{id}/execute/dry',
    sent: async (store) => [`/datasource/${await mapped(store)}/execute/dry`],
    fields: ['run_id'],
  },
  {
    call: 'POST /datasource/{id}/execute',
    sent: async (store) => {
      const { id, run_id } = await dryRun(store)
      return [`/datasource/${id}/execute`, { body: { run_id } }]
    },
    fields: ['run_id'],
  },
]
