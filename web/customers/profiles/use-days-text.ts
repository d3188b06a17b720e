import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Days, Preset } from './day-range.ts'
import { daysText } from './days-text.ts'

/** Says a date filter in words. */
export function useDaysText() {
  const t = useWords(daysText)
  const format = useFormat()
  return (days: Preset | Days): string => {
    if (typeof days === 'string') return { today: t.today, '7d': t.last7, '30d': t.last30, month: t.thisMonth }[days]
    const from = format.date(days.from)
    const to = format.date(days.to)
    if (from && to) return from === to ? from : `${from} – ${to}`
    return from ? t.since({ date: from }) : t.until({ date: to })
  }
}
