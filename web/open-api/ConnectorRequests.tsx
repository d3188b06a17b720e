import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { IconInbox } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/data-table.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { usePhone } from '../ui/use-phone.ts'
import { pointsOf } from './hours.ts'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'
import { type ConnectorRequest, RequestDialog } from './RequestDialog.tsx'

const HourGraph = lazyPart(() => import('./HourGraph.tsx'))
const POLL_MS = 10_000

/** Figures of a connector by hour, and its last requests with their answers. */
export function ConnectorRequests({ id, view }: { id: number; view: TableView<'name'> }) {
  const t = useWords(itemText)
  const format = useFormat()
  const phone = usePhone()
  const [shown, setShown] = useState<ConnectorRequest>()
  const read = useRead(connectorItems.requests, { params: { id } }, { poll: () => POLL_MS })
  const all = read.data?.data
  const from = (view.page - 1) * view.limit
  const rows = all && { data: all.slice(from, from + view.limit), total: all.length }
  const at = (request: ConnectorRequest) => (
    <button type="button" className={styles.open} onClick={() => setShown(request)}>
      {format.dateTime(request.at)}
    </button>
  )
  const failed = (request: ConnectorRequest) => (request.failed > 0 ? formatNumber(request.failed) : '')
  const mapped = ({ status, mappingVersion }: ConnectorRequest) =>
    status === 'waiting' ? t.waiting : (mappingVersion ?? '')
  const columns: TableColumn<ConnectorRequest, 'name'>[] = [
    { id: 'at', title: t.at, width: 220, cell: at },
    { id: 'sender', title: t.sender, quiet: true, cell: ({ sender }) => sender?.name ?? t.senderGone },
    { id: 'items', title: t.items, align: 'right', width: 100, cell: ({ items }) => formatNumber(items) },
    { id: 'failed', title: t.failed, align: 'right', width: 100, cell: failed },
    { id: 'version', title: t.version, quiet: true, width: 150, cell: mapped },
    { id: 'unmapped', title: t.unmapped, quiet: true, cell: ({ unmapped }) => unmapped.join(', ') },
  ]
  return (
    <>
      <Hours id={id} />
      <DataTable
        label={t.requests}
        columns={columns}
        read={{ ...read, data: rows }}
        rowKey={(request) => request.receiptId}
        view={view}
        card={
          phone
            ? (request) => (
                <div>
                  {at(request)}
                  <div className={styles.quiet}>
                    {request.sender?.name ?? t.senderGone} · {t.items} {request.items} · {t.failed} {request.failed}
                  </div>
                </div>
              )
            : undefined
        }
        empty={{ icon: IconInbox, title: t.noRequests, text: t.noRequestsText }}
      />
      {shown && <RequestDialog id={id} request={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Hours({ id }: { id: number }) {
  const t = useWords(itemText)
  const read = useRead(connectorItems.hours, { params: { id }, query: {} }, { poll: () => 60_000 })
  const sums = { requests: 0, items: 0, failed: 0, refused: 0 }
  for (const hour of read.data?.data ?? []) {
    sums.requests += hour.requests
    sums.items += hour.items
    sums.failed += hour.failed
    sums.refused += hour.refused
  }
  const points = read.data && pointsOf(read.data.data, Date.now())
  return (
    <section className={styles.graph} aria-label={t.graph}>
      <p className={styles.quiet}>
        {t.requests} {formatNumber(sums.requests)} · {t.items} {formatNumber(sums.items)} · {t.failed}{' '}
        {formatNumber(sums.failed)}
        {sums.refused > 0 && ` · ${t.refused} ${formatNumber(sums.refused)}`} · {t.perHour}
      </p>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <div className={styles.bars} aria-busy={points === undefined && !read.error}>
        {points && (
          <Suspense>
            <HourGraph points={points} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
