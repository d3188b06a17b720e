import { Button } from '@mantine/core'
import type { TermName, WatchTerms } from '@ruam/contract/watches/limits.ts'
import { useWords } from '../data/text.ts'
import { Fold } from '../ui/Fold.tsx'
import { EMPTY } from '../ui/Loaded.tsx'
import { TermLimit } from './TermLimit.tsx'
import { brokenBy, dayOfFile, figureOf, furtherTerms, mainTerms } from './term-rows.ts'
import { type DatedFile, useTermWords } from './term-words.ts'
import { termsText } from './terms-text.ts'
import styles from './WatchForm.module.css'
import { useWatchWords } from './watch.ts'
import { watchEditText } from './watch-edit-text.ts'

/** A file of the table. */
export interface MeasuredFile extends DatedFile {
  id: number
  isImported: boolean
}

interface TermsTableProps {
  terms: WatchTerms
  proposed: WatchTerms | null
  files: readonly MeasuredFile[]
  onChange: (terms: WatchTerms) => void
}

/** Limits with the figures of the last files, evaluated while they are typed. */
export function TermsTable(props: TermsTableProps) {
  const t = useWords(watchEditText)
  const { shortDay } = useWatchWords()
  const { terms, files } = props
  const broken = brokenBy(terms, files)
  const head = (
    <thead>
      <tr>
        <th scope="col">{t.dayOfFile}</th>
        {files.map(({ id, figures, today }) => (
          <th key={id} scope="col">
            {shortDay(dayOfFile(figures, today))}
          </th>
        ))}
      </tr>
    </thead>
  )
  const rows = (names: readonly TermName[]) => (
    <tbody>
      {names.map((term) => (
        <TermRow key={term} {...props} term={term} broken={broken} />
      ))}
    </tbody>
  )
  const isBroken = furtherTerms.some((term) => broken.some((one) => one.has(term)))
  return (
    <>
      <div className={styles.head}>
        <h2>{t.table}</h2>
        <strong>{t.lastFiles({ count: files.length })}</strong>
        <span className={styles.quiet}>{t.tinted}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={t.table} tabIndex={0}>
        <table className={styles.table}>
          {head}
          {rows(mainTerms)}
          <tfoot>
            <tr>
              <th scope="row">{t.result}</th>
              {files.map(({ id }, index) => (
                <td key={id} data-result={broken[index]!.size > 0 ? 'waits' : 'passes'}>
                  {broken[index]!.size > 0 ? t.waits : t.passes}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <div className={styles.further}>
        <Fold label={t.further} hint={t.furtherHint({ count: furtherTerms.length })} held={isBroken} framed>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={styles.scroll} aria-label={t.further} tabIndex={0}>
            <table className={styles.table}>
              {head}
              {rows(furtherTerms)}
            </table>
          </section>
        </Fold>
      </div>
    </>
  )
}

interface TermRowProps extends TermsTableProps {
  term: TermName
  broken: readonly ReadonlySet<TermName>[]
}

function TermRow({ term, terms, proposed, files, onChange, broken }: TermRowProps) {
  const t = useWords(watchEditText)
  const n = useWords(termsText)
  const words = useTermWords()
  const name = words.label(term)
  const usual = words.usual(term, files)
  const isEqual = term === 'columns' && files.length > 0 && broken.every((one) => !one.has('columns'))
  const isFixed = terms.fixed.includes(term)
  const others = terms.fixed.filter((one) => one !== term)
  const own = proposed && isFixed && words.limit(term, proposed)
  const reset = () =>
    proposed &&
    onChange({
      ...terms,
      [term]: proposed[term],
      ...(term === 'columns' && { names: proposed.names }),
      fixed: others,
    })
  return (
    <tr>
      <th scope="row">
        <div className={styles.term}>
          <span>
            {name}
            {usual && <small>{isEqual ? n.everyFile : n.usual({ range: usual })}</small>}
            {isFixed && <small>{t.fixed}</small>}
            {own && (
              <Button
                variant="transparent"
                size="compact-xs"
                aria-label={t.takeProposedOf({ limit: own, name })}
                onClick={reset}
              >
                {t.takeProposed({ limit: own })}
              </Button>
            )}
          </span>
          <div className={styles.limit}>
            <TermLimit
              term={term}
              terms={terms}
              onChange={(limit) => onChange({ ...terms, [term]: limit, fixed: [...others, term] })}
            />
          </div>
        </div>
      </th>
      {files.map(({ id, figures, today }, index) => (
        <td key={id} data-broken={broken[index]!.has(term) || undefined}>
          {words.value(term, figureOf(term, figures, today)) || EMPTY}
        </td>
      ))}
    </tr>
  )
}
