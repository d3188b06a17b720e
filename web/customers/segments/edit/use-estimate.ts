import { useDebouncedValue } from '@mantine/hooks'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'
import { useMayCall } from '../../../ui/may.ts'
import type { SentRule } from './segment-rule.ts'

const TYPING_MS = 500
/** Spend reads a year of purchases: only for a rule that has been left alone. */
const RESTING_MS = 2000
const MINUTE = 60_000

/**
 * Estimates matches: a sample in large stores, then all, then their spend. A newer rule cancels the previous count. `labelId`: the segment
 * that is edited, whose members are compared.
 */
export function useEstimate(rule: SentRule | undefined, labelId: number | undefined) {
  const now = JSON.stringify(rule ?? null)
  const [asked] = useDebouncedValue(now, TYPING_MS)
  const [rested] = useDebouncedValue(now, RESTING_MS)
  const segmentRule = JSON.parse(asked) as SentRule | null
  const maySpend = useMayCall(profiles.query)
  const sent = { segmentRule: segmentRule as SentRule }
  const compared = { ...sent, ...(labelId !== undefined && { labelId }) }
  const first = useRead(segments.estimate, { body: compared }, { enabled: segmentRule !== null, staleTime: MINUTE })
  const known = first.data !== undefined && !first.isPlaceholderData
  const sampled = known && (!first.data.exact || (labelId !== undefined && first.data.change === null))
  const exact = useRead(
    segments.estimate,
    { body: { ...compared, exact: true } },
    { enabled: segmentRule !== null && sampled, staleTime: MINUTE },
  )
  const counted = sampled && exact.data && !exact.isPlaceholderData ? exact : first
  const counting = asked !== now || first.isFetching || exact.isFetching
  const old = asked !== now || counted.isPlaceholderData
  const spend = useRead(
    segments.estimateSpend,
    { body: sent },
    { enabled: maySpend && segmentRule !== null && known && rested === asked && !counting, staleTime: MINUTE },
  )
  const stopped = counted.error?.name === 'estimate_stopped'
  return {
    data: segmentRule ? counted.data : undefined,
    /** Undefined until summed, null without amounts. That of another rule is marked. */
    spend: segmentRule ? spend.data?.spend : undefined,
    spendOld: old || spend.isPlaceholderData,
    /** The figures are those of another rule. */
    old,
    counting,
    error: stopped ? undefined : counted.error?.message,
    at: counted.dataUpdatedAt,
  }
}
