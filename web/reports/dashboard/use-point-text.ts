import type { Timescale } from '@ruam/contract/reports/dashboard.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useStore } from '../../data/session.ts'
import { useFormat } from '../../data/use-format.ts'

/** Labels of points: short on the axis, full in words. */
export function usePointText(timescale: Timescale) {
  const { language } = usePreferences()
  const { timeZone } = useStore()
  const format = useFormat()
  const parts: Intl.DateTimeFormatOptions =
    timescale === 'month' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }
  const calendar = format.era === 'be' ? 'buddhist' : 'gregory'
  const short = new Intl.DateTimeFormat(`${language === 'th' ? 'th' : 'en-GB'}-u-ca-${calendar}`, {
    ...parts,
    timeZone,
  })
  return {
    short: (time: string) => (timescale === 'hour' ? format.time(time) : short.format(new Date(time))),
    whole: (time: string) => (timescale === 'hour' ? format.dateTime(time) : format.date(time)),
  }
}
