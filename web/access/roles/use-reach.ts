import { hasRole, OWNER, rightsBeyond } from '@ruam/contract/platform/permissions.ts'
import { useSession } from '../../data/session.ts'

/** What the person may give, and take: nothing that they do not hold; the owner's role is given by owners alone. */
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
