import { useNavigate } from '@tanstack/react-router'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { AnchorLink } from './AnchorLink.tsx'
import { groups } from './articles.ts'
import styles from './DocsNav.module.css'
import { text } from './text.ts'

/** The articles in groups. On a phone they are a choice. */
export function DocsNav({ open }: { open: string }) {
  const t = useWords(text)
  const phone = usePhone()
  const navigate = useNavigate()
  const at = usePreferences().language === 'th' ? 0 : 1
  if (phone)
    return (
      <nav className={styles.choice} aria-label={t.contents}>
        <PlainSelect
          aria-label={t.contents}
          value={open}
          onChange={({ currentTarget }) => void navigate({ to: location.pathname, hash: currentTarget.value } as never)}
        >
          {groups.map(({ name, articles }) => (
            <optgroup key={name} label={t[name]}>
              {articles.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title[at]}
                </option>
              ))}
            </optgroup>
          ))}
        </PlainSelect>
      </nav>
    )
  return (
    <nav className={styles.nav} aria-label={t.contents}>
      {groups.map(({ name, articles }) => (
        <section key={name}>
          <h2>{t[name]}</h2>
          <ul>
            {articles.map(({ id, title }) => (
              <li key={id}>
                <AnchorLink anchor={id} aria-current={id === open ? 'page' : undefined}>
                  {title[at]}
                </AnchorLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
