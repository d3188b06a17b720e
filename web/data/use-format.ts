import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { useMemo } from 'react'
import * as format from './format.ts'
import { usePreferences } from './preferences.ts'
import { useSession } from './session.ts'

type When = string | null | undefined

/** The formats of data/format.ts in the store's time zone and the person's era. */
export function useFormat() {
  const { store } = useSession()
  const { era, language } = usePreferences()
  const timeZone = store?.timeZone ?? DEFAULT_TIME_ZONE
  const years = era ?? store?.era ?? 'ce'
  return useMemo(() => {
    const calendar = { timeZone, era: years }
    const said = (time: string) => (language === 'en' ? time.replace(' น.', '') : time)
    return {
      ...format,
      date: (value: When) => format.formatDate(value, calendar),
      time: (value: When) => said(format.formatTime(value, calendar)),
      dateTime: (value: When) => said(format.formatDateTime(value, calendar)),
      isoDate: (value: When) => format.formatIsoDate(value, calendar),
      isoTime: (value: When) => format.formatIsoTime(value, calendar),
      era: years,
      when: (value: When) => said(format.formatWhen(value, calendar)),
      boolean: (value: boolean | null | undefined) => format.formatBoolean(value, language),
    }
  }, [timeZone, years, language])
}
