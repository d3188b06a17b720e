import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../core/store.testing.ts'
import { nkeyOf } from '../push/nkeys.ts'

// Each call in the very words of the specification, whatever the contract says: written from its list of calls and entities alone.

interface Body {
  id: number
  status: string
  updated_at: string
  datasource_id: number
  run_id: string
  file_id: number
  file_type: string
  data: { id: number; updated_at: string }[]
}
interface Words {
  query?: Record<string, string>
  body?: object
  /** For the calls that take the person's own token. */
  person?: true
}

let store: TestStore
let serial = 0
const fresh = (word: string) => `${word}${++serial}`
const csv = 'ชื่อ,เบอร์โทรศัพท์\nมาลี,0812345678\n'

async function ask(call: string, { query, body, person }: Words = {}) {
  const { app } = await testServer()
  const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
  const reply = await app.inject({
    method,
    url: `/api${path}`,
    query,
    headers: { authorization: `Bearer ${person ? store.personToken : store.token}` },
    ...(body && { payload: body }),
  })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, text: reply.body, body: (isJson ? reply.json() : undefined) as Body }
}

/** Asks for what has to be there already. */
async function had(call: string, words?: Words): Promise<Body> {
  const { status, body, text } = await ask(call, words)
  if (status >= 300) throw new Error(`${call} answered ${status}: ${text}`)
  return body
}

async function upload(name = 'customers.csv'): Promise<{ status: number; body: Body }> {
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

async function uploaded() {
  const { file_id, file_type } = (await upload()).body
  return { file_id, file_type }
}

/** A data source whose file is read. */
async function loaded(): Promise<number> {
  const body = { name: fresh('ที่มา'), description: '', ...(await uploaded()), settings: { delimiter: ',' } }
  const { datasource_id: id } = await had('POST /datasource', { body })
  await settled(`GET /datasource/${id}`, 'ready_to_map')
  return id
}

const settled = (call: string, status: string) =>
  expect.poll(async () => (await had(call)).status, { timeout: 20_000 }).toBe(status)

const mapping = async () => ({
  activity_id: null,
  labels: [await made.label()],
  mapping: [
    { source_schema_id: '1', destination_id: 1, destination_type: 'system_profile' },
    { source_schema_id: '2', destination_id: 9, destination_type: 'system_profile' },
  ],
})

async function mapped(): Promise<number> {
  const id = await loaded()
  await had(`PUT /datasource/${id}/mapping`, { body: await mapping() })
  return id
}

async function dryRun() {
  const id = await mapped()
  const { run_id } = await had(`POST /datasource/${id}/execute/dry`)
  await settled(`GET /datasource/${id}/history/${run_id}`, 'completed')
  return { id, run_id }
}

const idOf = async (call: string, words: Words): Promise<number> => (await had(call, words)).id
const activityField = () => ({ name: fresh('field'), display_name: fresh('ฟิลด์'), data_type: 'String' })
const profileField = () => ({ field_name: fresh('own'), display_name: fresh('ของร้าน'), data_type: 'String' })
const label = () => ({ name: fresh('ป้าย'), description: 'ลูกค้าประจำ', color: 'teal', type: 'general' })

const made = {
  label: () => idOf('POST /label', { body: label() }),
  activityField: () => idOf('POST /activity-field', { body: activityField() }),
  activityType: async () =>
    idOf('POST /activity-type', {
      body: { name: fresh('ซื้อ'), description: 'หน้าร้าน', fields: [await made.activityField()] },
    }),
  profileField: () => idOf('POST /profile-field', { body: profileField() }),
  /** There is no call of the specification that makes one by hand. */
  profile: () => idOf('POST /profile', { body: { fields: [{ id: 1, value: fresh('มาลี') }] } }),
}

const role = () => ({ name: fresh('บทบาท'), permissions: ['cdp-core.profile.read'] })
const madeRole = () => idOf(`POST /stores/${store.storeId}/roles`, { body: role() })
const invite = async () => {
  const body = { email: `${fresh('invited')}@example.com`, role_id: await madeRole() }
  return idOf('POST /stores/invitations', { body })
}
/** Two ways to the same person, and two to one list of them. */
const memberAt = async (place: 'account' | 'settings') => {
  const { userId } = await store.member([])
  return place === 'account' ? `/users/${userId}/user-stores/${store.storeId}` : `/user-management/${userId}`
}

/** The version of a thing, as edits send it back. */
const seen = async (call: string): Promise<{ origin_time: string }> => ({ origin_time: (await had(call)).updated_at })

const page = ['data', 'total', 'pages', 'page', 'limit', 'sort_by', 'order']
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
  activityField: [
    ...['id', 'field_name', 'display_name', 'field_type', 'data_type', 'status'],
    ...['created_at', 'updated_at'],
  ],
  activityType: ['id', 'name', 'description', 'field_count', 'fields', 'created_at', 'updated_at'],
  label: [
    ...['id', 'name', 'description', 'color', 'type', 'target_count', 'display_enabled', 'reference_labels'],
    ...['created_at', 'updated_at'],
  ],
  keyword: ['keyword', 'field_id', 'field_type'],
  systemField: ['id', 'field_type', 'name', 'display_name', 'data_type', 'sort_id'],
  profile: ['id', 'fields', 'labels', 'created_at', 'updated_at'],
  profileField: ['id', 'field_name', 'display_name', 'data_type', 'field_type', 'created_at', 'updated_at'],
  role: ['id', 'name', 'permissions', 'preset', 'members', 'updated_at'],
  member: ['id', 'first_name', 'last_name', 'email', 'store', 'role', 'last_seen_at'],
  invitation: ['id', 'email', 'store', 'role', 'status', 'created_at', 'expires_at'],
  preference: ['datasource_cont_alert_dismiss', 'profile_list_column', 'updated_at'],
}

