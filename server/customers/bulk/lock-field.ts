import { type DataType, FIRST_CUSTOM_FIELD_ID } from '@ruam/contract/platform/system-fields.ts'
import type { Db } from '../../database/db.ts'

/** Locks the field that a writer sets until the transaction ends. Returns false if it is gone or has another type. */
export async function lockField(
  db: Db,
  storeId: number,
  { field_id, data_type }: { field_id: number; data_type: DataType },
): Promise<boolean> {
  if (field_id < FIRST_CUSTOM_FIELD_ID) return true
  const field = await db
    .selectFrom('profile_field')
    .select('data_type')
    .where('store_id', '=', storeId)
    .where('id', '=', field_id)
    .forShare()
    .executeTakeFirst()
  return field?.data_type === data_type
}
