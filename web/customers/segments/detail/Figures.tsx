import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import type { Segment } from '../segment.ts'
import { text } from './text.ts'

/** Members reachable on LINE and what members spent, as far as the store knows. */
export function Figures({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const { id, targetCount } = segment
  const { data } = useRead(segments.figures, { params: { id } }, { staleTime: 60_000, enabled: targetCount > 0 })
  if (!data || targetCount === 0) return null
  const { exact, line, spent } = data
  const figure = (number: number) => (exact ? formatNumber(number) : t.about({ count: formatNumber(number) }))
  const share = formatNumber(Math.round(((line ?? 0) / targetCount) * 100))
  return (
    <>
      {line !== null && <> · {t.onLine({ count: figure(line), share })}</>}
      {spent !== null && spent !== 0 && <> · {t.spentInAll({ amount: figure(Math.round(spent)) })}</>}
    </>
  )
}
