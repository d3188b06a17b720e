import { type ComboboxData, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWords } from '../../core/text.ts'
import { FieldIcon } from '../../fields/FieldIcon.tsx'
import { wizard } from '../wizard-text.ts'
import type { TargetField } from './mapping-fields.ts'
import styles from './TargetPicker.module.css'

interface TargetPickerProps {
  label: string
  column: string
  value: string
  /** What the value is called. */
  shown: string
  options: ComboboxData
  field: TargetField | undefined
  waiting: boolean
  invalid: boolean
  onPick: (value: string) => void
}

/**
 * The choice of a field. A file may have 500 columns: until somebody points at it or comes to it by keyboard, it is a plain
 * input that looks the same.
 */
export function TargetPicker(props: TargetPickerProps) {
  const { label, column, value, shown, options, field, waiting, invalid, onPick } = props
  const t = useWords(wizard)
  const [live, setLive] = useState(false)
  const pressed = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  if (!live) {
    return (
      <div className={styles.picker} data-invalid={invalid} data-waiting={waiting} data-none={!field}>
        <FieldIcon field={field} />
        <input
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-label={label}
          aria-invalid={invalid}
          data-column={column}
          readOnly
          value={shown}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setLive(true)}
          onPointerDown={() => {
            pressed.current = true
          }}
          onFocus={() => {
            flushSync(() => setLive(true))
            input.current?.focus()
            // A tap or click ends on the input that has gone: what it would have opened is opened here.
            if (pressed.current) input.current?.click()
          }}
        />
        <IconChevronDown size={16} stroke={1.6} />
      </div>
    )
  }
  return (
    <Select
      ref={input}
      size="sm"
      className={styles.live}
      data-waiting={waiting}
      aria-label={label}
      data-column={column}
      data={options}
      value={value || null}
      placeholder={value ? undefined : shown}
      searchable
      // Passing by, or coming back from a dialog, does not ask for the list.
      openOnFocus={false}
      // What is typed takes the place of the field that is chosen.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      selectFirstOptionOnChange
      // Mantine marks the first option of what was typed, and may forget it again when that has opened the list: Enter takes it.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
        const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
        if (!marked) return
        event.preventDefault()
        marked.click()
      }}
      allowDeselect={false}
      withScrollArea={false}
      nothingFoundMessage={t.noField}
      comboboxProps={{ width: 260, position: 'bottom-start', transitionProps: { duration: 0 } }}
      classNames={{ groupLabel: styles.group, options: styles.options, option: styles.option }}
      rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
      leftSection={<FieldIcon field={field} />}
      error={invalid}
      onChange={(chosen) => chosen !== null && onPick(chosen)}
    />
  )
}
