import { useDebouncedValue } from '@mantine/hooks'
import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'
import type { SentRule } from './segment-rule.ts'

const TYPING_MS = 500
const MINUTE = 60_000

/** Estimates matches: a sample in large stores, then all. A newer rule cancels the previous count. */
export function useEstimate(rule: SentRule | undefined) {
  const now = JSON.stringify(rule ?? null)
  const [asked] = useDebouncedValue(now, TYPING_MS)
  const segmentRule = JSON.parse(asked) as SentRule | null
  const sent = { segmentRule: segmentRule as SentRule }
  const first = useRead(segments.estimate, { body: sent }, { enabled: segmentRule !== null, staleTime: MINUTE })
  const sampled = first.data !== undefined && !first.isPlaceholderData && !first.data.exact
  const exact = useRead(
    segments.estimate,
    { body: { ...sent, exact: true } },
    { enabled: segmentRule !== null && sampled, staleTime: MINUTE },
  )
  const counted = sampled && exact.data && !exact.isPlaceholderData ? exact : first
  const stopped = counted.error?.name === 'estimate_stopped'
  return {
    data: segmentRule ? counted.data : undefined,
    /** The figures are those of another rule. */
    old: asked !== now || counted.isPlaceholderData,
    counting: asked !== now || first.isFetching || exact.isFetching,
    error: stopped ? undefined : counted.error?.message,
    at: counted.dataUpdatedAt,
  }
}
