import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'

/** Returns the one customer that a LINE user is. Null without any, and if there are several: values of another person are never shown. */
export async function ownProfile(db: Db, storeId: number, userId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from identity i
    cross join lateral (select id, deleted_at, merged_into from profile
      where store_id = ${storeId} and id = i.profile_id offset 0) p
    where i.store_id = ${storeId} and i.kind = 'line' and i.value = ${userId}
      and p.deleted_at is null and p.merged_into is null
    limit 2`.execute(db)
  return rows.length === 1 ? rows[0]!.id : null
}
