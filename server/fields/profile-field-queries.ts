import type { ProfileFormula } from '@ruam/contract/formulas.ts'
import type { DataType } from '@ruam/contract/system-fields.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../core/db.ts'

export interface NewField {
  field_name: string
  display_name: string
  data_type: DataType
  sensitive: boolean
  /** Makes it a computed one. */
  formula?: ProfileFormula | null
}

const columns = [
  'id',
  'field_name',
  'display_name',
  'data_type',
  'field_type',
  'sensitive',
  'formula',
  'converting_to',
  'created_at',
  'updated_at',
] as const

export function listFields(db: Db, storeId: number) {
  return db.selectFrom('profile_field').select(columns).where('store_id', '=', storeId).orderBy('id').execute()
}

/** Throws on a name that is taken; fieldNameProblem tells before. */
export function insertField(db: Db, storeId: number, userId: number, { formula, ...field }: NewField) {
  const computed = formula && { field_type: 'transform_profile' as const, formula: JSON.stringify(formula) }
  return db
    .insertInto('profile_field')
    .values({ ...field, ...computed, store_id: storeId, created_by: userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type OwnField = Awaited<ReturnType<typeof insertField>>

/** One of the store's own fields; undefined when there is none. */
export function findField(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('profile_field')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * The same, and nobody else can change it until the caller's transaction ends. `fresh`: it is the version the caller has seen;
 * without one it is.
 */
export function lockField(db: Db, storeId: number, id: number, seen?: string) {
  return db
    .selectFrom('profile_field')
    .select([...columns, 'match_key'])
    .select(sql<boolean>`coalesce(updated_at = ${seen ?? null}::timestamptz, true)`.as('fresh'))
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function updateField(
  db: Db,
  storeId: number,
  id: number,
  { formula, ...change }: Partial<NewField>,
): Promise<OwnField> {
  return db
    .updateTable('profile_field')
    .set({ ...change, ...(formula && { formula: JSON.stringify(formula) }), updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Its values, and what it was matched by, are the caller's to clear away. */
export async function deleteField(db: Db, storeId: number, id: number): Promise<void> {
  await db.deleteFrom('profile_field').where('store_id', '=', storeId).where('id', '=', id).execute()
}
