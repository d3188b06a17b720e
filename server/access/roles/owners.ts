import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Returns the members who hold every right, by id. */
export async function ownersOf(db: Db, storeId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name from store_member m
    join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = ${OWNER}
    join users u on u.id = m.user_id
    where m.store_id = ${storeId} and m.removed_at is null
    order by u.id`.execute(db)
  return rows
}
