import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { timeZones } from '@ruam/contract/platform/time-zones.ts'
import { useMemo } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { timeZoneName } from './time-zone-name.ts'

/** A choice of the time zones, each by its name in words and by its place. */
export function TimeZoneField(props: NativeSelectProps) {
  const { language } = usePreferences()
  const value = String(props.value ?? '')
  const choices = useMemo(() => {
    // Another version of the browser knows other names than the server.
    const names = timeZones.includes(value) || value === '' ? timeZones : [value, ...timeZones]
    return names.map((name) => ({
      value: name,
      label: `${timeZoneName(name, language)} · ${name.replaceAll('_', ' ')}`,
    }))
  }, [value, language])
  return <NativeSelect {...props} data={choices} />
}
