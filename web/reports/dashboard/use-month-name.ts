import { usePreferences } from '../../data/preferences.ts'

/** Short names of a day: its month, and the day with its month. */
function namesIn(language: string, parts: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(language === 'th' ? 'th-u-ca-gregory' : 'en-GB', { ...parts, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(day))
}

/** Returns the short name of a day's month. */
export const useMonthName = () => namesIn(usePreferences().language, { month: 'short' })

/** Returns a day with the short name of its month. */
export const useDayName = () => namesIn(usePreferences().language, { day: 'numeric', month: 'short' })
