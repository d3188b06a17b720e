import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SkipLink } from '../../app/SkipLink.tsx'
import { usePreferences } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FullLoader } from '../../ui/overlays.tsx'
import { PlainSelect } from '../../ui/PlainSelect.tsx'
import { shell } from '../../ui/shell-words.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { AnchorLink } from './AnchorLink.tsx'
import { Article } from './Article.tsx'
import { articleAt, groups } from './articles.ts'
import { CallReference } from './CallReference.tsx'
import { CodePanel, type PanelChoices } from './CodePanel.tsx'
import styles from './Docs.module.css'
import { DocsHeader } from './DocsHeader.tsx'
import { errorNamesOf, mayRunDry, operationOf, useDocument } from './document.ts'
import { text } from './text.ts'
import { useAnswers } from './use-answers.ts'
import { useExampleStore } from './use-example-store.ts'

/** The documentation for developers, with examples of the open store. */
export function Docs() {
  // While a store is being left, its data must not be asked for.
  return useSession().store ? <DocsPage /> : <FullLoader />
}

/** The page itself. Outside of a store its examples have the fields that all stores have. */
export function DocsPage() {
  const t = useWords(text)
  const s = useWords(shell)
  const { language } = usePreferences()
  const { hash } = useLocation()
  const document = useDocument()
  const [choices, setChoices] = useState<PanelChoices>({ key: '', language: 'curl', dry: false })
  const store = useExampleStore(choices.key)
  const article = articleAt(hash)
  const title = article.title[language === 'th' ? 0 : 1]
  const call = 'call' in article ? article.call : article.example
  const operation = operationOf(document.data, call)
  useTitle(`${title} · ${t.title}`)
  useAnchor(hash, document.data !== undefined)
  useRowInSight(hash)
  return (
    <div className={styles.page}>
      <SkipLink to="#content" label={s.skip} />
      <DocsHeader names={errorNamesOf(document.data)} />
      <DocsNav open={article.id} />
      <main id="content" className={styles.article} tabIndex={-1}>
        {'call' in article && <CallLine call={article.call} />}
        <h1 data-heading id={article.id}>
          {title}
        </h1>
        {document.error && <ErrorBanner message={t.failed} note={document.error.message} onRetry={document.refetch} />}
        {'call' in article ? (
          <CallReference call={article.call} words={article.words} store={store} document={document} />
        ) : (
          <Article prose={article} store={store} document={document} />
        )}
      </main>
      <CodePanel
        call={call}
        store={store}
        mayRunDry={mayRunDry(operation)}
        reads={call.startsWith('GET') || call.endsWith('/find')}
        choices={{ ...choices, dry: choices.dry || ('dry' in article && article.dry === true) }}
        onChoose={(change) => setChoices({ ...choices, ...change })}
      />
    </div>
  )
}

function CallLine({ call }: { call: string }) {
  const [method, path] = call.split(' ')
  return (
    <p className={styles.call}>
      <strong data-method={method}>{method}</strong> <code>{path}</code>
    </p>
  )
}

function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Ruam`
  }, [title])
}

/** Leads to the anchor of the address, once the parts that come with the document are there. */
function useAnchor(anchor: string, isWhole: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes with the document moves the anchor
  useEffect(() => {
    const target = document.getElementById(anchor) ?? document.querySelector('h1')
    if (!target) return
    target.toggleAttribute('data-target', target.tagName === 'TR')
    const isArticle = target.tagName === 'H1'
    if (isArticle) window.scrollTo(0, 0)
    else target.scrollIntoView({ block: 'start' })
    if (anchor === '') return
    target.tabIndex = -1
    target.focus({ preventScroll: true })
    return () => target.removeAttribute('data-target')
  }, [anchor, isWhole])
}

/** Scrolls to the row of the address again when the answers above it have come. */
function useRowInSight(anchor: string) {
  const isWhole = useAnswers() !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the answers come
  useEffect(() => {
    const target = document.getElementById(anchor)
    if (target?.tagName === 'TR') target.scrollIntoView({ block: 'start' })
  }, [isWhole])
}

/** The articles in groups. On a phone they are a choice. */
function DocsNav({ open }: { open: string }) {
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
