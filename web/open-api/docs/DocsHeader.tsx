import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { IconDownload } from '@tabler/icons-react'
import { Logo } from '../../app/Logo.tsx'
import { choose } from '../../data/choose.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { AddressLink } from '../../ui/route.tsx'
import styles from './DocsHeader.module.css'
import { DocsSearch } from './DocsSearch.tsx'
import { DOCUMENT } from './document.ts'
import { text } from './text.ts'

/** Way back to the store, search, language, and the OpenAPI document. */
export function DocsHeader({ names }: { names: readonly ErrorName[] }) {
  const t = useWords(text)
  const { language } = usePreferences()
  const { store } = useSession()
  return (
    <header className={styles.header}>
      <AddressLink to={`/${store?.id ?? ''}`} className={styles.home}>
        <Logo />
        <span className="ruam-heard">{t.back}</span>
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
