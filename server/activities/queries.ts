import { rowsOf } from '@ruam/contract/common.ts'
import type { DataType } from '@ruam/contract/system-fields.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../core/db.ts'

const fieldColumns = [
  'id',
  'field_name',
  'display_name',
  'field_type',
  'data_type',
  'status',
  'created_at',
  'updated_at',
] as const

export function listActivityFields(db: Db, storeId: number) {
  return db.selectFrom('activity_field').select(fieldColumns).where('store_id', '=', storeId).orderBy('id').execute()
}

export interface NewActivityField {
  field_name: string
  display_name: string
  data_type: DataType
}

/** Throws on a name or display name that is taken (indexes activity_field_name, activity_field_display_name). */
export function insertActivityField(db: Db, storeId: number, field: NewActivityField) {
  return db
    .insertInto('activity_field')
    .values({ ...field, store_id: storeId })
    .returning(fieldColumns)
    .executeTakeFirstOrThrow()
}

/** Whether a profile field already carries the name or the display name: one name means one thing in a store. */
export function takenByProfile(db: Db, storeId: number, field: NewActivityField) {
  return db
    .selectFrom('profile_field')
    .select([
      sql<boolean>`coalesce(bool_or(lower(field_name) = lower(${field.field_name})), false)`.as('name'),
      sql<boolean>`coalesce(bool_or(name_key(display_name) = name_key(${field.display_name})), false)`.as(
        'display_name',
      ),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
}

/** False when there is no such type. */
export async function addFieldToType(db: Db, storeId: number, typeId: number, fieldId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('activity_type')
    .set({ field_ids: sql<number[]>`array_append(field_ids, ${fieldId}::int)`, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', typeId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const typeColumns = ['id', 'name', 'description', 'field_ids', 'created_at', 'updated_at'] as const

export async function listActivityTypes(db: Db, storeId: number, offset: number, limit: number) {
  const rows = db.selectFrom('activity_type').where('store_id', '=', storeId)
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const data = await rows
    .select(typeColumns)
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .offset(offset)
    .limit(rowsOf(limit))
    .execute()
  return { data, total }
}

/** Throws on a name that is taken (index activity_type_name). */
export function insertActivityType(
  db: Db,
  storeId: number,
  type: { name: string; description: string; field_ids: number[] },
) {
  return db
    .insertInto('activity_type')
    .values({ ...type, store_id: storeId })
    .returning(typeColumns)
    .executeTakeFirstOrThrow()
}

export type ActivityTypeRow = Awaited<ReturnType<typeof insertActivityType>>

export async function activityTypeNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('activity_type')
    .select('id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`name_key(name) = name_key(${name})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a field of an activity or a profile has this name or shows it. */
export async function fieldNameTaken(db: Db, storeId: number, name: string): Promise<boolean> {
  const carries = sql<boolean>`lower(field_name) = lower(${name}) or name_key(display_name) = name_key(${name})`
  const row = await db
    .selectFrom('activity_field')
    .select('id')
    .where('store_id', '=', storeId)
    .where(carries)
    .union(db.selectFrom('profile_field').select('id').where('store_id', '=', storeId).where(carries))
    .executeTakeFirst()
  return row !== undefined
}
