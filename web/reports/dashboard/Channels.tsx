import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Bar } from './Bar.tsx'
import styles from './Dashboard.module.css'
import type { RequestedPeriod } from './requested-period.ts'
import { text } from './text.ts'

const LATEST = 3

/** By which way data came, and the data sources that ran last. */
export function Channels({ asked: { days } }: { asked: RequestedPeriod }) {
  const t = useWords(text)
  const { formatNumber } = useFormat()
  const read = useRead(dashboard.channel, { query: days })
  const sources = useRead(dashboard.datasource, { query: { ...days, limit: String(LATEST) } })
  const mayOpen = useMayOpen('data-source-v2-list-output')
  const { data } = read
  const channels = [
    { name: t.byImport, value: data?.import ?? 0 },
    { name: t.byApi, value: data?.openapi ?? 0 },
    { name: t.byHand, value: data?.user ?? 0 },
    { name: t.byLine, value: data?.line ?? 0 },
    ...(data?.facebook ? [{ name: t.byFacebook, value: data.facebook }] : []),
  ]
  const sum = channels.reduce((total, { value }) => total + value, 0)
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.channels}</h2>
      </header>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {data && sum === 0 && <p className={styles.nothing}>{t.noData}</p>}
      <dl className={styles.channels} aria-busy={!data || read.isPlaceholderData}>
        {(data ? sum > 0 : !read.error) &&
          channels.map(({ name, value }) => (
            <div key={name} className={styles.channel}>
              <dt>{name}</dt>
              <dd>
                <b>
                  <Loaded of={data && formatNumber(value)} />
                </b>
                <span className={styles.share}>{sum > 0 && `${Math.round((value / sum) * 100)}%`}</span>
              </dd>
              <Bar share={sum > 0 ? value / sum : 0} />
            </div>
          ))}
      </dl>
      {!sources.error && <h3>{t.latest}</h3>}
      {sources.data?.data.length === 0 && <p className={styles.nothing}>{t.noSources}</p>}
      <ul className={styles.sources}>
        {sources.data?.data.map(({ id, name, records }) => (
          <li key={id}>
            {mayOpen ? (
              <RouteLink to="data-source-v2-list-output" params={{ dataSourceId: id }} className={styles.source}>
                {name}
              </RouteLink>
            ) : (
              <span className={styles.source}>{name}</span>
            )}
            <b>{formatNumber(records)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
