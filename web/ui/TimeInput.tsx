import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readTime } from './typed-time.ts'

interface TimeInputProps {
  label: string
  /** HH:mm. */
  value: string
  onChange: (time: string) => void
}

/**
 * A time of the day on the clock of 24 hours, whatever the language of the browser: its own input would show am and pm to a Thai page.
 * What can't be read gives way to the time that was there.
 */
export function TimeInput({ label, value, onChange }: TimeInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      inputMode="numeric"
      autoComplete="off"
      placeholder="09:30"
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const time = readTime(currentTarget.value)
        if (time) onChange(time)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
