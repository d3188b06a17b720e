import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Display name of a row of `profile`. */
export const nameOfPerson = sql<string>`btrim(concat_ws(' ', first_name, last_name))`

/** Locks a live profile against changes and evaluation until the transaction ends. Returns false if there is none. */
export async function lockPerson(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from profile
    where store_id = ${storeId} and id = ${id} and deleted_at is null and merged_into is null for no key update`.execute(
    db,
  )
  return rows.length > 0
}
