import { usePreferences } from '../../data/preferences.ts'
import { useFormat } from '../../data/use-format.ts'

/** Years from the common era to the Buddhist one. */
const BUDDHIST = 543

/** Returns the names of months and days in the person's language, with years in the era of the person. */
export function useMonthNames() {
  const { language } = usePreferences()
  const { era } = useFormat()
  const locale = language === 'th' ? 'th-TH-u-ca-gregory' : 'en-GB'
  const formatOf = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' })
  const month = (name: 'long' | 'short') => (of: string) => {
    const year = Number(of.slice(0, 4)) + (era === 'be' ? BUDDHIST : 0)
    return `${formatOf({ month: name }).format(Date.parse(`${of.slice(0, 7)}-01`))} ${year}`
  }
  return {
    month: month('long'),
    shortMonth: month('short'),
    /** `1 ธ.ค.`. */
    day: (day: string) => formatOf({ day: 'numeric', month: 'short' }).format(Date.parse(day)),
    // Without the word for “day” before each Thai one.
    weekday: (day: string) => formatOf({ weekday: 'long' }).format(Date.parse(day)).replace(/^วัน/, ''),
  }
}
