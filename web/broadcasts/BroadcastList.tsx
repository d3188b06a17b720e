import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { useMayOpen } from '../ui/may.ts'
import { Pills } from '../ui/Pills.tsx'
import { RouteLink } from '../ui/route.tsx'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { BroadcastActions } from './BroadcastActions.tsx'
import { BroadcastStatus } from './BroadcastStatus.tsx'
import styles from './Broadcasts.module.css'
import { type BroadcastSummary, isMoving, LOOK_MS } from './broadcast.ts'
import { text } from './text.ts'
import { useAudience } from './use-audience.ts'

const sorts = ['updated_at', 'created_at', 'name', 'send_at'] as const
const AWAITS = 'awaiting_approval'
const tabs = ['draft', AWAITS, 'pending', 'published', 'failed'] as const

/** The broadcasts of the store, those that changed last first. */
export function BroadcastList() {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const mayCreate = useMayOpen('broadcast-create')
  const view = useView({ sorts, sort: 'updated_at', dir: 'desc', filters: { status: tabs } })
  const { offset, limit, keyword, sortDir } = view.query
  const { status } = view.filters
  const audienceOf = useAudience()
  // The only sub-status with a tab: a person has to act.
  const asked = status === AWAITS ? { subStatus: status } : status && { status }
  const list = useRead(
    broadcasts.list,
    { query: { offset, limit, sortBy: view.sort, sortDir, ...(keyword && { keyword }), ...asked } },
    { poll: (page) => (page?.results.some(isMoving) ? LOOK_MS : false) },
  )
  const read = { ...list, data: list.data && { data: list.data.results, total: list.data.total } }
  const link = (one: BroadcastSummary) => ({
    to: one.status === 'draft' ? ('broadcast-edit' as const) : ('broadcast-detail' as const),
    params: { broadcastId: one.id },
  })
  const resultOf = ({ counts: { accepted, failed }, startedAt }: BroadcastSummary) =>
    startedAt && [t.sentTo({ count: accepted }), failed > 0 && t.notSent({ count: failed })].filter(Boolean).join(' · ')
  const columns: TableColumn<BroadcastSummary, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.name, sort: 'name', cut: 220, cell: ({ name }) => name || t.noName },
    { id: 'status', title: t.status, width: 170, cell: (one) => <BroadcastStatus broadcast={one} /> },
    { id: 'audience', title: t.audience, cut: 180, quiet: true, cell: audienceOf },
    {
      id: 'reach',
      title: t.reachOf,
      align: 'right',
      width: 100,
      cell: ({ estimate }) => estimate && format.formatNumber(estimate.target),
    },
    { id: 'result', title: t.result, width: 180, cell: resultOf },
    {
      id: 'time',
      title: t.time,
      sort: 'send_at',
      sortKind: 'date',
      width: 190,
      quiet: true,
      cell: ({ schedule, startedAt }) => format.dateTime(startedAt ?? schedule.sendAt),
    },
    {
      id: 'updatedAt',
      title: t.updatedAt,
      sort: 'updated_at',
      sortKind: 'date',
      width: 150,
      quiet: true,
      cell: ({ updatedAt }) => format.when(updatedAt),
    },
    {
      id: 'actions',
      pinned: 'end',
      title: t.actions,
      align: 'right',
      width: 80,
      cell: (one) => <BroadcastActions broadcast={one} />,
    },
  ]
  const createButton = mayCreate && (
    <Button
      variant="filled"
      component={RouteLink}
      to="broadcast-create"
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      {t.create}
    </Button>
  )
  return (
    <>
      <Toolbar actions={createButton}>
        <ListSearch view={view} label={t.search} />
        <Pills
          label={t.status}
          chosen={status}
          choices={[{ value: undefined, text: t.all }, ...tabs.map((value) => ({ value, text: t[value] }))]}
          onChoose={(chosen) => view.show({ filters: { ...view.filters, status: chosen } })}
        />
      </Toolbar>
      <DataTable
        label={t.label}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        view={view}
        link={phone ? undefined : link}
        card={
          phone
            ? (one) => (
                <div className={styles.card}>
                  <div>
                    <RouteLink {...link(one)}>{one.name || t.noName}</RouteLink>
                    <BroadcastStatus broadcast={one} />
                    <span>{[audienceOf(one), resultOf(one)].filter(Boolean).join(' · ')}</span>
                    <span className={styles.quiet}>
                      {format.dateTime(one.startedAt ?? one.schedule.sendAt ?? one.updatedAt)}
                    </span>
                  </div>
                  <BroadcastActions broadcast={one} />
                </div>
              )
            : undefined
        }
        summary={list.data && <strong>{t.count({ count: list.data.total })}</strong>}
        empty={{ icon: IconSpeakerphone, title: t.emptyTitle, text: t.emptyText, action: createButton }}
      />
    </>
  )
}
