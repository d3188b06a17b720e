import { NativeSelect } from '@mantine/core'
import { recipientStatuses } from '@ruam/contract/broadcasts/broadcast.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconUsers } from '@tabler/icons-react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayCall } from '../../ui/may.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { type Broadcast, isMoving, LOOK_MS } from '../broadcast.ts'
import { text } from '../text.ts'
import styles from './Detail.module.css'

type Page = Got<typeof broadcasts.recipients>
type Recipient = Page['results'][number]

const rowWords = {
  queued: 'queuedRow',
  accepted: 'acceptedRow',
  failed: 'failedRow',
  skipped: 'skippedRow',
  unknown: 'unknownRow',
} as const

/** The recipients of a broadcast by status and reason, and the calls to LINE. */
export function Recipients({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(text)
  const format = useFormat()
  const mayRead = useMayCall(profiles.query)
  const phone = usePhone()
  const view = useView({ sorts: ['position'], sort: 'position', limit: 20, filters: { status: recipientStatuses } })
  const { offset, limit } = view.query
  const { status } = view.filters
  const list = useRead(
    broadcasts.recipients,
    { params: { id: broadcast.id }, query: { offset, limit, ...(status && { status }) } },
    { poll: () => (isMoving(broadcast) ? LOOK_MS : false) },
  )
  const read = { ...list, data: list.data && { data: list.data.results, total: list.data.total } }
  const reasonOf = (reason: Recipient['reason']) => reason && t[reason]
  const customerOf = ({ profile, friend }: Recipient) =>
    profile ? profile.name || profile.id : friend ? friend.name || t.notCustomer : t.noCustomer
  const outcomeOf = (one: Recipient) => (
    <span className={styles.outcome} data-status={one.status}>
      {[t[rowWords[one.status]], reasonOf(one.reason)].filter(Boolean).join(' · ')}
    </span>
  )
  const columns: TableColumn<Recipient, 'position'>[] = [
    { id: 'customer', title: t.customer, cut: 160, cell: customerOf },
    { id: 'status', title: t.status, width: 260, cell: outcomeOf },
    ...(broadcast.linkTracking === 'people'
      ? [{ id: 'clicks', title: t.clicksColumn, width: 90, cell: ({ clicks }: Recipient) => clicks || '' }]
      : []),
    { id: 'at', title: t.time, width: 190, quiet: true, cell: ({ at }) => format.dateTime(at) },
  ]
  return (
    <div className={styles.recipients}>
      <header>
        <h2>{t.recipients}</h2>
        <div>
          <NativeSelect
            size="sm"
            aria-label={t.status}
            value={status ?? ''}
            data={[
              { value: '', label: t.anyStatus },
              ...recipientStatuses.map((value) => ({ value, label: t[rowWords[value]] })),
            ]}
            onChange={(event) => {
              const chosen = recipientStatuses.find((one) => one === event.currentTarget.value)
              view.show({ filters: { ...view.filters, status: chosen } })
            }}
          />
          {mayRead && <ExportList type="broadcast_recipient" filter={{ broadcastId: broadcast.id }} />}
        </div>
      </header>
      {list.data && list.data.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {list.data.reasons.map(({ status: of, reason, total }) => (
            <li key={`${of}${reason}`}>
              {reasonOf(reason)} <strong>{total}</strong>
            </li>
          ))}
        </ul>
      )}
      <DataTable
        label={t.recipients}
        columns={columns}
        read={read}
        rowKey={({ position }) => position}
        view={view}
        card={
          phone
            ? (one) => (
                <div className={styles.card}>
                  <strong>{customerOf(one)}</strong>
                  <span>
                    {outcomeOf(one)} <span className={styles.quiet}>{format.dateTime(one.at)}</span>
                  </span>
                </div>
              )
            : undefined
        }
        link={({ profile }) => (profile ? { to: 'profile-detail', params: { profileId: profile.id } } : undefined)}
        empty={{ icon: IconUsers, title: t.noRecipients, text: t.noRecipientsText }}
      />
      {list.data && list.data.chunks.length > 0 && <Calls chunks={list.data.chunks} />}
    </div>
  )
}

function Calls({ chunks }: { chunks: Page['chunks'] }) {
  const t = useWords(text)
  const format = useFormat()
  const said = ({ status, tries, lineStatus }: Page['chunks'][number]) => {
    if (status === 'accepted') return t.chunkAccepted
    if (status === 'waiting') return t.chunkWaiting({ tries })
    if (status === 'refused') return t.chunkRefused({ status: lineStatus ?? '' })
    return status === 'split' ? t.chunkSplit : t.chunkUnknown
  }
  return (
    <section className={styles.calls} aria-labelledby="broadcast-calls">
      <h2 id="broadcast-calls">{t.log}</h2>
      <ol>
        {chunks.map((chunk) => (
          <li key={chunk.id}>
            <time>{format.isoTime(chunk.at)}</time>
            <strong>{t.chunk({ id: chunk.id, count: chunk.recipients })}</strong>
            <span data-status={chunk.status}>{said(chunk)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
