import { Button } from '@mantine/core'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { IconAlertCircle, IconListCheck, IconSearchOff } from '@tabler/icons-react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { PagingBar } from '../../ui/PagingBar.tsx'
import { useLasting } from '../../ui/use-lasting.ts'
import { AuditDays } from './AuditDays.tsx'
import styles from './AuditLog.module.css'
import { AuditToolbar } from './AuditToolbar.tsx'
import { useAuditView } from './audit-view.ts'
import { text } from './text.ts'

/** Acts of the store as sentences, by day. */
export function AuditEntries() {
  const t = useWords(text)
  const c = useWords(common)
  const format = useFormat()
  const audit = useAuditView()
  const { view, range, query } = audit
  const read = useRead(auditLog.list, { query: query as never })
  const rows = read.data?.data
  const dimmed = useLasting(read.isPlaceholderData || read.error !== null)
  const narrowed = view.narrowed
  const total = read.data?.total ?? 0
  const days = [range.from, range.to].map((day) => day && format.date(day))
  const summary = read.data && (
    <>
      <strong>{t.count({ count: read.data.totalCapped ? `${format.formatNumber(total)}+` : total })}</strong>{' '}
      {(days[0] || days[1]) && (days[0] === days[1] ? days[0] : `${days[0] ?? '…'} – ${days[1] ?? '…'}`)}
    </>
  )
  return (
    <>
      <AuditToolbar audit={audit} />
      <p role="status" className="ruam-heard">
        {!read.isPlaceholderData && rows && t.count({ count: total })}
      </p>
      {read.error && rows && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <section
        className={styles.list}
        aria-label={t.title}
        aria-busy={read.isFetching}
        data-stale={dimmed || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-list
        data-scroll-restoration-id="list"
      >
        {rows ? (
          rows.length > 0 ? (
            <AuditDays rows={rows} days={read.data!.days} onFilter={audit.filter} />
          ) : (
            <EmptyState
              icon={narrowed ? IconSearchOff : IconListCheck}
              title={narrowed ? t.nothingFound : t.emptyTitle}
              text={narrowed ? t.nothingFoundText : t.emptyText}
              action={narrowed && <Button onClick={() => view.clear()}>{t.clear}</Button>}
            />
          )
        ) : read.error ? (
          <EmptyState
            icon={IconAlertCircle}
            title={t.unread}
            text={read.error.message}
            action={<Button onClick={() => void read.refetch()}>{c.retry}</Button>}
          />
        ) : (
          <Bones />
        )}
      </section>
      {rows && rows.length > 0 && (
        <PagingBar
          total={total}
          capped={read.data?.totalCapped ?? false}
          view={view}
          onShow={view.show}
          summary={summary}
          quiet
        />
      )}
    </>
  )
}
