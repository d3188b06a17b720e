import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './Toolbar.module.css'
import { useWords } from './text.ts'
import type { View } from './view.ts'
import { common } from './words.ts'

/** The search of a list: what is typed becomes the view's keyword when typing pauses. */
export function SearchBox({ view, label }: { view: Pick<View, 'typed' | 'type'>; label: string }) {
  const t = useWords(common)
  return (
    <TextInput
      className={styles.search}
      size="sm"
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={view.typed && <CloseButton size={24} aria-label={t.clear} onClick={() => view.type('')} />}
      value={view.typed}
      onChange={(event) => view.type(event.currentTarget.value)}
    />
  )
}
