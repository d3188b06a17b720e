import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconCake } from '@tabler/icons-react'
import { type VisibleScreenRule, writeRule } from '../../customers/rules/rule-address.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Bar } from './Bar.tsx'
import styles from './Dashboard.module.css'
import type { RequestedPeriod } from './requested-period.ts'
import { text } from './text.ts'

/** New and returning customers in the period, and birthdays. */
export function Returning({ asked: { days } }: { asked: RequestedPeriod }) {
  const t = useWords(text)
  const format = useFormat()
  const { data, error, refetch, isFetching, isPlaceholderData } = useRead(dashboard.returning, { query: days })
  const groups = [
    { name: t.firstTime, value: data?.newPeople ?? 0 },
    { name: t.again, value: data?.returningPeople ?? 0 },
  ]
  const sum = groups.reduce((total, { value }) => total + value, 0)
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.returning}</h2>
        {data && <p className={styles.aside}>{t.counted({ time: format.when(data.countedAt) })}</p>}
      </header>
      {error && <ErrorBanner message={error.message} onRetry={refetch} busy={isFetching} />}
      {data && sum === 0 && <p className={styles.nothing}>{t.noData}</p>}
      <dl className={styles.channels} aria-busy={(!data && !error) || isPlaceholderData}>
        {sum > 0 &&
          groups.map(({ name, value }) => (
            <div key={name} className={styles.channel}>
              <dt>{name}</dt>
              <dd>
                <b>{format.formatNumber(value)}</b>
                <span className={styles.share}>{Math.round((value / sum) * 100)}%</span>
              </dd>
              <Bar share={value / sum} />
            </div>
          ))}
      </dl>
      <Birthdays />
    </section>
  )
}

function Birthdays() {
  const t = useWords(text)
  const mayOpen = useMayOpen('profile-list')
  const { data } = useRead(dashboard.quality, {})
  if (!data) return null
  const { people, rule } = data.birthdays
  const said = people === 0 ? t.noBirthdays : t.people({ count: people })
  return (
    <>
      <h3>{t.birthdays}</h3>
      <p className={styles.birthdays}>
        <IconCake size={16} stroke={1.6} />
        {mayOpen && people > 0 ? (
          <RouteLink
            to="profile-list"
            hash={writeRule(rule as VisibleScreenRule)}
            aria-label={`${t.birthdays}: ${said}`}
          >
            {said}
          </RouteLink>
        ) : (
          said
        )}
      </p>
    </>
  )
}
