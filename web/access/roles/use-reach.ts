import { hasRole, OWNER, rightsBeyond } from '@ruam/contract/platform/permissions.ts'
import { useSession } from '../../data/session.ts'

/** Roles that the person may assign and remove: none with permissions they lack; the owner's role by owners only. */
export function useReach() {
  const rights = useSession().store?.rights
  const owner = hasRole(rights, OWNER)
  return {
    rights,
    owner,
    holds: (right: string) => rightsBeyond(rights, [right]).length === 0,
    mayGive: (role: { name: string; permissions: readonly string[] }) =>
      owner || (role.name !== OWNER && rightsBeyond(rights, role.permissions).length === 0),
  }
}
