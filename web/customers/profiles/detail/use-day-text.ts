import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { text } from '../text.ts'
import { log } from './log-text.ts'

const DAY_MS = 86_400_000

/** The day of an instant as a heading: today, yesterday, or the date. */
export function useDayText() {
  const t = useWords(text)
  const l = useWords(log)
  const { date } = useFormat()
  const today = date(new Date().toISOString())
  const yesterday = date(new Date(Date.now() - DAY_MS).toISOString())
  return (instant: string): string => {
    const day = date(instant)
    return day === today ? t.today : day === yesterday ? l.yesterday : day
  }
}
