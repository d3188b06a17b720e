import {
  hasRole,
  mayOpen,
  OWNER,
  type Permission,
  type Rights,
  rightsBeyond,
} from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'

/** Role and rights of a member, read under a lock. */
export interface LockedAccess {
  roleId: number
  rights: Rights
}

/**
 * Locks roles, members and invitations of a store until the transaction ends. Every change of them takes this lock first, as does
 * `auth.accept_invitation`, so that two owners who remove each other are serialized. Returns the caller's current rights, which may be
 * fewer than at the start of the call. Throws signed_out and forbidden.
 */
export async function lockAccess(
  db: Db,
  storeId: number,
  user: { id: number },
  permission: Permission | 'member',
): Promise<LockedAccess> {
  await db.selectFrom('store').select('store_id').where('store_id', '=', storeId).forNoKeyUpdate().execute()
  const found = await db
    .selectFrom('store_member as m')
    .innerJoin('role as r', (join) => join.onRef('r.store_id', '=', 'm.store_id').onRef('r.id', '=', 'm.role_id'))
    .select(['r.id as role_id', 'r.name', 'r.permissions'])
    .where('m.store_id', '=', storeId)
    .where('m.user_id', '=', user.id)
    .where('m.removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new ApiError('signed_out')
  const rights = { roles: [found.name], permissions: found.permissions }
  if (permission !== 'member' && !mayOpen(rights, [permission])) throw new ApiError('forbidden', { permission })
  return { roleId: found.role_id, rights }
}

/** Throws role_beyond_rights unless the caller holds all permissions of a role. Only owners give or take the owner's role. */
export function refuseBeyond(rights: Rights, role: { name: string; permissions: readonly string[] }): void {
  const beyond = rightsBeyond(rights, role.permissions)
  if (beyond.length === 0 && (role.name !== OWNER || hasRole(rights, OWNER))) return
  throw new ApiError('role_beyond_rights', { permissions: beyond })
}
