import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import overlays from '../ui/overlays.module.css'
import { useGrowingOptions } from '../ui/use-growing.ts'

interface PickerProps extends Pick<MultiSelectProps, 'label' | 'description' | 'placeholder' | 'error' | 'disabled'> {
  options: readonly { id: number; name: string }[]
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** Chooses some of many things by their names. */
export function Picker({ options, value, onChange, placeholder, ...rest }: PickerProps) {
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  return (
    <MultiSelect
      {...rest}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      {...growing}
      onSearchChange={setTyped}
      searchable
      openOnFocus={false}
      rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
      hidePickedOptions
      withScrollArea={false}
      classNames={{ options: overlays.options }}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
