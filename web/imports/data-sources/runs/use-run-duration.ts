import { useWords } from '../../../data/text.ts'
import { recordText } from '../record-text.ts'
import type { RunOfSource } from '../use-source.ts'

/** Duration of a run in words; empty until it ends. */
export function useRunDuration() {
  const t = useWords(recordText)
  return ({ startedAt, finishedAt }: Pick<RunOfSource, 'startedAt' | 'finishedAt'>): string => {
    if (startedAt === null || finishedAt === null) return ''
    const seconds = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000))
    if (seconds < 120) return t.seconds({ count: seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 120) return t.minutes({ count: minutes })
    return t.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}
