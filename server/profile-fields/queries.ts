import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

export interface NewField {
  field_name: string
  display_name: string
  data_type: 'String' | 'Number' | 'Date' | 'Boolean'
  sensitive: boolean
}

const columns = [
  'id',
  'field_name',
  'display_name',
  'data_type',
  'field_type',
  'sensitive',
  'created_at',
  'updated_at',
] as const

export function listFields(db: Db, storeId: number) {
  return db.selectFrom('profile_field').select(columns).where('store_id', '=', storeId).orderBy('id').execute()
}

/** Throws on a name or display name that is taken (indexes profile_field_name, profile_field_display_name). */
export function insertField(db: Db, storeId: number, userId: number, field: NewField) {
  return db
    .insertInto('profile_field')
    .values({ ...field, store_id: storeId, created_by: userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Whether an activity field already carries the name or the display name: one name means one thing in a store. */
export async function takenByActivity(db: Db, storeId: number, field: NewField) {
  const row = await db
    .selectFrom('activity_field')
    .select([
      sql<boolean>`coalesce(bool_or(lower(field_name) = lower(${field.field_name})), false)`.as('name'),
      sql<boolean>`coalesce(bool_or(name_key(display_name) = name_key(${field.display_name})), false)`.as(
        'display_name',
      ),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  return row
}
