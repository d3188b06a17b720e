import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { FormNote } from '../../../ui/FormNote.tsx'
import { RouteLink } from '../../../ui/route.tsx'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import { SegmentChange } from './Change.tsx'
import { funnelOf } from './funnel.ts'
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

/** Two digits that count: a sample knows no more. */
const rounded = (value: number) => Number(value.toPrecision(2))

/** Next to the builder: the number of matches, the matches left by each condition, and ten of the customers. */
export function EstimateSide({ estimate, rule, partial, options }: EstimateSideProps) {
  const t = useWords(text)
  const format = useFormat()
  const { say } = useRuleSentence(options)
  const { data, old, counting, error, at, spend, spendOld } = estimate
  if (!rule || !data)
    return (
      <>
        <FormNote message={rule && error} />
        <p className={styles.quiet} aria-live="polite">
          {!rule ? t.noneYet : error ? '' : t.counting}
        </p>
      </>
    )
  const counted = data.exact
    ? t.exactAt({ time: format.time(new Date(at).toISOString()) })
    : t.margin({ margin: data.margin })
  const sums =
    spendOld || !spend?.exact ? undefined : new Map(spend.perRule.map((one) => [one.path.join('.'), one.left]))
  const steps = funnelOf(rule, data.perRule).map(({ part, path, ...step }) => ({
    ...step,
    key: path.join('.'),
    said: part && !old ? say(part as never) : '…',
    spent: sums?.get(path.join('.')),
  }))
  return (
    <div className={styles.estimate} data-old={old || undefined} aria-busy={counting}>
      <FormNote message={error} />
      <p className={styles.figure} aria-live="polite">
        {!data.exact && <span>{t.about}</span>}
        <strong>{formatNumber(data.count)}</strong>
        <span>{t.people}</span>
        <small>{!counting ? counted : old || data.exact ? t.counting : t.countingAll({ count: data.total })}</small>
      </p>
      <SegmentChange change={data.change} old={old} />
      {spend && (
        <p className={styles.quiet} data-old={spendOld || undefined}>
          {spendOld
            ? t.summing
            : (spend.exact ? t.spend : t.spendAbout)({
                baht: formatNumber(spend.exact ? Math.round(spend.matching) : rounded(spend.matching)),
              })}
        </p>
      )}
      {partial && <p className={styles.quiet}>{t.partial}</p>}
      {data.reachable.line !== null && <p className={styles.quiet}>{t.reachable({ count: data.reachable.line })}</p>}
      <Funnel total={data.total} steps={steps} spent={sums && spend?.perRule.length ? spend.all : undefined} />
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

interface Step {
  key: string
  said: string
  left: number
  /** Customers beyond the step before, if it adds to them. */
  added?: number
  before?: number
  /** Baht in twelve months. */
  spent?: number | undefined
}

/** What each condition leaves of all customers, or adds to those of the conditions before. */
function Funnel({ total, steps, spent }: { total: number; steps: readonly Step[]; spent: number | undefined }) {
  const t = useWords(text)
  const share = (count: number) => `${total > 0 ? Math.max(count > 0 ? 1 : 0, (100 * count) / total) : 0}%`
  return (
    <ul className={styles.funnel}>
      {[{ key: 'all', said: t.everybody, left: total, spent } as Step, ...steps].map((step) => (
        <li key={step.key}>
          <div>
            <span title={step.said}>{step.said}</span>
            {step.added !== undefined && <em>+{formatNumber(step.added)} →</em>}
            <strong>{formatNumber(step.left)}</strong>
          </div>
          {step.spent !== undefined && <small>{t.baht({ baht: formatNumber(Math.round(step.spent)) })}</small>}
          <i style={{ width: share(step.left) }} data-adds={step.added !== undefined || undefined} />
          {step.before !== undefined && <i style={{ width: share(step.before) }} />}
        </li>
      ))}
    </ul>
  )
}
