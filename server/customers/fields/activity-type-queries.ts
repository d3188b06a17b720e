import type { ActivityTypeQuery } from '@ruam/contract/customers/activities.ts'
import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

const columns = ['id', 'name', 'description', 'field_ids', 'created_at', 'updated_at'] as const

const orders = {
  name: sql`name collate "th-x-icu"`,
  field_count: sql`cardinality(field_ids)`,
  updated_at: sql`updated_at`,
}

export async function listActivityTypes(db: Db, storeId: number, query: ActivityTypeQuery) {
  let rows = db.selectFrom('activity_type').where('store_id', '=', storeId)
  const { keyword } = query
  if (keyword) {
    const like = `%${escapeLike(keyword)}%`
    rows = rows.where((eb) => eb.or([eb('name', 'ilike', like), eb('description', 'ilike', like)]))
  }
  return pageRows(rows, query, (page) =>
    page.select(columns).orderBy(orders[query.sort_by], query.sort_dir).orderBy('id'),
  )
}

/** Throws on a name that is taken (index activity_type_name). */
export async function insertActivityType(
  db: Db,
  storeId: number,
  type: { name: string; description: string; field_ids: number[] },
) {
  const made = await db
    .insertInto('activity_type')
    .values({ ...type, store_id: storeId })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await raiseNames(db, storeId)
  return made
}

export type ActivityTypeRow = Awaited<ReturnType<typeof insertActivityType>>

/** One activity type; undefined when there is none. */
export function findActivityType(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('activity_type')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same, held, so that no activity of it comes until the transaction ends; with what the program uses it for. */
export function lockActivityType(db: Db, storeId: number, id: number) {
  return db
    .selectFrom('activity_type')
    .select(['id', 'purpose'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Deletes a type that is held and that nothing uses. */
export async function deleteActivityType(db: Db, storeId: number, id: number): Promise<void> {
  await db.deleteFrom('activity_type').where('store_id', '=', storeId).where('id', '=', id).execute()
  await raiseNames(db, storeId)
}

/** Saves over the version the person has seen, if one counts; undefined when there is a newer one. Throws on a name that is taken. */
export async function updateActivityType(
  db: Db,
  storeId: number,
  id: number,
  seen: string | undefined,
  change: { name?: string; description?: string; field_ids?: number[] },
) {
  const type = db
    .updateTable('activity_type')
    .set({ ...change, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
  const version = seen === undefined ? type : type.where('updated_at', '=', sql<string>`${seen}::timestamptz`)
  const changed = await version.returning(columns).executeTakeFirst()
  if (changed) await raiseNames(db, storeId)
  return changed
}

/** Puts a field at the end of a type; undefined when there is no such type, or it has the field. */
export async function addFieldToType(db: Db, storeId: number, typeId: number, fieldId: number) {
  const changed = await db
    .updateTable('activity_type')
    .set({ field_ids: sql<number[]>`array_append(field_ids, ${fieldId}::int)`, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', typeId)
    .where(sql<boolean>`not field_ids @> array[${fieldId}::int]`)
    .returning(columns)
    .executeTakeFirst()
  if (changed) await raiseNames(db, storeId)
  return changed
}

/** The names of the types that hold a field. */
export async function typesWith(db: Db, storeId: number, fieldId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('activity_type')
    .select('name')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`field_ids @> array[${fieldId}::int]`)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}

/** Takes a field out of every type that holds it. */
export async function removeFromTypes(db: Db, storeId: number, fieldId: number): Promise<void> {
  await db
    .updateTable('activity_type')
    .set({ field_ids: sql<number[]>`array_remove(field_ids, ${fieldId}::int)`, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`field_ids @> array[${fieldId}::int]`)
    .execute()
  await raiseNames(db, storeId)
}

/** Counts activity types per field; omits unused fields. */
export async function typeCounts(db: Db, storeId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select field_id as id, count(*) as count from activity_type, unnest(field_ids) as field_id
    where store_id = ${storeId} group by 1`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export async function activityTypeNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('activity_type')
    .select('id')
    .where('store_id', '=', storeId)
    .where(sql<boolean>`name_key(name) = name_key(${name})`)
    .executeTakeFirst()
  return row !== undefined
}
