import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { daysText } from '../days-text.ts'
import { log } from './log-text.ts'

const DAY_MS = 86_400_000

/** The day of an instant as a heading: today, yesterday, or the date. */
export function useDayText() {
  const t = useWords(daysText)
  const l = useWords(log)
  const { date } = useFormat()
  const today = date(new Date().toISOString())
  const yesterday = date(new Date(Date.now() - DAY_MS).toISOString())
  return (instant: string): string => {
    const day = date(instant)
    return day === today ? t.today : day === yesterday ? l.yesterday : day
  }
}
