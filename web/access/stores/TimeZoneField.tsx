import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { timeZones } from '@ruam/contract/platform/time-zones.ts'
import { useMemo } from 'react'
import { usePreferences } from '../../data/preferences.ts'

/** A choice of the time zones, each with how far it is from UTC today. */
export function TimeZoneField(props: NativeSelectProps) {
  const { language } = usePreferences()
  const value = String(props.value ?? '')
  const choices = useMemo(() => {
    // Another version of the browser knows other names than the server.
    const names = timeZones.includes(value) || value === '' ? timeZones : [value, ...timeZones]
    return names.map((name) => ({ value: name, label: `${name.replaceAll('_', ' ')} (${offsetOf(name, language)})` }))
  }, [value, language])
  return <NativeSelect {...props} data={choices} />
}

function offsetOf(timeZone: string, language: string): string {
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    return ''
  }
}
