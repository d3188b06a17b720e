import { Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import styles from './SearchSelect.module.css'
import { useGrowingOptions } from './use-growing.ts'

type SearchSelectProps = Omit<SelectProps, 'onChange'> & {
  onPick: (value: string) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** Choices beyond which a list is one to search in: a screenful is read faster than a word is typed. */
export const SEARCHED = 60

/** One of so many choices that it is found by typing a part of its name. */
export function SearchSelect({ onPick, ...props }: SearchSelectProps) {
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  return (
    <Select
      searchable
      {...growing}
      onSearchChange={setTyped}
      // Passing by, or coming back from a dialog, does not ask for the list.
      openOnFocus={false}
      // Typing replaces the selection.
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
      comboboxProps={{ width: 'max-content', position: 'bottom-start', transitionProps: { duration: 0 } }}
      classNames={{
        dropdown: styles.dropdown,
        groupLabel: styles.group,
        options: styles.options,
        option: styles.option,
      }}
      rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
      onChange={(chosen) => chosen !== null && onPick(chosen)}
      {...props}
    />
  )
}
