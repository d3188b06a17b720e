import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import {
  IconAlertTriangle,
  IconCopy,
  IconDatabaseExclamation,
  IconPlugConnectedX,
  IconSpeakerphone,
  IconUnlink,
} from '@tabler/icons-react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Dashboard.module.css'
import { text } from './text.ts'

/** Pending tasks with links. */
export function Todo() {
  const t = useWords(text)
  const { data, error, refetch, isFetching } = useRead(dashboard.todo, {})
  const things = [
    { icon: IconCopy, name: t.duplicates, count: data?.duplicates, said: t.pairs, to: 'profile-duplicate' },
    { icon: IconAlertTriangle, name: t.failedRows, count: data?.failedRows, said: t.rows, to: 'data-source-v2-list' },
    {
      icon: IconUnlink,
      name: t.brokenSegments,
      count: data?.brokenSegments,
      said: t.segments,
      to: 'segmentation-list',
    },
    // Made on the server itself, where no screen leads.
    { icon: IconDatabaseExclamation, name: t.noBackup, count: data?.daysWithoutBackup, said: t.days, to: null },
    {
      icon: IconPlugConnectedX,
      name: t.brokenChannels,
      count: data?.brokenChannels,
      said: t.accounts,
      to: 'setting-line-oa',
    },
    {
      icon: IconSpeakerphone,
      name: t.broadcastApprovals,
      count: data?.broadcastApprovals,
      said: t.broadcasts,
      to: 'broadcast-list',
    },
  ] as const
  const open = things.filter(({ count }) => count)
  return (
    <section className={styles.panel}>
      <header>
        <h2>{t.todo}</h2>
      </header>
      {error && <ErrorBanner message={error.message} onRetry={refetch} busy={isFetching} />}
      {data && open.length === 0 && <p className={styles.nothing}>{t.nothingToDo}</p>}
      <ul className={styles.todo}>
        {open.map(({ icon: Icon, name, count, said, to }) => (
          <li key={name}>
            <Icon size={16} stroke={1.6} />
            <span className={styles.thing}>{name}</span>
            {to === null ? (
              <span>{said({ count: count! })}</span>
            ) : (
              <RouteLink to={to} aria-label={`${name}: ${said({ count: count! })}`}>
                {said({ count: count! })}
              </RouteLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
