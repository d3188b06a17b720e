import { currentVersion, days, page, type SpecCall } from './ask.ts'
import { label, made } from './made.ts'

const entity = {
  label: [
    ...['id', 'name', 'description', 'color', 'type', 'target_count', 'display_enabled', 'reference_labels'],
    ...['created_at', 'updated_at'],
  ],
}

/** Labels. */
export const labelCalls: SpecCall[] = [
  {
    call: 'GET /label',
    sent: async (store) => {
      await made.label(store)
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
    sent: async (store) => {
      const path = `/label/${await made.label(store)}`
      return [path, { body: { ...label(), ...(await currentVersion(store, `GET ${path}`)) } }]
    },
    fields: entity.label,
  },
  { call: 'DELETE /label/{id}', sent: async (store) => [`/label/${await made.label(store)}`] },
  { call: 'GET /label/{id}', sent: async (store) => [`/label/${await made.label(store)}`], fields: entity.label },
  { call: 'GET /label/types', sent: () => ['/label/types'], fields: ['data'] },
  {
    call: 'PUT /label/{id}/display-enabled',
    sent: async (store) => [`/label/${await made.label(store)}/display-enabled`, { body: { value: false } }],
    fields: entity.label,
  },
  {
    call: 'PUT /label/{id}/auto-apply-enabled',
    sent: async (store) => [`/label/${await made.label(store)}/auto-apply-enabled`, { body: { value: false } }],
    fields: entity.label,
  },
]
