import type { ComboboxData } from '@mantine/core'
import { IconArrowsSplit2, IconChevronDown } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldIcon } from '../../../customers/fields/FieldIcon.tsx'
import { SearchSelect } from '../../../ui/SearchSelect.tsx'
import { wizard } from '../wizard-text.ts'
import type { TargetField } from './mapping-fields.ts'
import { useStepWords } from './step-words.ts'
import styles from './TargetPicker.module.css'

interface TargetPickerProps {
  label: string
  column: string
  value: string
  /** Name of the value. */
  shown: string
  options: ComboboxData
  field: TargetField | undefined
  /** The column is split, each part with a field of its own. */
  splits?: boolean
  waiting: boolean
  invalid: boolean
  onPick: (value: string) => void
}

/**
 * Picker of a field. A file may have 500 columns: until it is hovered or focused, it is a plain
 * input that looks the same.
 */
export function TargetPicker(props: TargetPickerProps) {
  const { label, column, value, shown, options, field, splits, waiting, invalid, onPick } = props
  const t = useStepWords(wizard)
  const [live, setLive] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const enliven = () => {
    flushSync(() => setLive(true))
    input.current?.focus()
  }
  const icon = splits ? <IconArrowsSplit2 size={16} stroke={1.6} /> : <FieldIcon field={field} />
  if (!live) {
    return (
      <div className={styles.picker} data-invalid={invalid} data-waiting={waiting} data-none={!field}>
        {icon}
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
          onMouseDown={(event) => {
            // The browser would give the focus to this input, which may be replaced before, and end the click on nothing.
            event.preventDefault()
            enliven()
            input.current?.click()
          }}
          onFocus={enliven}
        />
        <IconChevronDown size={16} stroke={1.6} />
      </div>
    )
  }
  return (
    <SearchSelect
      ref={input}
      size="sm"
      className={styles.live}
      data-waiting={waiting}
      aria-label={label}
      data-column={column}
      data={options}
      value={value || null}
      placeholder={value ? undefined : shown}
      nothingFoundMessage={t.noField}
      leftSection={icon}
      error={invalid}
      onPick={onPick}
    />
  )
}
