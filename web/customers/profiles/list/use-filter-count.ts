import { useDebouncedValue } from '@mantine/hooks'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { completeRule } from '../../rules/complete-rule.ts'
import type { OpenRule } from '../../rules/draft.ts'
import { subjectOf } from '../../rules/subjects.ts'
import { withoutSubject, withRule } from './filter-rules.ts'
import type { ListView } from './list-view.ts'

/** Milliseconds that a subject stays open before its values are counted: passing pointers count nothing. */
const REST_MS = 350

/** Matches of the list if it also had a condition, up to "10,000+"; undefined until they are known. */
export function useFilterCount(view: ListView, rule: OpenRule): string | undefined {
  const whole = completeRule(rule)
  const next = whole && withRule(withoutSubject(view.rule, subjectOf(rule)), whole)
  const text = JSON.stringify(next ?? null)
  const [rested] = useDebouncedValue(text, REST_MS)
  const [first] = useDebouncedValue(true, REST_MS)
  const { data, isPlaceholderData } = useRead(
    profiles.query,
    {
      body: {
        limit: 1,
        filter: {
          ...(view.keyword && { keyword: view.keyword }),
          ...(view.filters.deleted && { deleted: true }),
          ...(next && { rule: JSON.parse(rested) ?? next }),
        },
      },
    },
    { enabled: first && next !== undefined && !view.masked, staleTime: 30_000 },
  )
  if (!data || isPlaceholderData) return undefined
  return `${formatNumber(data.total)}${data.totalCapped ? '+' : ''}`
}
