import { useMemo } from 'react'
import { usePreferences } from '../../data/preferences.ts'

/** The months of the year by their names. */
export function useMonths(): string[] {
  const { language } = usePreferences()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)))
  }, [language])
}
