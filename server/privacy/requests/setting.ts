import { REQUEST_DAYS } from '@ruam/contract/privacy/requests.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Settings of a store's requests; the defaults without a row. */
export async function requestSetting(db: Db, storeId: number) {
  const row = await db
    .selectFrom('privacy_request_setting')
    .select(['days', 'erase_needs_two', 'updated_at'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return row ?? { days: REQUEST_DAYS, erase_needs_two: false, updated_at: null }
}

interface NewSetting {
  days: number
  erase_needs_two: boolean
}

/** Saves the settings. Requests of before keep their day. */
export async function saveRequestSetting(db: Db, storeId: number, setting: NewSetting): Promise<void> {
  await db
    .insertInto('privacy_request_setting')
    .values({ ...setting, store_id: storeId })
    .onConflict((on) => on.column('store_id').doUpdateSet({ ...setting, updated_at: sql`clock_timestamp()` }))
    .execute()
}
