import type { TermName } from '@ruam/contract/watches/limits.ts'
import { IconAlertTriangle, IconCircleCheck, IconFile } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Fold } from '../ui/Fold.tsx'
import { EMPTY } from '../ui/Loaded.tsx'
import { furtherTerms, mainTerms, termKinds } from './term-rows.ts'
import { type DatedFile, useTermWords } from './term-words.ts'
import styles from './WatchFile.module.css'
import { type FileOfWatch, useWatchWords, type WatchDetail } from './watch.ts'
import { watchFileText } from './watch-file-text.ts'

interface FileTermsProps {
  watch: WatchDetail
  file: FileOfWatch
}

/** Files to compare this one with: those before it, or all others if it is older than them. */
function useOthers({ watch, file }: FileTermsProps): { others: DatedFile[]; isBefore: boolean } {
  const { dayOf } = useWatchWords()
  const others = watch.latest.filter(({ id, figures }) => id !== file.id && figures !== null)
  const before = others.filter(({ id }) => id < file.id)
  const isBefore = before.length > 0
  const compared = isBefore ? before : others
  return {
    others: compared.map(({ figures, arrivedAt }) => ({ figures: figures!, today: dayOf(arrivedAt) })),
    isBefore,
  }
}

/** What a file breaks, then each term with this file, the limit and the other files. */
export function FileTerms({ watch, file }: FileTermsProps) {
  const t = useWords(watchFileText)
  const { broken, questions, error, figures, status } = file
  const names = new Set(broken.map(({ term }) => term))
  // A term of the fold counts once it is broken: it is shown with the first ones then.
  const shown = [...names, ...mainTerms.filter((term) => !names.has(term))]
  const title =
    names.size > 0
      ? t.broken({ broken: names.size, all: shown.length })
      : watch.terms
        ? figures && !error && t.inside
        : status === 'waiting' && t.noTerms
  return (
    <>
      <div className={styles.why}>
        {title && <h2>{title}</h2>}
        {error && (status === 'skipped' ? <p>{t.headerAlone}</p> : <p className={styles.bad}>{error.message}</p>)}
        <BrokenLines watch={watch} file={file} />
        {questions.map((question) => question !== 'no_terms' && <p key={question}>{t[question]}</p>)}
      </div>
      {figures ? (
        <>
          <Rows watch={watch} file={file} terms={shown} />
          <div className={styles.further}>
            <Fold label={t.further} framed>
              <Rows watch={watch} file={file} terms={furtherTerms.filter((term) => !names.has(term))} />
            </Fold>
          </div>
        </>
      ) : (
        status !== 'skipped' && (
          <EmptyState icon={IconFile} title={t.noFigures} {...(status === 'arrived' && { text: t.behind })} />
        )
      )}
    </>
  )
}

const ranges: readonly string[] = ['range', 'clock', 'listed', 'columns']

/** Each broken figure with its limit, and with what is usual. */
function BrokenLines({ watch, file }: FileTermsProps) {
  const t = useWords(watchFileText)
  const words = useTermWords()
  const { dayOf } = useWatchWords()
  const { others } = useOthers({ watch, file })
  const { figures, broken } = file
  return broken.map((one) => {
    const { term } = one
    const usual = words.usual(term, others)
    const limit = watch.terms && words.limit(term, watch.terms)
    const hints = [
      ...(limit ? [t[ranges.includes(termKinds[term]) ? 'allowedRange' : 'allowed']({ limit })] : []),
      ...(usual && term !== 'columns' ? [t.usual({ range: usual })] : []),
    ]
    const isWhole = one.column === undefined && figures && one.value !== ''
    return (
      <p key={[term, one.column, String(one.limit)].join(' ')}>
        {words.name(term)}{' '}
        <strong className={styles.look}>
          {isWhole ? words.ofFile(term, { figures, today: dayOf(file.arrivedAt) }, watch.terms) : words.broken(one)}
        </strong>{' '}
        <span>{hints.join(' · ')}</span>
      </p>
    )
  })
}

function Rows({ watch, file, terms }: FileTermsProps & { terms: readonly TermName[] }) {
  const t = useWords(watchFileText)
  const words = useTermWords()
  const { dayOf } = useWatchWords()
  const { others, isBefore } = useOthers({ watch, file })
  const { figures } = file
  if (!figures) return null
  const broken = new Set(file.broken.map(({ term }) => term))
  const today = dayOf(file.arrivedAt)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t.term}</th>
          <th scope="col">{t.thisFile}</th>
          <th scope="col">{t.limit}</th>
          <th scope="col">{(isBefore ? t.before : t.others)({ count: others.length })}</th>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => {
          const isBroken = broken.has(term)
          const Icon = isBroken ? IconAlertTriangle : IconCircleCheck
          return (
            <tr key={term} data-broken={isBroken || undefined}>
              <th scope="row">
                <span>
                  {watch.terms && (
                    <Icon size={16} stroke={1.6} role="img" aria-label={isBroken ? t.isBroken : t.isInside} />
                  )}
                  {words.name(term)}
                </span>
              </th>
              <td>{words.ofFile(term, { figures, today }, watch.terms) || EMPTY}</td>
              <td>{watch.terms ? words.limit(term, watch.terms) || EMPTY : EMPTY}</td>
              <td>{words.usual(term, others) || EMPTY}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
