import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { closeFields, closeSensitive } from './access-lists.ts'
import { markFirstAmount, meansMoney } from './amount-field.ts'
import type { FieldOwner } from './field-names.ts'

interface OwnField<Type extends string, Formula> {
  id: number
  field_name: string
  display_name: string
  data_type: DataType
  field_type: Type
  formula: Formula | null
  converting_to: DataType | null
  created_at: string
  updated_at: string
}

/** The fields that a store has made for itself, of profiles and of activities. */
export interface OwnFields {
  profile: OwnField<'custom_profile' | 'transform_profile', ProfileFormula> & {
    sensitive: boolean
    choices: string[] | null
  }
  activity: OwnField<'custom_activity' | 'transform_activity', ActivityFormula> & {
    status: string
    purpose: 'note' | 'amount' | null
  }
}

export interface NewField<O extends FieldOwner> {
  field_name: string
  display_name: string
  data_type: DataType
  /** For profile fields only. */
  sensitive?: boolean | undefined
  /** The only values of a text field of profiles. */
  choices?: string[] | null | undefined
  /** Makes it a computed one. */
  formula?: OwnFields[O]['formula'] | undefined
}

const shared = [
  'id',
  'field_name',
  'display_name',
  'data_type',
  'field_type',
  'formula',
  'converting_to',
  'created_at',
  'updated_at',
] as const
const columns = { profile: [...shared, 'sensitive', 'choices'], activity: [...shared, 'status', 'purpose'] } as const

/** Both tables as one for Kysely: every column that is named here is in either. What comes back is typed by the caller's owner. */
const tableOf = (owner: FieldOwner) => `${owner}_field` as 'profile_field'
const columnsOf = (owner: FieldOwner) => columns[owner] as typeof columns.profile

const selectField = (db: Db, owner: FieldOwner, storeId: number) =>
  db.selectFrom(tableOf(owner)).select(columnsOf(owner)).where('store_id', '=', storeId)

export async function listFields<O extends FieldOwner>(db: Db, owner: O, storeId: number): Promise<OwnFields[O][]> {
  return (await selectField(db, owner, storeId).orderBy('id').execute()) as OwnFields[FieldOwner][] as OwnFields[O][]
}

/** Returns a custom field, or undefined if there is none. */
export async function findField<O extends FieldOwner>(
  db: Db,
  owner: O,
  storeId: number,
  id: number,
): Promise<OwnFields[O] | undefined> {
  const field = await selectField(db, owner, storeId).where('id', '=', id).executeTakeFirst()
  return field as OwnFields[FieldOwner] | undefined as OwnFields[O] | undefined
}

/**
 * Returns a custom field and locks it until the transaction ends. `fresh` is true if `seen` is the current version or missing.
 * `match_key` is true for match keys of profiles.
 */
export async function lockField<O extends FieldOwner>(
  db: Db,
  owner: O,
  storeId: number,
  id: number,
  seen?: string,
): Promise<{ field: OwnFields[O]; fresh: boolean; match_key: boolean } | undefined> {
  const found = await selectField(db, owner, storeId)
    .select(sql<boolean>`coalesce(updated_at = ${seen ?? null}::timestamptz, true)`.as('fresh'))
    .select(sql<boolean>`${owner === 'profile' ? sql.ref('match_key') : sql.lit(false)}`.as('match_key'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { fresh, match_key, ...field } = found
  return { field: field as OwnFields[FieldOwner] as OwnFields[O], fresh, match_key }
}

/** Throws on a name that is taken; fieldNameProblem finds it before. */
export async function insertField<O extends FieldOwner>(
  db: Db,
  owner: O,
  storeId: number,
  userId: number,
  { formula, ...field }: NewField<O>,
): Promise<OwnFields[O]> {
  const computed = formula && {
    field_type: `transform_${owner}` as 'transform_profile',
    formula: JSON.stringify(formula),
  }
  const made = await db
    .insertInto(tableOf(owner))
    .values({ ...field, ...computed, store_id: storeId, ...(owner === 'profile' && { created_by: userId }) })
    .returning(columnsOf(owner))
    .executeTakeFirstOrThrow()
  await raiseNames(db, storeId)
  const amount = owner === 'activity' && made.data_type === 'Number' && !formula && meansMoney(made)
  const purpose = amount && (await markFirstAmount(db, storeId, made.id)) && { purpose: 'amount' as const }
  return { ...made, ...purpose } as OwnFields[FieldOwner] as OwnFields[O]
}

/** Changes a field. One that becomes sensitive is closed to all programs. */
export function updateField<O extends FieldOwner>(
  db: Db,
  owner: O,
  storeId: number,
  id: number,
  change: Partial<NewField<O>>,
): Promise<OwnFields[O]> {
  const write = () => writeField(db, owner, storeId, id, change)
  return owner === 'profile' ? closeSensitive(db, storeId, write) : write()
}

async function writeField<O extends FieldOwner>(
  db: Db,
  owner: O,
  storeId: number,
  id: number,
  { formula, ...change }: Partial<NewField<O>>,
): Promise<OwnFields[O]> {
  const changed = await db
    .updateTable(tableOf(owner))
    .set({ ...change, ...(formula && { formula: JSON.stringify(formula) }), updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning(columnsOf(owner))
    .executeTakeFirstOrThrow()
  await raiseNames(db, storeId)
  return changed as OwnFields[FieldOwner] as OwnFields[O]
}

/** Deletes a field. The caller deletes its values and match keys. */
export async function deleteField(db: Db, owner: FieldOwner, storeId: number, id: number): Promise<void> {
  await db.deleteFrom(tableOf(owner)).where('store_id', '=', storeId).where('id', '=', id).execute()
  await raiseNames(db, storeId)
  if (owner === 'profile') await closeFields(db, storeId, [id])
}

/** Marks fields of profiles as match keys. Returns the new ones. */
export async function markMatchKeys(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  const made = await db
    .updateTable('profile_field')
    .set({ match_key: true })
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .where('match_key', '=', false)
    .returning('id')
    .execute()
  if (made.length > 0) await raiseNames(db, storeId)
  return made.map(({ id }) => id)
}
