import { completeGroup } from '../../rules/complete-rule.ts'
import { type DraftGroup, newGroup, type PlainGroup, plainOf, ruleDraftOf } from '../../rules/draft.ts'
import type { ScreenRule } from '../../rules/rule-address.ts'
import type { Segment } from '../segment.ts'

type ScreenSegmentRule = NonNullable<Segment['segmentRule']>
/** Filters before the groups as in the spec, also expressible as rules. */
export type Before = ScreenSegmentRule['filter']

export const noFilter: Before = { profileCreatedAt: null, referenceLabelIds: [] }

/** The groups of a segment's rule, as the form keeps them. */
export const plainTarget = ({ target }: Pick<ScreenSegmentRule, 'target'>): PlainGroup =>
  plainOf(newGroup(target.groups.map(ruleDraftOf), target.condition))

export const blankTarget = (): PlainGroup => plainOf(newGroup([newGroup()]))

/** A rule of the list as the groups of a segment. */
export function targetOfRule(rule: ScreenRule): PlainGroup {
  const groups = rule.rules.flatMap((inner) => ('rules' in inner ? [inner] : []))
  // Sibling groups become groups of the first level; any other rule becomes one group.
  const beside = !rule.not && groups.length === rule.rules.length && groups.length > 1 && groups.length <= 10
  return plainOf(beside ? newGroup(groups.map(ruleDraftOf), rule.condition) : newGroup([ruleDraftOf(rule)]))
}

/** The rule that is sent, as far as it is whole; the keys of its holes, and the key at a place that an answer names. */
export function segmentRuleOf(draft: DraftGroup, filter: Before, autoApplyEnabled: boolean) {
  const { rule, holes, places } = completeGroup(draft)
  const groups = (rule?.rules ?? []) as ScreenRule[]
  const segmentRule = { autoApplyEnabled, filter, target: { condition: draft.condition, groups } }
  const keyAt = (path: readonly (string | number)[]) =>
    places.get(
      path
        .join('.')
        .replace(/^target\./, '')
        .replace(/^groups/, 'rules'),
    )
  return { segmentRule: groups.length > 0 ? segmentRule : undefined, holes, keyAt }
}
export type SentRule = NonNullable<ReturnType<typeof segmentRuleOf>['segmentRule']>

/** True if the rule contains values hidden from the person, who cannot send it. */
export const isHidden = (group: PlainGroup): boolean =>
  group.items.some((item) =>
    'items' in item ? isHidden(item) : item.rule.kind === 'profile' && item.rule.masked === true,
  )
