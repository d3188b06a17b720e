import type { Permission } from '../platform/permissions.ts'
import { matrix, rightsOf } from './rights-matrix.ts'

/** Permissions required by a permission, except the one to read. */
const needed: Partial<Record<Permission, readonly Permission[]>> = {
  'cdp-core.profile-sensitive.read': ['cdp-core.profile.read'],
  'cdp-core.profile.merge': ['cdp-core.profile.edit'],
  'cdp-core.create-new-datasource.create': ['cdp-core.datasource.create'],
  'cdp-core.field.create': ['cdp-core.datasource.read'],
  'cdp-core.field.edit': ['cdp-core.datasource.read'],
  'cdp-core.field.delete': ['cdp-core.datasource.read'],
  'cdp-core.broadcast.create': ['cdp-core.setting-line.read', 'cdp-core.label.read'],
  'cdp-core.broadcast.edit': ['cdp-core.setting-line.read', 'cdp-core.label.read'],
  'cdp-core.broadcast.delete': ['cdp-core.setting-line.read'],
  'cdp-core.broadcast.send': ['cdp-core.setting-line.read'],
  'cdp-core.broadcast.approve': ['cdp-core.setting-line.read'],
  'user.user.edit': ['store.role.read'],
  'user.user.create': ['cdp-core.api-key.create'],
}

const seenBy = new Map<Permission, Permission>(
  matrix.flatMap(({ features }) =>
    features.flatMap((feature) =>
      rightsOf(feature).flatMap((right): [Permission, Permission][] =>
        feature.see && feature.see !== right ? [[right, feature.see]] : [],
      ),
    ),
  ),
)

const directNeeds = (right: Permission): Permission[] => [...(needed[right] ?? []), seenBy.get(right) ?? []].flat()

/** Returns a right with all that it needs: without those its screens could not be opened. */
export function withNeeds(right: Permission): Permission[] {
  const found = new Set<Permission>()
  const add = (one: Permission) => {
    if (found.has(one)) return
    found.add(one)
    for (const need of directNeeds(one)) add(need)
  }
  add(right)
  return [...found]
}

/** Returns rights with all that they need, each once. */
export const completeRights = (rights: readonly string[]): string[] => [
  ...new Set(rights.flatMap((right) => withNeeds(right as Permission))),
]
