import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ScreenRule } from '../../customers/rules/rule-address.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import type { Trigger } from './open-step.ts'

const SPAN = { n: 30, unit: 'day' } as const

type Leaf = ScreenRule['rules'][number]

/** Returns the rule that counts customers of about a month, or undefined if none does. */
function ruleOf(trigger: Trigger): Leaf | undefined {
  switch (trigger.kind) {
    case 'segment_entered':
    case 'segment_left':
      return { kind: 'label', operator: 'has_any', labelIds: [trigger.segmentId] }
    case 'activity': {
      const { activityTypeId, where } = trigger
      return { kind: 'activity', activityTypeId, done: true, window: { last: SPAN }, ...(where && { where }) } as Leaf
    }
    case 'date':
      return {
        kind: 'profile',
        fieldId: trigger.fieldId,
        operator: trigger.yearly ? 'anniversary_in_next' : 'in_next',
        value: SPAN,
      }
    default:
      return undefined
  }
}

/** Customers of a trigger in about a month; undefined while they are counted, and where no rule counts them. */
export function useTriggerCount(trigger: Trigger | null) {
  const mayCount = useMayCall(profiles.query)
  const rule = trigger ? ruleOf(trigger) : undefined
  const { data, isPlaceholderData } = useRead(
    profiles.query,
    { body: { limit: 1, filter: { rule: { condition: 'and', rules: rule ? [rule] : [] } } } },
    { enabled: mayCount && rule !== undefined, staleTime: 60_000 },
  )
  if (!rule || !data || isPlaceholderData) return undefined
  return { count: data.total, isCapped: data.totalCapped }
}
