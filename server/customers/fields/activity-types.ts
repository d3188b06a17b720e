import type { ActivityFormula } from '@ruam/contract/customers/formulas.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { activityDate, type DataType, type ValueKind } from '@ruam/contract/platform/system-fields.ts'
import type { Db } from '../../database/db.ts'
import { typeNow } from './fields.ts'
import { localizedFieldName, localizedTypeName } from './given-names.ts'

/** A field of an activity: the day it happened on, or one of the store's own. */
export interface ActivityFieldInfo {
  id: number
  name: string
  display_name: string
  data_type: DataType
  kind: ValueKind
  /** Definition of a computed field. */
  formula?: ActivityFormula | null
}

/** An activity type with its fields, in their order. */
export interface ActivityTypeInfo {
  id: number
  name: string
  fields: ActivityFieldInfo[]
}

/** When an activity happened; every type has it. */
const dateField = (language: Language): ActivityFieldInfo => ({
  id: activityDate.id,
  name: activityDate.name,
  display_name: activityDate[language],
  data_type: activityDate.data_type,
  kind: 'date',
})

/** One activity type of the store; undefined when there is none. */
export async function activityTypeOf(
  db: Db,
  storeId: number,
  id: number,
  language: Language,
): Promise<ActivityTypeInfo | undefined> {
  const type = await db
    .selectFrom('activity_type')
    .select(['id', 'name', 'field_ids'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!type) return undefined
  const own =
    type.field_ids.length === 0
      ? []
      : await db
          .selectFrom('activity_field')
          .select(['id', 'field_name', 'display_name', 'data_type', 'formula', 'converting_to'])
          .where('store_id', '=', storeId)
          .where('id', 'in', type.field_ids)
          .execute()
  const byId = new Map(own.map((field) => [field.id, field]))
  const fields = type.field_ids.flatMap((fieldId) => {
    const field = byId.get(fieldId)
    if (!field) return []
    const { id: ownId, field_name: name, formula } = field
    const display_name = localizedFieldName(field.display_name, language)
    return [{ id: ownId, name, display_name, ...typeNow(field), ...(formula && { formula }) }]
  })
  return { id: type.id, name: localizedTypeName(type.name, language), fields: [dateField(language), ...fields] }
}

/** All activity types of a store, each with its fields. */
export async function activityTypesOf(db: Db, storeId: number, language: Language): Promise<ActivityTypeInfo[]> {
  const types = await db
    .selectFrom('activity_type')
    .select('id')
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  const found: ActivityTypeInfo[] = []
  for (const { id } of types) found.push((await activityTypeOf(db, storeId, id, language))!)
  return found
}
