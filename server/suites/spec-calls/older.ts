import type { TestStore } from '../../testing/store.testing.ts'
import { broadcastDraft } from '../../testing/things/broadcasts.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import {
  brokenSource,
  dryRun,
  freshSource,
  importedSource,
  mappedSource,
  numberOf,
  runNumber,
  sourceFile,
  upload,
  waitingRun,
} from '../../testing/things/data-sources.ts'
import { typeWithField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { doneExport, waitingExport } from '../../testing/things/jobs.ts'
import { broadcast } from '../../testing/things/segments.ts'
import { had, type SpecCall } from './ask.ts'
import { activityField, label, made } from './made.ts'
import { olderFields as older } from './older-fields.ts'

type Sent = Awaited<ReturnType<SpecCall['sent']>>

/** A call on a thing by its id, which stands at the end of the path or before `rest`. */
const on =
  (path: string, make: (store: TestStore) => Promise<number | string>, rest = '', words?: Sent[1]) =>
  async (store: TestStore): Promise<Sent> => [`/v1${path}/${await make(store)}${rest}`, words]

const list = { query: { offset: '0', limit: '10', keyword: '', sort_by: '', sort_dir: 'desc' } }
const rows = { query: { offset: '0', limit: '10' } }

/** A profile with an activity of the type. */
async function visitor(store: TestStore) {
  const { type, field, name } = await typeWithField(store)
  const profile = await made.profile(store)
  const body = { activity_type_id: type, fields: [{ id: field, value: 'สาขาสยาม' }] }
  await had(store, `POST /profile/${profile}/activity`, { body })
  return { profile, type, field, name }
}

/** The number of the newest run of an import. */
async function importedRun(store: TestStore) {
  const id = await importedSource(store)
  const { data } = await had(store, `GET /datasource/${id}/history`)
  return numberOf((data[0] as unknown as { run_id: string }).run_id)
}

/** The profile that the newest import made. */
async function importedProfile(store: TestStore) {
  await importedSource(store)
  const { data } = await had(store, 'GET /profile')
  return data[0]!.id
}

const broadcastBody = async (store: TestStore) => ({
  name: fresh('โปรโมชัน'),
  channel: { type: 'lineOA', channel_id: await officialAccount(store) },
})

/** The older API, with the fields of its answers. */
export const olderCalls: SpecCall[] = [
  {
    call: 'GET /v1/profiles',
    sent: async (store) => {
      await made.profile(store)
      return ['/v1/profiles', { query: { ...list.query, keyword: 'มาลี', sort_by: 'updatedAt' } }]
    },
    fields: older.paged,
    listed: older.profile,
  },
  { call: 'GET /v1/profiles/{id}', sent: on('/profiles', made.profile), fields: older.profile },
  {
    call: 'GET /v1/profiles/{id}/activities',
    sent: async (store) => [`/v1/profiles/${(await visitor(store)).profile}/activities`, rows],
    fields: older.paged,
    listed: ['id', 'fields'],
  },
  {
    call: 'PATCH /v1/profiles/{id}',
    sent: on('/profiles', made.profile, '', { body: { fields: [{ id: 2, value: 'ใจดี' }] } }),
    fields: older.profile,
  },
  {
    call: 'PUT /v1/profiles/{id}/label',
    sent: async (store) => [
      `/v1/profiles/${await made.profile(store)}/label`,
      { body: { label_ids: [await made.label(store)] } },
    ],
    fields: older.profile,
  },
  {
    call: 'GET /v1/profiles/search/{field}',
    sent: () => ['/v1/profiles/search/firstName', { query: { value: 'มา' } }],
    fields: ['data'],
  },
  {
    call: 'GET /v1/profiles/search/activity/{activityId}/{field}',
    sent: async (store) => {
      const { type, name } = await visitor(store)
      return [`/v1/profiles/search/activity/${type}/${name}`, { query: { value: 'สาขา' } }]
    },
    fields: ['data'],
  },
  {
    call: 'GET /v1/profiles/activity/{id}',
    sent: async (store) => [`/v1/profiles/activity/${(await visitor(store)).field}`, { query: { value: 'สาขาสยาม' } }],
    fields: older.paged,
    listed: older.profile,
  },
  {
    call: 'GET /v1/profiles/profile/activity-log',
    sent: async (store) => {
      await visitor(store)
      return ['/v1/profiles/profile/activity-log', rows]
    },
    fields: older.paged,
    listed: ['id', 'fields', 'profile'],
  },
  {
    call: 'GET /v1/profiles/{id}/datasources',
    sent: on('/profiles', importedProfile, '/datasources', list),
    fields: older.paged,
    listed: older.mappingQuery,
  },
  {
    call: 'POST /v1/datasources/dataframes/import',
    sent: async (store) => [
      '/v1/datasources/dataframes/import',
      { body: { name: fresh('หน้าร้าน'), ...(await upload(store)) } },
    ],
    fields: ['datasource_id'],
  },
  {
    call: 'GET /v1/datasources/dataframes/{id}',
    sent: on('/datasources/dataframes', sourceFile, '', rows),
    fields: older.dataFrame,
    listed: ['row_no', 'values'],
  },
  {
    call: 'GET /v1/datasources/{id}/dataframes',
    sent: on('/datasources', freshSource, '/dataframes', rows),
    fields: older.dataFrame,
    listed: ['row_no', 'values'],
  },
  {
    call: 'GET /v1/datasources/log/{id}/dataframes',
    sent: on('/datasources/log', runNumber, '/dataframes', rows),
    fields: older.paged,
    listed: older.record,
  },
  {
    call: 'GET /v1/datasources/status-output/{id}',
    sent: on('/datasources/status-output', runNumber),
    fields: ['data', 'total'],
    listed: ['status', 'total'],
  },
  {
    call: 'PUT /v1/datasources/dataframes/{id}',
    sent: async (store) => [
      `/v1/datasources/dataframes/${await sourceFile(store, await brokenSource(store))}`,
      { body: { settings: { delimiter: ',' } } },
    ],
    fields: ['file_id', 'settings'],
  },
  {
    call: 'GET /v1/datasources',
    sent: async (store) => {
      await mappedSource(store)
      return ['/v1/datasources', { query: { ...list.query, status: 'mapping', sort_by: 'updatedAt' } }]
    },
    fields: older.paged,
    listed: older.mappingQuery,
  },
  { call: 'GET /v1/datasources/{id}', sent: on('/datasources', freshSource), fields: older.mappingQuery },
  { call: 'GET /v1/datasources/types', sent: () => ['/v1/datasources/types'], fields: ['data'] },
  {
    call: 'GET /v1/datasources/mapping-data-fields',
    sent: () => ['/v1/datasources/mapping-data-fields', { query: { limit: '0', keyword: 'phone' } }],
    fields: older.paged,
    listed: older.mappableField,
  },
  {
    call: 'GET /v1/datasources/order-log/{id}',
    sent: on('/datasources/order-log', importedRun, '', rows),
    fields: older.paged,
  },
  {
    call: 'GET /v1/datasources/{id}/log',
    sent: async (store) => [`/v1/datasources/${(await dryRun(store)).id}/log`, rows],
    fields: older.paged,
    listed: ['id', ...older.log],
  },
  {
    call: 'GET /v1/datasources/{id}/columns',
    sent: on('/datasources', freshSource, '/columns', rows),
    fields: older.paged,
    listed: older.column,
  },
  {
    call: 'GET /v1/datasources/log/{id}',
    sent: on('/datasources/log', runNumber),
    fields: [...older.log, 'activity_type'],
  },
  {
    call: 'POST /v1/datasources/validate-name',
    sent: () => ['/v1/datasources/validate-name', { body: { name: 'ร้าน' } }],
    fields: ['exists'],
  },
  {
    call: 'POST /v1/datasources/presets',
    sent: async (store) => [
      '/v1/datasources/presets',
      { body: { datasource_id: Number(await freshSource(store)), preset_id: Number(await mappedSource(store)) } },
    ],
    fields: older.mappingQuery,
  },
  {
    call: 'PATCH /v1/datasources/{id}',
    sent: on('/datasources', freshSource, '', { body: { description: 'จากหน้าร้าน' } }),
    fields: older.mappingQuery,
  },
  {
    call: 'POST /v1/pipeline/run',
    sent: async (store) => [
      '/v1/pipeline/run',
      { body: { datasource_id: Number(await mappedSource(store)), stop_on_failed: true } },
    ],
    fields: ['run_id'],
  },
  {
    call: 'DELETE /v1/pipeline',
    sent: async (store) => ['/v1/pipeline', { query: { datasource_id: (await waitingRun(store)).id } }],
  },
  {
    call: 'GET /v1/activity/field',
    sent: async (store) => {
      await made.activityField(store)
      return ['/v1/activity/field', list]
    },
    fields: older.paged,
    listed: older.activityField,
  },
  {
    call: 'POST /v1/activity/field',
    sent: () => ['/v1/activity/field', { body: activityField() }],
    fields: older.activityField,
  },
  {
    call: 'GET /v1/activity/field/{id}',
    sent: on('/activity/field', made.activityField),
    fields: older.activityField,
  },
  {
    call: 'PATCH /v1/activity/field/{id}',
    sent: on('/activity/field', made.activityField, '', { body: { display_name: 'สาขา 2' } }),
    fields: older.activityField,
  },
  { call: 'DELETE /v1/activity/field/{id}', sent: on('/activity/field', made.activityField), fields: ['job_id'] },
  ...(['field', 'type'] as const).map(
    (thing): SpecCall => ({
      call: `GET /v1/activity/${thing}/validate/{field}/{value}`,
      sent: () => [`/v1/activity/${thing}/validate/name/${encodeURIComponent('ซื้อ/คืน 100%')}`],
      fields: ['exists'],
    }),
  ),
  {
    call: 'GET /v1/activity/type',
    sent: async (store) => {
      await made.activityType(store)
      return ['/v1/activity/type', list]
    },
    fields: older.paged,
    listed: older.activityType,
  },
  {
    call: 'POST /v1/activity/type',
    sent: () => ['/v1/activity/type', { body: { name: fresh('ซื้อ'), fields: [] } }],
    fields: older.activityType,
  },
  { call: 'GET /v1/activity/type/{id}', sent: on('/activity/type', made.activityType), fields: older.activityType },
  {
    call: 'PATCH /v1/activity/type/{id}',
    sent: on('/activity/type', made.activityType, '', { body: { description: 'ที่หน้าร้าน' } }),
    fields: older.activityType,
  },
  { call: 'DELETE /v1/activity/type/{id}', sent: on('/activity/type', made.activityType) },
  {
    call: 'GET /v1/broadcast',
    sent: async (store) => {
      await broadcast(store)
      return ['/v1/broadcast', list]
    },
    fields: older.broadcasts,
  },
  ...['/v1/broadcast', '/v1/broadcast/draft'].map(
    (path): SpecCall => ({
      call: `POST ${path}`,
      sent: async (store) => [path, { body: await broadcastBody(store) }],
      fields: ['id', 'name', 'status'],
    }),
  ),
  {
    call: 'GET /v1/broadcast/{id}',
    sent: on('/broadcast', async (store) => (await broadcastDraft(store)).id),
    fields: ['id', 'name', 'status'],
  },
  {
    call: 'PATCH /v1/broadcast/{id}',
    sent: on('/broadcast', async (store) => (await broadcastDraft(store)).id, '', { body: { name: 'ลดราคา' } }),
    fields: ['id', 'name', 'status'],
  },
  {
    call: 'DELETE /v1/broadcast/{id}',
    sent: on('/broadcast', async (store) => (await broadcastDraft(store)).id),
  },
  {
    call: 'POST /v1/broadcast/target-users',
    sent: async (store) => {
      const { channel } = await broadcastBody(store)
      return ['/v1/broadcast/target-users', { body: { channel, target: { type: 'all_friends' } } }]
    },
    fields: older.target,
  },
  {
    call: 'GET /v1/broadcast/broadcast-usage',
    sent: async (store) => [
      '/v1/broadcast/broadcast-usage',
      { query: { channel_id: String(await officialAccount(store)) } },
    ],
    fields: older.usage,
  },
  { call: 'GET /v1/dashboard/total', sent: () => ['/v1/dashboard/total'], fields: older.summary },
  {
    call: 'GET /v1/dashboard/statistic',
    sent: () => ['/v1/dashboard/statistic', { query: { timescale: 'month', timezone: 'Asia/Bangkok' } }],
    fields: ['data'],
    listed: older.series,
  },
  {
    call: 'GET /v1/dashboard/data-source-list',
    sent: async (store) => {
      await importedSource(store)
      return ['/v1/dashboard/data-source-list', list]
    },
    fields: older.paged,
    listed: ['id', 'name'],
  },
  {
    call: 'GET /v1/label',
    sent: async (store) => {
      await made.label(store)
      return ['/v1/label', { query: { ...list.query, keyword: 'ป้าย' } }]
    },
    fields: older.paged,
    listed: older.label,
  },
  {
    call: 'POST /v1/label',
    sent: () => {
      const { description: note, ...rest } = label()
      return ['/v1/label', { body: { ...rest, note } }]
    },
    fields: older.label,
  },
  { call: 'GET /v1/label/{id}', sent: on('/label', made.label), fields: older.label },
  {
    call: 'PATCH /v1/label/{id}',
    sent: on('/label', made.label, '', { body: { note: 'ลูกค้าประจำ' } }),
    fields: older.label,
  },
  { call: 'DELETE /v1/label/{id}', sent: on('/label', made.label) },
  {
    call: 'GET /v1/label/validate/{field}/{value}',
    sent: () => [`/v1/label/validate/name/${encodeURIComponent('ลูกค้า/VIP 100%')}`],
    fields: ['exists'],
  },
  {
    call: 'GET /v1/export',
    sent: async (store) => {
      await doneExport(store)
      return ['/v1/export', { query: { limit: '0', keyword: 'customers', sort_by: 'createdAt', sort_dir: 'desc' } }]
    },
    fields: older.paged,
    listed: older.exported,
  },
  {
    call: 'POST /v1/export',
    sent: () => ['/v1/export', { body: { type: 'profile', file_type: 'xlsx' } }],
    fields: older.exported,
  },
  {
    call: 'PATCH /v1/export',
    sent: async (store) => ['/v1/export', { body: { export_ids: [await waitingExport(store)] } }],
    fields: ['data'],
    listed: older.exported,
  },
  {
    call: 'DELETE /v1/export',
    sent: async (store) => ['/v1/export', { query: { export_ids: String(await doneExport(store)) } }],
  },
  { call: 'GET /wms/providers', sent: () => ['/wms/providers'], fields: ['data'], listed: older.provider },
]
