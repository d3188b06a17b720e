import { fresh } from '../../testing/things/fresh.ts'
import { currentVersion, had, page, type SpecCall } from './ask.ts'
import { activityField, made, profileField } from './made.ts'

const entity = {
  activityField: [
    ...['id', 'field_name', 'display_name', 'field_type', 'data_type', 'status'],
    ...['created_at', 'updated_at'],
  ],
  activityType: ['id', 'name', 'description', 'field_count', 'fields', 'created_at', 'updated_at'],
  keyword: ['keyword', 'field_id', 'field_type'],
  systemField: ['id', 'field_type', 'name', 'display_name', 'data_type', 'sort_id'],
  profileField: ['id', 'field_name', 'display_name', 'data_type', 'field_type', 'created_at', 'updated_at'],
}

/** Fields of profiles and activities, and types of activities. */
export const fieldCalls: SpecCall[] = [
  {
    call: 'GET /activity-type/{id}/field',
    sent: async (store) => [`/activity-type/${await made.activityType(store)}/field`],
    fields: page,
    listed: entity.activityField,
  },
  {
    call: 'GET /activity-type',
    sent: async (store) => {
      await made.activityType(store)
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
    sent: async (store) => [`/activity-field/${await made.activityField(store)}`],
    fields: entity.activityField,
  },
  {
    call: 'PUT /activity-field/{id}',
    sent: async (store) => {
      const path = `/activity-field/${await made.activityField(store)}`
      return [path, { body: { ...activityField(), ...(await currentVersion(store, `GET ${path}`)) } }]
    },
    fields: entity.activityField,
  },
  {
    call: 'DELETE /activity-field/{id}',
    sent: async (store) => [`/activity-field/${await made.activityField(store)}`],
  },
  {
    call: 'POST /activity-field',
    sent: async (store) => {
      const query = { activity_type_id: String(await made.activityType(store)) }
      return ['/activity-field', { query, body: activityField() }]
    },
    fields: entity.activityField,
  },
  {
    call: 'POST /activity-type',
    sent: async (store) => {
      const fields = [await made.activityField(store)]
      return ['/activity-type', { body: { name: fresh('เข้าร้าน'), description: 'ที่สาขา', fields } }]
    },
    fields: entity.activityType,
  },
  {
    call: 'PUT /activity-type/{id}',
    sent: async (store) => {
      const id = await made.activityType(store)
      const { updated_at: origin_time } = (await had(store, 'GET /activity-type')).data.find((type) => type.id === id)!
      const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await made.activityField(store)], origin_time }
      return [`/activity-type/${id}`, { body }]
    },
    fields: entity.activityType,
  },
  {
    call: 'POST /activity-type/{id}/field',
    sent: async (store) => {
      const body = { id: await made.activityField(store), type: 'custom_activity' }
      return [`/activity-type/${await made.activityType(store)}/field`, { body }]
    },
    fields: entity.activityType,
  },
  {
    call: 'GET /activity/type/{id}/search/{field}',
    sent: async (store) => [
      `/activity/type/${await made.activityType(store)}/search/activityDate`,
      { query: { value: '2026' } },
    ],
    fields: ['data'],
  },
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
  { call: 'DELETE /profile-field/{id}', sent: async (store) => [`/profile-field/${await made.profileField(store)}`] },
  {
    call: 'POST /profile-field',
    sent: () => ['/profile-field', { body: profileField() }],
    fields: entity.profileField,
  },
  {
    call: 'PUT /profile-field/{id}',
    sent: async (store) => {
      const field = await had(store, 'POST /profile-field', { body: profileField() })
      return [`/profile-field/${field.id}`, { body: { ...profileField(), origin_time: field.updated_at } }]
    },
    fields: entity.profileField,
  },
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
]
