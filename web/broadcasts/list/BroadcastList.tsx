import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { BroadcastActions } from '../BroadcastActions.tsx'
import { BroadcastStatus } from '../BroadcastStatus.tsx'
import { type BroadcastSummary, isMoving, LOOK_MS } from '../broadcast.ts'
import { text } from '../text.ts'
import { CalendarPlace } from './CalendarPlace.tsx'
import { clicksOf, EffectCell, sentOf, TargetCell } from './cells.tsx'
import styles from './List.module.css'
import { listText } from './list-text.ts'
import { useEffects } from './use-effects.ts'

const sorts = ['send_at', 'updated_at', 'created_at', 'name'] as const
/** Sub-statuses that can be chosen like a status. */
const subStatuses = ['awaiting_approval', 'scheduled'] as const
const statuses = ['draft', ...subStatuses, 'pending', 'published', 'failed'] as const

const isSubStatus = (status: string | undefined): status is (typeof subStatuses)[number] =>
  subStatuses.some((one) => one === status)

/** The broadcasts of the store, those of the latest time first. `head`: the tabs above, with the button that creates one. */
export function BroadcastList({ head }: { head: (actions: ReactNode) => ReactNode }) {
  const t = useWords(text)
  const l = useWords(listText)
  const format = useFormat()
  const phone = usePhone()
  const mayCreate = useMayOpen('broadcast-create')
  const mayLabels = useMayCall(labels.list)
  const view = useView({ sorts, sort: 'send_at', dir: 'desc', filters: { status: statuses, label: 'text' } })
  const { offset, limit, keyword, sortDir } = view.query
  const { status, label } = view.filters
  const known = useRead(labels.list, { query: { limit: -1 } }, { enabled: mayLabels }).data?.data ?? []
  const isLabel = label !== undefined && /^[1-9]\d{0,8}$/.test(label)
  const list = useRead(
    broadcasts.list,
    {
      query: {
        ...{ offset, limit, sortBy: view.sort, sortDir },
        ...(keyword && { keyword }),
        ...(isSubStatus(status) ? { subStatus: status } : status && { status }),
        ...(mayLabels && isLabel && { labelId: label }),
      },
    },
    { poll: (page) => (page?.results.some(isMoving) ? LOOK_MS : false) },
  )
  const effects = useEffects(list.data?.results)
  const read = { ...list, data: list.data && { data: list.data.results, total: list.data.total } }
  const link = (one: BroadcastSummary) => ({
    to: one.status === 'draft' ? ('broadcast-edit' as const) : ('broadcast-detail' as const),
    params: { broadcastId: one.id },
  })
  const timeOf = ({ startedAt, schedule }: BroadcastSummary) => format.dateTime(startedAt ?? schedule.sendAt)
  const columns: TableColumn<BroadcastSummary, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.name, sort: 'name', cut: 200, cell: ({ name }) => name || t.noName },
    { id: 'audience', title: t.audience, cut: 150, cell: (one) => <TargetCell broadcast={one} max={1} /> },
    { id: 'time', title: t.time, sort: 'send_at', sortKind: 'date', width: 190, quiet: true, cell: timeOf },
    { id: 'sent', title: l.sentTo, align: 'right', width: 90, cell: sentOf },
    { id: 'clicks', title: l.clicks, align: 'right', width: 130, cell: clicksOf },
    {
      id: 'effect',
      title: l.effect,
      align: 'right',
      width: 170,
      cell: (one) => <EffectCell broadcast={one} effects={effects} />,
    },
    { id: 'status', title: t.status, width: 150, cell: (one) => <BroadcastStatus broadcast={one} /> },
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
  const narrow = (filters: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...filters } })
  const card = (one: BroadcastSummary) => {
    const clicks = clicksOf(one)
    return (
      <div className={styles.card}>
        <div>
          <RouteLink {...link(one)}>{one.name || t.noName}</RouteLink>
          <BroadcastStatus broadcast={one} />
          <TargetCell broadcast={one} />
          <span className={styles.figures}>
            {(one.startedAt !== null || one.estimate) && (
              <span>
                {one.startedAt === null ? l.planned : l.sentTo} {sentOf(one)}
              </span>
            )}
            {clicks && (
              <span>
                {l.clicks} {clicks}
              </span>
            )}
            {effects?.(one.id) && <EffectCell broadcast={one} effects={effects} />}
          </span>
          <span className={styles.quiet}>{timeOf(one) ?? format.dateTime(one.updatedAt)}</span>
        </div>
        <BroadcastActions broadcast={one} />
      </div>
    )
  }
  return (
    <>
      {head(createButton)}
      <CalendarPlace />
      <Toolbar>
        <ListSearch view={view} label={t.search} />
        <PlainSelect
          aria-label={t.status}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => narrow({ status: statuses.find((one) => one === value) })}
        >
          {[{ value: '', label: l.anyStatus }, ...statuses.map((value) => ({ value, label: t[value] }))].map(option)}
        </PlainSelect>
        {mayLabels && (
          <PlainSelect
            aria-label={t.audience}
            value={isLabel && known.some(({ id }) => String(id) === label) ? label : ''}
            onChange={({ currentTarget: { value } }) => narrow({ label: value || undefined })}
          >
            {[
              { value: '', label: l.anyTarget },
              ...known.map(({ id, name }) => ({ value: String(id), label: name })),
            ].map(option)}
          </PlainSelect>
        )}
      </Toolbar>
      <div className={styles.rows}>
        <DataTable
          label={t.label}
          columns={columns}
          read={read}
          rowKey={({ id }) => id}
          view={view}
          link={phone ? undefined : link}
          card={phone ? card : undefined}
          summary={list.data && <strong>{t.count({ count: list.data.total })}</strong>}
          empty={{ icon: IconSpeakerphone, title: t.emptyTitle, text: t.emptyText, action: createButton }}
        />
      </div>
    </>
  )
}
