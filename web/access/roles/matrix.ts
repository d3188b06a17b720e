import { withNeeds } from '@ruam/contract/access/right-needs.ts'
import { matrix, rightsOf } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { text } from './text.ts'

type RightsWords = Pick<ReturnType<(typeof text)['in']>, 'sees' | 'rightsOf'>

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
