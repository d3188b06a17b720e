import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { activityField, activityFieldBody, activityType, fieldBody, sumFormula } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import type { Requests } from './request.ts'

export async function activityFormula(store: TestStore) {
  const { field_id } = await sumFormula(store)
  return { function: 'sum' as const, field_ids: [field_id] }
}

async function computedChange(store: TestStore) {
  const formula = await sumFormula(store)
  const body = { ...fieldBody('computed', 'Number'), formula }
  const { id, updated_at } = await store.call(profileFields.create, { body })
  const change = { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! }
  return { params: { id: String(id) }, body: change }
}

async function typeChange(store: TestStore) {
  const type = await store.call(activities.createType, { body: { name: fresh('ประเภท') } })
  const body = { name: fresh('ชื่อใหม่'), description: '', fields: [await activityField(store)] }
  return { params: { id: String(type.id) }, body: { ...body, origin_time: type.updated_at } }
}

export const requestsOfFields: Requests = {
  'profileFields.create': async (store) => ({
    body: { ...fieldBody('newField', 'Number'), formula: await sumFormula(store) },
  }),
  'generalInfo.create': async (store) => ({
    body: { ...fieldBody('newField', 'Number'), formula: await sumFormula(store) },
  }),
  'generalInfo.update': computedChange,
  'activitySettings.create': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'activitySettings.update': typeChange,
  'profileFields.formulaPreview': async (store) => ({ body: { formula: await sumFormula(store) } }),
  'activities.createField': async (store) => ({
    query: { activity_type_id: String(await activityType(store)) },
    body: { ...activityFieldBody('newField', 'Number'), formula: await activityFormula(store) },
  }),
  'activities.createType': async (store) => ({
    body: { name: fresh('ประเภท'), fields: [await activityField(store)] },
  }),
  'profileFields.update': computedChange,
  'activities.updateField': async (store) => {
    const formula = await activityFormula(store)
    const body = { ...activityFieldBody('computed', 'Number'), formula }
    const { id, updated_at } = await store.call(activities.createField, { query: {}, body })
    const change = { display_name: fresh('ชื่อใหม่'), formula, origin_time: updated_at! }
    return { params: { id: String(id) }, body: change }
  },
  'activities.updateType': typeChange,
}
