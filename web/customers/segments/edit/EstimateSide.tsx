import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { FormNote } from '../../../ui/FormNote.tsx'
import { RouteLink } from '../../../ui/route.tsx'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import styles from './SegmentForm.module.css'
import type { SentRule } from './segment-rule.ts'
import { text } from './text.ts'
import type { useEstimate } from './use-estimate.ts'

interface EstimateSideProps {
  estimate: ReturnType<typeof useEstimate>
  rule: SentRule | undefined
  /** Some conditions are not whole, and left out. */
  partial: boolean
  options: RuleOptions
}

/** The rule at a place of what was sent. */
const ruleAt = (rule: SentRule, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], rule)

/** Beside the builder: how many the rule means, what each condition leaves, and ten of the people. */
export function EstimateSide({ estimate, rule, partial, options }: EstimateSideProps) {
  const t = useWords(text)
  const format = useFormat()
  const { say } = useRuleSentence(options)
  const { data, old, counting, error, at } = estimate
  if (!rule || !data)
    return (
      <>
        <FormNote message={rule && error} />
        <p className={styles.quiet} aria-live="polite">
          {!rule ? t.noneYet : error ? '' : t.counting}
        </p>
      </>
    )
  const share = (count: number) => `${data.total > 0 ? Math.max(count > 0 ? 1 : 0, (100 * count) / data.total) : 0}%`
  const line = (key: string, said: string, count: number) => (
    <li key={key}>
      <span title={said}>{said}</span>
      <strong>{formatNumber(count)}</strong>
      <i style={{ width: share(count) }} />
    </li>
  )
  const counted = data.exact
    ? t.exactAt({ time: format.time(new Date(at).toISOString()) })
    : t.margin({ margin: data.margin })
  return (
    <div className={styles.estimate} data-old={old || undefined} aria-busy={counting}>
      <FormNote message={error} />
      <p className={styles.figure} aria-live="polite">
        {!data.exact && <span>{t.about}</span>}
        <strong>{formatNumber(data.count)}</strong>
        <span>{t.people}</span>
        <small>{!counting ? counted : old || data.exact ? t.counting : t.countingAll({ count: data.total })}</small>
      </p>
      {partial && <p className={styles.quiet}>{t.partial}</p>}
      {data.reachable.line !== null && <p className={styles.quiet}>{t.reachable({ count: data.reachable.line })}</p>}
      <ul className={styles.funnel}>
        {line('all', t.everybody, data.total)}
        {data.perRule.map(({ path, left }) => {
          const found = ruleAt(rule, path)
          return line(path.join('.'), found && !old ? say(found as never) : '…', left)
        })}
      </ul>
      {data.sample === null && <p className={styles.quiet}>{t.noSample}</p>}
      {data.sample !== null && data.sample.length > 0 && (
        <>
          <h2>{t.sample({ count: data.sample.length })}</h2>
          <ul className={styles.sample}>
            {data.sample.map(({ id, name }) => (
              <li key={id}>
                <RouteLink to="profile-detail" params={{ profileId: id }} target="_blank" title={name}>
                  <span className="ruam-two-lines">{name}</span>
                </RouteLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
