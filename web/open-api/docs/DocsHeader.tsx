import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Logo } from '../../app/Logo.tsx'
import { choose } from '../../data/choose.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { AddressLink } from '../../ui/route.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { AnchorLink } from './AnchorLink.tsx'
import styles from './DocsHeader.module.css'
import { DOCUMENT } from './document.ts'
import { search } from './search.ts'
import { text } from './text.ts'

/** Way back to the store or to the log-in, search, language, and the OpenAPI document. */
export function DocsHeader({ names }: { names: readonly ErrorName[] }) {
  const t = useWords(text)
  const { language } = usePreferences()
  const { store } = useSession()
  return (
    <header className={styles.header}>
      <AddressLink to={`/${store?.id ?? ''}`} className={styles.home}>
        <Logo />
        <span className="ruam-heard">{store ? t.back : t.logIn}</span>
      </AddressLink>
      <span className={styles.title}>{t.title}</span>
      <DocsSearch names={names} />
      <PlainSelect
        aria-label={t.language}
        value={language}
        onChange={({ currentTarget }) => choose({ language: currentTarget.value as 'th' | 'en' })}
      >
        <option value="th">ไทย</option>
        <option value="en">English</option>
      </PlainSelect>
      <a className={styles.download} href={DOCUMENT} download="ruam-openapi.json" aria-label={t.download}>
        <IconDownload size={16} stroke={1.6} />
        <span>OpenAPI 3.1</span>
      </a>
    </header>
  )
}

/** Searches the articles, calls and errors of the page. Enter opens the first result, Esc closes them. */
function DocsSearch({ names }: { names: readonly ErrorName[] }) {
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
