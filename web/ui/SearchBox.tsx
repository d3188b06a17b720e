import { IconSearch, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './SearchBox.module.css'
import type { View } from './view.ts'

interface SearchBoxProps {
  view: { typed: string; type: (text: string) => void }
  label: string
  /** What can be searched in fewer words, where the name does not fit. */
  hint?: string
  /** In the place of what Enter does in a form. */
  onEnter?: () => void
}

/** A search field. A plain input: the library's would be the twentieth part of what a first visit loads before the rows. */
export function SearchBox({ view, label, hint = label, onEnter }: SearchBoxProps) {
  const t = useWords(common)
  return (
    <div className={styles.search}>
      <IconSearch size={16} stroke={1.6} />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        value={view.typed}
        onChange={(event) => view.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
      {view.typed && (
        <button type="button" aria-label={t.clear} onClick={() => view.type('')}>
          <IconX size={16} stroke={1.8} />
        </button>
      )}
    </div>
  )
}

/** The search of a list: what is typed becomes the view's keyword when typing pauses. */
export function ListSearch({ view, ...rest }: Omit<SearchBoxProps, 'view'> & { view: Pick<View, 'typed' | 'type'> }) {
  const typed = useSyncExternalStore(view.typed.subscribe, view.typed.get)
  return <SearchBox {...rest} view={{ typed, type: view.type }} />
}