interface Row {
  /** As the specification has it, ids in braces. */
  call: string
  /** The ids and the words. */
  sent: () => Promise<[path: string, words?: Words]> | [path: string, words?: Words]
  /** The fields of the answer, and of the first of its list. */
  fields?: string[]
  listed?: string[]
}

const days = { from: '2020-01-31', to: '2099-12-31T23:59:59.999+07:00' }
const rows: Row[] = [
  // People and stores
  {
    call: 'GET /users/{userId}/user-stores',
    sent: () => [`/users/${store.userId}/user-stores`, { person: true }],
    fields: ['data'],
    listed: ['id', 'store'],
  },
  {
    call: 'POST /stores/auth/token',
    sent: () => ['/stores/auth/token', { body: { id: store.storeId }, person: true }],
    fields: ['token'],
  },
  { call: 'GET /stores/{id}', sent: () => [`/stores/${store.storeId}`], fields: ['id', 'name'] },
  {
    call: 'GET /users/user-stores/{id}',
    sent: () => [`/users/user-stores/${store.storeId}`],
    fields: page,
    listed: entity.member,
  },
  ...(['account', 'settings'] as const).flatMap((place): Row[] => {
    const at = place === 'account' ? '/users/{userId}/user-stores/{id}' : '/user-management/{id}'
    return [
      { call: `GET ${at}`, sent: async () => [await memberAt(place)], fields: entity.member },
      {
        call: `PATCH ${at}`,
        sent: async () => [await memberAt(place), { body: { role_id: await madeRole() } }],
        fields: entity.member,
      },
      { call: `DELETE ${at}`, sent: async () => [await memberAt(place)] },
    ]
  }),
  {
    call: 'GET /user-management',
    sent: () => ['/user-management', { query: { offset: '0', limit: '10', keyword: 'สมชาย' } }],
    fields: page,
    listed: entity.member,
  },
  {
    call: 'GET /stores/{id}/invitations',
    sent: async () => {
      await invite()
      return [`/stores/${store.storeId}/invitations`, { query: { offset: '0', limit: '10', keyword: 'invited' } }]
    },
    fields: page,
    listed: entity.invitation,
  },
  {
    call: 'DELETE /stores/{id}/invitations/{key}',
    sent: async () => [`/stores/${store.storeId}/invitations/${await invite()}`],
  },
  {
    call: 'POST /stores/invitations',
    sent: async () => {
      const body = { email: `${fresh('invited')}@example.com`, role_id: await madeRole(), send: false }
      return ['/stores/invitations', { body }]
    },
    fields: ['id', 'link'],
  },
  ...['/stores/{id}/roles', '/roles'].map((path) => ({
    call: `GET ${path}`,
    sent: (): [string, Words] => [
      path.replace('{id}', String(store.storeId)),
      { query: { offset: '0', limit: '10', keyword: '' } },
    ],
    fields: page,
    listed: entity.role,
  })),
  {
    call: 'POST /stores/{id}/roles',
    sent: () => [`/stores/${store.storeId}/roles`, { body: role() }],
    fields: entity.role,
  },
  {
    call: 'GET /stores/{id}/roles/{roleId}',
    sent: async () => [`/stores/${store.storeId}/roles/${await madeRole()}`],
    fields: entity.role,
  },
  {
    call: 'DELETE /stores/{id}/roles/{roleId}',
    sent: async () => [
      `/stores/${store.storeId}/roles/${await madeRole()}`,
      { query: { move_to: String(await madeRole()) } },
    ],
  },
  {
    call: 'PATCH /stores/v2/{id}/roles/{roleId}',
    sent: async () => {
      const id = await madeRole()
      const body = { ...role(), ...(await seen(`GET /stores/${store.storeId}/roles/${id}`)) }
      return [`/stores/v2/${store.storeId}/roles/${id}`, { body }]
    },
    fields: entity.role,
  },
  {
    call: 'GET /stores/v2/roles/validate/name/{name}',
    sent: () => [`/stores/v2/roles/validate/name/${encodeURIComponent('ผู้จัดการ')}`],
    fields: ['exists'],
  },
  {
    call: 'POST /socket/auth/token/store',
    sent: () => {
      const nkey = nkeyOf('user', generateKeyPairSync('ed25519').publicKey)
      return ['/socket/auth/token/store', { body: { token: store.token, nkey } }]
    },
    fields: ['token'],
  },

  // Data sources
  {
    call: 'GET /datasource/exists',
    sent: () => ['/datasource/exists', { query: { name: 'ร้าน' } }],
    fields: ['exists'],
  },
  {
    call: 'POST /datasource/import/validate',
    sent: async () => ['/datasource/import/validate', { body: await uploaded() }],
    fields: ['file_id', 'file_type'],
  },
  {
    call: 'POST /datasource/import',
    sent: async () => ['/datasource/import', { body: await uploaded() }],
    fields: ['import_id'],
  },
  {
    call: 'POST /datasource',
    sent: async () => {
      const file = { ...(await uploaded()), settings: { delimiter: ',' } }
      return ['/datasource', { body: { name: fresh('หน้าร้าน'), description: 'จากเครื่องคิดเงิน', ...file } }]
    },
    fields: ['datasource_id'],
  },
  {
    call: 'GET /datasource',
    sent: async () => {
      await loaded()
      const made = { created_from: days.from, created_to: days.to, sort_by: 'createdAt', sort_dir: 'desc' }
      const narrowed = { keyword: 'ที่มา', status: 'ready_to_map', type: 'local_file' }
      return ['/datasource', { query: { offset: '0', limit: '10', ...made, ...narrowed } }]
    },
    fields: page,
    listed: entity.listedSource,
  },
  {
    call: 'GET /datasource (start_datetime, end_datetime)',
    sent: async () => {
      await loaded()
      return ['/datasource', { query: { limit: '0', start_datetime: days.from, end_datetime: days.to, status: '' } }]
    },
    fields: page,
    listed: entity.listedSource,
  },
  {
    call: 'DELETE /datasource/{id}',
    sent: async () => [`/datasource/${await loaded()}`],
  },
  { call: 'GET /datasource/{id}', sent: async () => [`/datasource/${await loaded()}`], fields: entity.source },
  { call: 'GET /datasource/{id}/file', sent: async () => [`/datasource/${await loaded()}/file`], fields: entity.file },
  { call: 'GET /datasource/{id}/file/download', sent: async () => [`/datasource/${await loaded()}/file/download`] },
  {
    call: 'GET /datasource/{id}/mapping',
    sent: async () => [`/datasource/${await loaded()}/mapping`],
    fields: entity.mapping,
  },
  {
    call: 'PUT /datasource/{id}/mapping',
    sent: async () => [`/datasource/${await loaded()}/mapping`, { body: await mapping() }],
  },
  {
    call: 'GET /datasource/{id}/history/{x}',
    sent: async () => {
      const { id, run_id } = await dryRun()
      return [`/datasource/${id}/history/${run_id}`]
    },
    fields: ['status', 'error', 'stats'],
  },
  {
    call: 'GET /datasource/{id}/history/{x}/records',
    sent: async () => {
      const { id, run_id } = await dryRun()
      return [`/datasource/${id}/history/${run_id}/records`, { query: { offset: '0', limit: '10', status: '' } }]
    },
    fields: page,
    listed: entity.record,
  },
  {
    call: 'GET /datasource/{id}/result/{x}',
    sent: async () => {
      const { id, run_id } = await dryRun()
      return [`/datasource/${id}/result/${run_id}`]
    },
    fields: entity.result,
  },
  { call: 'GET /datasource/types', sent: () => ['/datasource/types'], fields: ['data'] },
  {
    call: 'GET /datasource/user/latest',
    sent: async () => {
      await loaded()
      return ['/datasource/user/latest']
    },
    fields: entity.source,
  },
  {
    call: 'PUT /datasource/{id}/enabled',
    sent: async () => [`/datasource/${await loaded()}/enabled`, { body: { value: false } }],
  },
  {
    call: 'POST /datasource/{id}/execute/dry',
    sent: async () => [`/datasource/${await mapped()}/execute/dry`],
    fields: ['run_id'],
  },
  {
    call: 'POST /datasource/{id}/execute',
    sent: async () => {
      const { id, run_id } = await dryRun()
      return [`/datasource/${id}/execute`, { body: { run_id } }]
    },
    fields: ['run_id'],
  },

  // Activities
  {
    call: 'GET /activity-type/{id}/field',
    sent: async () => [`/activity-type/${await made.activityType()}/field`],
    fields: page,
    listed: entity.activityField,
  },
  {
    call: 'GET /activity-type',
    sent: async () => {
      await made.activityType()
      return ['/activity-type', { query: { offset: '0', limit: '10' } }]
    },
    fields: page,
    listed: entity.activityType,
  },
  {
    call: 'GET /activity-field',
    sent: () => ['/activity-field', { query: { offset: '0', limit: '0', keyword: '', type: 'system_activity' } }],
    fields: page,
    listed: entity.activityField,
  },
  {
    call: 'GET /activity-field/name/available',
    sent: () => ['/activity-field/name/available', { query: { keyword: 'ยอดซื้อ' } }],
    fields: ['exists'],
  },
  {
    call: 'GET /activity-type/name/available',
    sent: () => ['/activity-type/name/available', { query: { keyword: 'ซื้อสินค้า' } }],
    fields: ['exists'],
  },
  {
    call: 'GET /activity-field/{id}',
    sent: async () => [`/activity-field/${await made.activityField()}`],
    fields: entity.activityField,
  },
  {
    call: 'PUT /activity-field/{id}',
    sent: async () => {
      const path = `/activity-field/${await made.activityField()}`
      return [path, { body: { ...activityField(), ...(await seen(`GET ${path}`)) } }]
    },
    fields: entity.activityField,
  },
  { call: 'DELETE /activity-field/{id}', sent: async () => [`/activity-field/${await made.activityField()}`] },
  {
    call: 'POST /activity-field',
    sent: async () => {
      const query = { activity_type_id: String(await made.activityType()) }
      return ['/activity-field', { query, body: activityField() }]
    },
    fields: entity.activityField,
  },
  {
    call: 'POST /activity-type',
    sent: async () => {
      const fields = [await made.activityField()]
      return ['/activity-type', { body: { name: fresh('เข้าร้าน'), description: 'ที่สาขา', fields } }]
    },
    fields: entity.activityType,
  },
  {
    call: 'PUT /activity-type/{id}',
    sent: async () => {
      const id = await made.activityType()
      const { updated_at: origin_time } = (await had('GET /activity-type')).data.find((type) => type.id === id)!
      const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await made.activityField()], origin_time }
      return [`/activity-type/${id}`, { body }]
    },
    fields: entity.activityType,
  },
  {
    call: 'POST /activity-type/{id}/field',
    sent: async () => {
      const body = { id: await made.activityField(), type: 'custom_activity' }
      return [`/activity-type/${await made.activityType()}/field`, { body }]
    },
    fields: entity.activityType,
  },
  {
    call: 'GET /activity/type/{id}/search/{field}',
    sent: async () => [`/activity/type/${await made.activityType()}/search/activityDate`, { query: { value: '2026' } }],
    fields: ['data'],
  },

  // Labels
  {
    call: 'GET /label',
    sent: async () => {
      await made.label()
      const sorted = { sort_direction: 'asc', sort_by: 'updatedAt' }
      const narrowed = { search: 'ป้าย', type: 'general', display_status: 'true' }
      const changed = { updated_from: days.from, updated_to: days.to }
      return ['/label', { query: { offset: '0', limit: '-1', ...sorted, ...narrowed, ...changed } }]
    },
    fields: page,
    listed: entity.label,
  },
  {
    call: 'GET /label/name/available',
    sent: () => ['/label/name/available', { query: { keyword: 'ลูกค้าใหม่' } }],
    fields: ['exists'],
  },
  { call: 'POST /label', sent: () => ['/label', { body: label() }], fields: entity.label },
  {
    call: 'POST /label (note)',
    sent: () => {
      const { description: note, ...rest } = label()
      return ['/label', { body: { ...rest, note } }]
    },
    fields: entity.label,
  },
  {
    call: 'PUT /label/{id}',
    sent: async () => {
      const path = `/label/${await made.label()}`
      return [path, { body: { ...label(), ...(await seen(`GET ${path}`)) } }]
    },
    fields: entity.label,
  },
  { call: 'DELETE /label/{id}', sent: async () => [`/label/${await made.label()}`] },
  { call: 'GET /label/{id}', sent: async () => [`/label/${await made.label()}`], fields: entity.label },
  { call: 'GET /label/types', sent: () => ['/label/types'], fields: ['data'] },
  {
    call: 'PUT /label/{id}/display-enabled',
    sent: async () => [`/label/${await made.label()}/display-enabled`, { body: { value: false } }],
    fields: entity.label,
  },
  {
    call: 'PUT /label/{id}/auto-apply-enabled',
    sent: async () => [`/label/${await made.label()}/auto-apply-enabled`, { body: { value: false } }],
    fields: entity.label,
  },

  // Master data
  {
    call: 'GET /master-data/mapping/keyword',
    sent: () => ['/master-data/mapping/keyword'],
    fields: ['data'],
    listed: entity.keyword,
  },
  {
    call: 'GET /master-data/system/field',
    sent: () => ['/master-data/system/field'],
    fields: ['data'],
    listed: entity.systemField,
  },

  // Profiles
  {
    call: 'GET /profile',
    sent: async () => {
      const [id, labels] = [await made.profile(), [await made.label(), await made.label()]]
      await had(`PUT /profile/${id}/label`, { body: { label_ids: labels } })
      const made_ = { created_from: days.from, created_to: days.to, updated_from: days.from, updated_to: days.to }
      const narrowed = { keyword: 'มาลี', labels: labels.join(',') }
      return [
        '/profile',
        { query: { offset: '0', limit: '10', ...made_, ...narrowed, sort_by: 'updatedAt', sort_dir: 'asc' } },
      ]
    },
    fields: page,
    listed: entity.profile,
  },
  {
    call: 'GET /profile (nothing but empty values)',
    sent: async () => {
      await made.profile()
      const none = { created_from: '', created_to: '', updated_from: '', updated_to: '', keyword: '', labels: '' }
      return ['/profile', { query: { offset: '', limit: '', ...none, sort_by: '', sort_dir: '' } }]
    },
    fields: page,
    listed: entity.profile,
  },
  { call: 'GET /profile/{id}', sent: async () => [`/profile/${await made.profile()}`], fields: entity.profile },
  {
    call: 'PUT /profile/{id}',
    sent: async () => {
      const path = `/profile/${await made.profile()}`
      return [path, { body: { fields: [{ id: 2, value: 'ใจดี' }], ...(await seen(`GET ${path}`)) } }]
    },
    fields: entity.profile,
  },
  { call: 'GET /profile/editable', sent: () => ['/profile/editable'], fields: ['editable'] },
  ...(['PUT', 'POST'] as const).map((method) => ({
    call: `${method} /profile/{id}/label`,
    sent: async (): Promise<[string, Words]> => [
      `/profile/${await made.profile()}/label`,
      { body: { label_ids: [await made.label()] } },
    ],
    fields: entity.profile,
  })),
  {
    call: 'DELETE /profile/{id}/label/{label}',
    sent: async () => [`/profile/${await made.profile()}/label/${await made.label()}`],
  },
  { call: 'GET /tutorial', sent: () => ['/tutorial'], fields: ['0', '1', '2', '3', '4'] },
  {
    call: 'POST /tutorial',
    sent: () => ['/tutorial', { body: { key: 'first_import', status: 'in_progress', step: 1 } }],
    fields: ['0', '4'],
  },
  {
    call: 'GET /dashboard/summarize/pipeline',
    sent: () => ['/dashboard/summarize/pipeline', { query: { from: '2026-11-01', to: '2026-11-30' } }],
    fields: ['record_total', 'record_range', 'result_total', 'pending_total', 'profile_total', 'profile_range'],
  },
  {
    call: 'GET /dashboard/summarize/channel',
    sent: () => ['/dashboard/summarize/channel', { query: {} }],
    fields: ['import', 'openapi'],
  },
  {
    call: 'GET /dashboard/timeframe',
    sent: () => ['/dashboard/timeframe', { query: { timescale: 'week', timezone: 'Asia/Bangkok' } }],
    fields: ['data'],
    listed: ['name', 'total', 'values'],
  },
  { call: 'GET /dashboard/datasource', sent: () => ['/dashboard/datasource', { query: { limit: '3' } }], fields: page },
  { call: 'GET /preference/user-store', sent: () => ['/preference/user-store'], fields: entity.preference },
  {
    call: 'PUT /preference/user-store',
    sent: async () => {
      const profile_list_column = [{ column_id: 'updatedAt', sort_id: 0, enabled: true }]
      return [
        '/preference/user-store',
        { body: { profile_list_column, ...(await seen('GET /preference/user-store')) } },
      ]
    },
    fields: entity.preference,
  },
  {
    call: 'GET /profile/{id}/activity/{activityId}',
    sent: async () => {
      const path = `/profile/${await made.profile()}/activity/${await made.activityType()}`
      const happened = { activity_date_from: days.from, activity_date_to: days.to }
      return [path, { query: { limit: '10', offset: '0', ...happened, sort_by: 'activity_date', sort_dir: 'desc' } }]
    },
    fields: page,
  },
  {
    call: 'GET /profile/search/{field}',
    sent: async () => {
      await made.profile()
      return ['/profile/search/firstName', { query: { value: 'มา' } }]
    },
    fields: ['data'],
  },

  // Profile fields
  {
    call: 'GET /profile-field',
    sent: () => ['/profile-field', { query: { offset: '0', limit: '0', keyword: '' } }],
    fields: page,
    listed: entity.profileField,
  },
  {
    call: 'GET /profile-field/name/available',
    sent: () => ['/profile-field/name/available', { query: { keyword: 'แต้ม' } }],
    fields: ['exists'],
  },
  { call: 'DELETE /profile-field/{id}', sent: async () => [`/profile-field/${await made.profileField()}`] },
  {
    call: 'POST /profile-field',
    sent: () => ['/profile-field', { body: profileField() }],
    fields: entity.profileField,
  },
  {
    call: 'PUT /profile-field/{id}',
    sent: async () => {
      const field = await had('POST /profile-field', { body: profileField() })
      return [`/profile-field/${field.id}`, { body: { ...profileField(), origin_time: field.updated_at } }]
    },
    fields: entity.profileField,
  },
]

beforeEach(async () => {
  store = await newStore()
})

describe('in the words of the specification', () => {
  test.each(rows)('$call is answered with what it names', async ({ call, sent, fields = [], listed }) => {
    const [path, words] = await sent()
    const { status, body, text } = await ask(`${call.split(' ')[0]} ${path}`, words)
    expect([status, status < 300 ? '' : text]).toEqual([body === undefined && text === '' ? 204 : 200, ''])
    expect(Object.keys(body ?? {})).toEqual(expect.arrayContaining(fields))
    if (listed) expect(Object.keys(body.data[0] ?? {})).toEqual(expect.arrayContaining(listed))
  })

  test('POST /file/import takes a file and answers its id', async () => {
    const { status, body } = await upload()
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['file_id', 'file_name', 'file_size'])])
  })
})

test('what a label calls its note is its description', async () => {
  const { description: note, ...rest } = label()
  expect(await had('POST /label', { body: { ...rest, note } })).toMatchObject({ description: note })
})
