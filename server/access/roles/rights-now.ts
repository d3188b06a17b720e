import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Current permissions of a member; undefined for former members and without the agreement. */
export async function rightsNow(db: Db, storeId: number, userId: number): Promise<Rights | undefined> {
  const member = await db
    .selectFrom('store_member as m')
    .innerJoin('role as r', (join) => join.onRef('r.store_id', '=', 'm.store_id').onRef('r.id', '=', 'm.role_id'))
    .innerJoin('store as s', (join) => join.onRef('s.store_id', '=', 'm.store_id'))
    .select(['r.name', 'r.permissions', sql<boolean>`auth.is_agreed(m.store_id)`.as('agreed')])
    .where('m.store_id', '=', storeId)
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()
  return member?.agreed ? { roles: [member.name], permissions: member.permissions } : undefined
}
