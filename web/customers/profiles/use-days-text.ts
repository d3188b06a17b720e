import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import type { Days, Preset } from './day-range.ts'
import { daysText } from './days-text.ts'
import { text } from './text.ts'

/** Says a date filter in words. */
export function useDaysText() {
  const t = useWords(text)
  const d = useWords(daysText)
  const format = useFormat()
  return (days: Preset | Days): string => {
    if (typeof days === 'string') return { today: t.today, '7d': d.last7, '30d': d.last30, month: d.thisMonth }[days]
    const from = format.date(days.from)
    const to = format.date(days.to)
    if (from && to) return from === to ? from : `${from} – ${to}`
    return from ? d.since({ date: from }) : d.until({ date: to })
  }
}
