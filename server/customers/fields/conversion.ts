import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { raiseNames } from '../../access/stores/names-version.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { FieldOwner } from './field-names.ts'

const fieldTables = { profile: 'profile_field', activity: 'activity_field' } as const

/** Marks a field as one whose values are being converted, or takes the mark away. */
export async function markConversion(db: Db, owner: FieldOwner, storeId: number, id: number, to: DataType | null) {
  await db
    .updateTable(fieldTables[owner])
    .set({ converting_to: to, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
  await raiseNames(db, storeId)
}

/** Gives a field the type that its values were converted to; false when it has it already. */
export async function endConversion(
  db: Db,
  owner: FieldOwner,
  storeId: number,
  { id, to, keepsKey }: { id: number; to: DataType; keepsKey: boolean },
): Promise<boolean> {
  const key =
    owner === 'profile'
      ? sql`, match_key = match_key and ${keepsKey}, choices = case when ${to}::text = 'String' then choices end`
      : sql``
  const { numAffectedRows } = await sql`update ${sql.table(fieldTables[owner])}
    set data_type = ${to}, converting_to = null, updated_at = ${risenUpdatedAt} ${key}
    where store_id = ${storeId} and id = ${id} and converting_to = ${to}`.execute(db)
  if ((numAffectedRows ?? 0n) === 0n) return false
  await raiseNames(db, storeId)
  return true
}
