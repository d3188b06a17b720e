import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { AnchorLink } from './AnchorLink.tsx'
import styles from './DocsSearch.module.css'
import { search } from './search.ts'
import { text } from './text.ts'

/** Searches the articles, calls and errors of the page. Enter opens the first result, Esc closes them. */
export function DocsSearch({ names }: { names: readonly ErrorName[] }) {
  const t = useWords(text)
  const navigate = useNavigate()
  const { language } = usePreferences()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLElement>(null)
  const found = search(typed, language, names)
  const close = () => setTyped('')
  return (
    <search
      ref={box}
      className={styles.search}
      onKeyDown={({ key }) => key === 'Escape' && close()}
      onBlur={({ relatedTarget }) => relatedTarget && !box.current?.contains(relatedTarget) && close()}
    >
      <SearchBox
        view={{ typed, type: setTyped }}
        label={t.search}
        onEnter={() => {
          const [first] = found
          if (!first) return
          void navigate({ to: location.pathname, hash: first.anchor } as never)
          close()
        }}
      />
      {typed.trim() !== '' && (
        <div className={styles.results}>
          {found.length === 0 && <p role="status">{t.noResults({ words: typed })}</p>}
          <ul aria-label={t.results}>
            {found.map(({ anchor, title, excerpt }) => (
              <li key={anchor}>
                <AnchorLink anchor={anchor} onClick={close}>
                  <strong>{title}</strong>
                  {excerpt && <span>{excerpt}</span>}
                </AnchorLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </search>
  )
}
