import type { Access, Endpoint, OpenAccess } from './endpoint.ts'
import { may, mayOpen, type Permission, type Rights } from './permissions.ts'

type PeoplesAccess = Exclude<Access, OpenAccess | 'program'>

/** Permissions of which any one suffices; none if every member may call. */
export const acceptedPermissions = (access: PeoplesAccess): readonly Permission[] =>
  access === 'member' || access === 'person' ? [] : typeof access === 'string' ? [access] : access

/**
 * Returns the rights that a member lacks for a call, each with those of which any one suffices. Empty if the call is open to them. The
 * server refuses by the first of them, and the web hides or explains what they would do.
 */
export function lackedRights(
  rights: Rights | undefined,
  { permission, alsoRequires }: Pick<Endpoint, 'permission' | 'alsoRequires'>,
): (readonly Permission[])[] {
  const anyOf = acceptedPermissions(permission as PeoplesAccess)
  return [
    ...(anyOf.length === 0 || mayOpen(rights, anyOf) ? [] : [anyOf]),
    ...(alsoRequires === undefined || may(rights, alsoRequires) ? [] : [[alsoRequires]]),
  ]
}
