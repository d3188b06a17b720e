import type { Preference } from '@ruam/contract/customers/preferences.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'

const columns = [
  'datasource_cont_alert_dismiss',
  'profile_list_column',
  'profile_view_id',
  'profile_view_order',
  'dashboard_segments',
  'updated_at',
] as const

/** Undefined until the person has saved something. */
export const findPreference = (db: Db, storeId: number, userId: number) =>
  ofPerson(db, storeId, userId).executeTakeFirst()

export const preferenceRow = prepared('preference', ofPerson)

function ofPerson(db: Db, storeId: number, userId: number) {
  return db.selectFrom('user_preference').select(columns).where('store_id', '=', storeId).where('user_id', '=', userId)
}

/** Saves over the version the person has seen; nothing comes back when there is a newer one. `seen` null: none yet. */
export function savePreference(
  db: Db,
  storeId: number,
  userId: number,
  seen: string | null,
  {
    datasource_cont_alert_dismiss,
    profile_list_column,
    profile_view_id,
    profile_view_order,
    dashboard_segments,
  }: Partial<Omit<Preference, 'updated_at'>>,
) {
  const values = {
    ...(datasource_cont_alert_dismiss && { datasource_cont_alert_dismiss }),
    ...(profile_list_column && { profile_list_column: JSON.stringify(profile_list_column) }),
    ...(profile_view_id !== undefined && { profile_view_id }),
    ...(profile_view_order && { profile_view_order }),
    ...(dashboard_segments !== undefined && { dashboard_segments }),
  }
  if (seen === null) {
    return db
      .insertInto('user_preference')
      .values({ ...values, store_id: storeId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst()
  }
  return db
    .updateTable('user_preference')
    .set({ ...values, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning(columns)
    .executeTakeFirst()
}
