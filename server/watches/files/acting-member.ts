import { may, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { ReadTrace } from '../../http/read-trace.ts'

const needed: Permission = 'cdp-core.datasource.execute'

/** Returns the member with whose rights a watch imports; undefined if they left, or may not import any more. */
export async function actingMember(db: Db, storeId: number, userId: number): Promise<Caller | undefined> {
  const { rows } = await sql<{ name: string; permissions: string[] }>`
    select r.name, r.permissions from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = ${storeId} and m.user_id = ${userId} and m.removed_at is null`.execute(db)
  const [role] = rows
  if (!role) return undefined
  const rights: Rights = { roles: [role.name], permissions: role.permissions }
  if (!may(rights, needed)) return undefined
  return { kind: 'person', id: userId, sessionId: 0, rights, trace: new ReadTrace() }
}
