import type { ScreenRule } from '../../rules/rule-address.ts'
import type { Segment } from '../segment.ts'

/** Converts the filters before the groups to rules. */
export function rulesBefore({ filter }: Pick<NonNullable<Segment['segmentRule']>, 'filter'>): ScreenRule['rules'] {
  const { profileCreatedAt, referenceLabelIds } = filter
  const { from, to } = profileCreatedAt ?? {}
  const value = { ...(from && { from }), ...(to && { to }) }
  return [
    ...(from || to ? [{ kind: 'time' as const, at: 'created' as const, operator: 'between' as const, value }] : []),
    ...(referenceLabelIds.length > 0
      ? [{ kind: 'label' as const, operator: 'has_any' as const, labelIds: referenceLabelIds }]
      : []),
  ]
}
