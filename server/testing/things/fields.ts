import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { TestStore } from '../store.testing.ts'
import { fresh } from './fresh.ts'

/** Common request to create a field under a unique name. */
export function fieldBody<T extends 'String' | 'Number'>(word: string, data_type: T) {
  const name = fresh(word)
  return { field_name: name, display_name: name, data_type }
}

/** The same of an activity field, whose technical name is sent as `name`. */
export function activityFieldBody<T extends 'String' | 'Number'>(word: string, data_type: T) {
  const { field_name: name, ...rest } = fieldBody(word, data_type)
  return { name, ...rest }
}

export async function customField(store: TestStore): Promise<number> {
  return (await store.call(profileFields.create, { body: fieldBody('field', 'String') })).id
}

/** A field by its name, which no other store has. */
export async function ownField(store: TestStore) {
  return { field: (await store.call(profileFields.create, { body: fieldBody('sought', 'String') })).field_name }
}

export async function activityField(store: TestStore): Promise<number> {
  const body = activityFieldBody('activityField', 'String')
  return (await store.call(activities.createField, { query: {}, body })).id
}

export async function activityType(store: TestStore): Promise<number> {
  return (await store.call(activities.createType, { body: { name: fresh('กิจกรรม') } })).id
}

export async function typeWithField(store: TestStore) {
  const type = await activityType(store)
  const body = activityFieldBody('activityField', 'String')
  const { id: field } = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { type, field, name: body.name }
}

/** A computed field's formula that names a type and a field of activities. */
export async function sumFormula(store: TestStore) {
  const type = await activityType(store)
  const body = activityFieldBody('total', 'Number')
  const field = await store.call(activities.createField, { query: { activity_type_id: String(type) }, body })
  return { function: 'activity_sum' as const, activity_id: type, field_id: field.id }
}
