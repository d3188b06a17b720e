import { matrix, rightsOf } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { text } from './text.ts'

type RightsWords = Pick<ReturnType<(typeof text)['in']>, 'sees' | 'rightsOf'>

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

const changing = matrix.flatMap(({ features }) =>
  features.map((feature) => rightsOf(feature).filter((right) => right !== feature.see)),
)
const seeing = matrix.flatMap(({ features }) => features.flatMap(({ see }) => see ?? []))

/** Returns how many things of a store a role sees, and how many it changes in any way. */
const countThings = (held: readonly string[]) => ({
  sees: seeing.filter((right) => held.includes(right)).length,
  changes: changing.filter((rights) => rights.some((right) => held.includes(right))).length,
})

/** Returns what a role may do in a few words: things that it changes are left out while there are none. */
export function rightsText(t: RightsWords, held: readonly string[]) {
  const { sees, changes } = countThings(held)
  return changes === 0 ? t.sees({ count: sees }) : t.rightsOf({ sees, changes })
}

/** A right with all that it needs. */
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

/** These rights and one more, with what it needs. */
export const tick = (held: readonly string[], right: Permission): string[] => [
  ...new Set([...held, ...withNeeds(right)]),
]

/** Rights that are gone, and those that came. */
export const rightChanges = (before: readonly string[], now: readonly string[]) => ({
  lost: before.filter((right) => !now.includes(right)),
  gained: now.filter((right) => !before.includes(right)),
})

/** These rights without one, and without those that need it. */
export const untick = (held: readonly string[], right: Permission): string[] =>
  held.filter((one) => !withNeeds(one as Permission).includes(right))
