import { profileHistory } from '@ruam/contract/customers/history.ts'
import { IconFileOff, IconFileSpreadsheet } from '@tabler/icons-react'
import { type Got, useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import type { ListedProfile } from '../values.ts'
import styles from './Log.module.css'
import { LogBones } from './LogBones.tsx'
import { log } from './log-text.ts'

type DataSource = Got<typeof profileHistory.dataSources>['data'][number]

/** Which files, and which of their rows, made or changed a customer. */
export function SourcesPage({ profile }: { profile: ListedProfile }) {
  const t = useWords(log)
  const read = useRead(profileHistory.dataSources, { params: { id: profile.id } })
  const list = read.data?.data
  if (list?.length === 0) return <EmptyState icon={IconFileOff} title={t.noSources} text={t.noSourcesText} />
  return (
    <div className={styles.page}>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <div className={styles.list}>
        {!list && !read.error && <LogBones />}
        {list && (
          <ul className={styles.items}>
            {list.map((source) => (
              <Source key={source.runId} source={source} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Source({ source }: { source: DataSource }) {
  const t = useWords(log)
  const format = useFormat()
  const maySee = useMayOpen('data-source-v2-list-output') && !source.deleted
  const numbers = source.rows.map(formatNumber).join(', ')
  const more = source.rowTotal - source.rows.length
  return (
    <li className={styles.item} data-wide>
      <span className={styles.icon} aria-hidden>
        <IconFileSpreadsheet size={14} stroke={1.6} />
      </span>
      <div className={styles.body}>
        {maySee ? (
          <RouteLink
            to="data-source-v2-list-output"
            params={{ dataSourceId: source.datasourceId }}
            search={{ run: source.runId }}
            className={`${styles.strong} ruam-thumb`}
          >
            {source.name}
          </RouteLink>
        ) : (
          <strong>{source.name}</strong>
        )}
        <p className={styles.text}>{source.created ? t.created : t.updated}</p>
        <p className={styles.from}>
          {[
            source.fileName,
            source.rows.length > 0 &&
              (more > 0 ? t.rowsMore({ rows: numbers, count: more }) : t.rows({ rows: numbers })),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {source.deleted && <p className={styles.from}>{t.sourceDeleted}</p>}
        {source.undoneAt && <p className={styles.from}>{t.sourceUndone({ time: format.dateTime(source.undoneAt) })}</p>}
      </div>
      <time dateTime={source.at}>{format.dateTime(source.at)}</time>
    </li>
  )
}
