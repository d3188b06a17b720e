import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { type VisibleScreenRule, writeRule } from '../../customers/rules/rule-address.ts'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Bar } from './Bar.tsx'
import styles from './Dashboard.module.css'
import { text } from './text.ts'

type Item = Got<typeof dashboard.quality>['items'][number]

/** Customers with contact data, and lists of those without. */
export function Quality() {
  const t = useWords(text)
  const format = useFormat()
  const { data, error, refetch, isFetching } = useRead(dashboard.quality, {})
  const named = ({ key, name }: Item) =>
    key === 'consent' ? t.consent({ name: name ?? '' }) : { phone: t.phone, email: t.email, line: t.line }[key]
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.quality}</h2>
        {data && <p className={styles.quiet}>{t.ofAll({ count: data.total })}</p>}
        {data && <p className={styles.aside}>{t.counted({ time: format.when(data.countedAt) })}</p>}
      </header>
      {error && <ErrorBanner message={error.message} onRetry={refetch} busy={isFetching} />}
      <ul className={styles.quality} aria-busy={!data && !error}>
        {data?.items.map((item) => (
          <QualityRow key={`${item.key} ${item.name}`} name={named(item)} item={item} total={data.total} />
        ))}
      </ul>
    </section>
  )
}

function QualityRow({ name, item: { lacking, rule }, total }: { name: string; item: Item; total: number }) {
  const t = useWords(text)
  const mayOpen = useMayOpen('profile-list')
  const share = total > 0 ? (total - lacking) / total : 0
  // Rounded down: a whole hundred means everybody.
  const percent = Math.floor(share * 1000) / 10
  const said = lacking === 0 ? t.complete : t.lacking({ count: lacking })
  return (
    <li>
      <span>{name}</span>
      <Bar share={share} />
      <b>{percent.toFixed(1)}%</b>
      {mayOpen && lacking > 0 ? (
        <RouteLink to="profile-list" hash={writeRule(rule as VisibleScreenRule)} aria-label={`${name}: ${said}`}>
          {said}
        </RouteLink>
      ) : (
        <em>{said}</em>
      )}
    </li>
  )
}
