import { IconSearch, IconX } from '@tabler/icons-react'
import styles from './SearchBox.module.css'
import { useWords } from './text.ts'
import type { View } from './view.ts'
import { common } from './words.ts'

/**
 * The search of a list: what is typed becomes the view's keyword when typing pauses. A plain input: the library's would be the twentieth
 * part of what a first visit loads before the rows.
 */
export function SearchBox({ view, label }: { view: Pick<View, 'typed' | 'type'>; label: string }) {
  const t = useWords(common)
  return (
    <div className={styles.search}>
      <IconSearch size={16} stroke={1.6} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={view.typed}
        onChange={(event) => view.type(event.currentTarget.value)}
      />
      {view.typed && (
        <button type="button" aria-label={t.clear} onClick={() => view.type('')}>
          <IconX size={16} stroke={1.8} />
        </button>
      )}
    </div>
  )
}
