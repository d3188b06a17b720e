import { currentVersion, days, had, page, type SpecCall } from './ask.ts'
import { made } from './made.ts'

const entity = {
  profile: ['id', 'fields', 'labels', 'created_at', 'updated_at'],
  preference: ['datasource_cont_alert_dismiss', 'profile_list_column', 'updated_at'],
}

/** Profiles, their activities, and how their list is shown. */
export const profileCalls: SpecCall[] = [
  {
    call: 'GET /profile',
    sent: async (store) => {
      const [id, labels] = [await made.profile(store), [await made.label(store), await made.label(store)]]
      await had(store, `PUT /profile/${id}/label`, { body: { label_ids: labels } })
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
    sent: async (store) => {
      await made.profile(store)
      const none = { created_from: '', created_to: '', updated_from: '', updated_to: '', keyword: '', labels: '' }
      return ['/profile', { query: { offset: '', limit: '', ...none, sort_by: '', sort_dir: '' } }]
    },
    fields: page,
    listed: entity.profile,
  },
  {
    call: 'GET /profile/{id}',
    sent: async (store) => [`/profile/${await made.profile(store)}`],
    fields: entity.profile,
  },
  {
    call: 'PUT /profile/{id}',
    sent: async (store) => {
      const path = `/profile/${await made.profile(store)}`
      return [path, { body: { fields: [{ id: 2, value: 'ใจดี' }], ...(await currentVersion(store, `GET ${path}`)) } }]
    },
    fields: entity.profile,
  },
  { call: 'GET /profile/editable', sent: () => ['/profile/editable'], fields: ['editable'] },
  ...(['PUT', 'POST'] as const).map(
    (method): SpecCall => ({
      call: `${method} /profile/{id}/label`,
      sent: async (store) => [
        `/profile/${await made.profile(store)}/label`,
        { body: { label_ids: [await made.label(store)] } },
      ],
      fields: entity.profile,
    }),
  ),
  {
    call: 'DELETE /profile/{id}/label/{label}',
    sent: async (store) => [`/profile/${await made.profile(store)}/label/${await made.label(store)}`],
  },
  { call: 'GET /preference/user-store', sent: () => ['/preference/user-store'], fields: entity.preference },
  {
    call: 'PUT /preference/user-store',
    sent: async (store) => {
      const profile_list_column = [{ column_id: 'updatedAt', sort_id: 0, enabled: true }]
      return [
        '/preference/user-store',
        { body: { profile_list_column, ...(await currentVersion(store, 'GET /preference/user-store')) } },
      ]
    },
    fields: entity.preference,
  },
  {
    call: 'GET /profile/{id}/activity/{activityId}',
    sent: async (store) => {
      const path = `/profile/${await made.profile(store)}/activity/${await made.activityType(store)}`
      const happened = { activity_date_from: days.from, activity_date_to: days.to }
      return [path, { query: { limit: '10', offset: '0', ...happened, sort_by: 'activity_date', sort_dir: 'desc' } }]
    },
    fields: page,
  },
  {
    call: 'GET /profile/search/{field}',
    sent: async (store) => {
      await made.profile(store)
      return ['/profile/search/firstName', { query: { value: 'มา' } }]
    },
    fields: ['data'],
  },
]
