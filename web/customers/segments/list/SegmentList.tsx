import { Button, NativeSelect } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { ExportList } from '../../../background/exports/ExportList.tsx'
import { useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { type LinkTarget, RouteLink } from '../../../ui/route.tsx'
import { ListSearch } from '../../../ui/SearchBox.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import { DeleteSegment } from '../DeleteSegment.tsx'
import { SegmentName } from '../SegmentName.tsx'
import { SegmentState } from '../SegmentState.tsx'
import { SegmentSwitch } from '../SegmentSwitch.tsx'
import { isCalculating, LOOK_MS, type Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { useHeardSegments } from '../use-heard-segments.ts'
import { SegmentActions } from './SegmentActions.tsx'
import styles from './SegmentList.module.css'
import { sorts, useSegmentColumns } from './segment-columns.tsx'
import { text } from './text.ts'

const types = ['advanced', 'general'] as const

/** The segments and labels of the store: how many people each has, and how it stands to its rule. */
export function SegmentList() {
  const t = useWords(text)
  const s = useWords(segmentText)
  const phone = usePhone()
  const mayCreate = useMayCall(labels.create)
  const [going, setGoing] = useState<Segment>()
  const view = useView({
    sorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { type: types, shown: ['true', 'false'] },
  })
  const { offset, limit, keyword, sortDir } = view.query
  const { type, shown } = view.filters
  const read = useRead(
    labels.list,
    {
      query: {
        offset,
        limit,
        sortBy: view.sort,
        sortDirection: sortDir,
        ...(keyword && { search: keyword }),
        ...(type && { type }),
        ...(shown && { displayStatus: shown }),
      },
    },
    { poll: (page) => (page?.data.some(isCalculating) ? LOOK_MS : false) },
  )
  const totals = useRead(labels.types, {}).data
  useHeardSegments()
  const columns = useSegmentColumns(setGoing)
  const createButton = mayCreate && (
    <Button
      variant="filled"
      component={RouteLink}
      to="segmentation-create"
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      {t.create}
    </Button>
  )
  // The empty list has the same button.
  const isEmpty = read.data?.total === 0 && !view.narrowed
  const totalOf = (one: (typeof types)[number]) => totals?.data.find((found) => found.type === one)?.total ?? 0
  const counted = (name: string, count: number) => (
    <>
      {name} <Loaded of={totals && formatNumber(count)} width="1ch" />
    </>
  )
  const link = ({ id }: Segment) => ({ to: 'segmentation-detail' as const, params: { labelId: id } })
  return (
    <>
      <Toolbar
        actions={
          <>
            <ExportList type="segment" {...(keyword && { filter: { keyword } })} />
            {!isEmpty && createButton}
          </>
        }
      >
        <ListSearch view={view} label={t.search} />
        <Pills
          label={t.type}
          chosen={type}
          choices={[
            { value: undefined, text: counted(t.all, totals?.total ?? 0) },
            ...types.map((value) => ({ value, text: counted(s[value], totalOf(value)) })),
          ]}
          onChoose={(chosen) => view.show({ filters: { ...view.filters, type: chosen } })}
        />
        <NativeSelect
          size="sm"
          aria-label={t.shown}
          value={shown ?? ''}
          data={[
            { value: '', label: t.anyShown },
            { value: 'true', label: t.onlyShown },
            { value: 'false', label: t.onlyHidden },
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            const value = chosen === 'true' || chosen === 'false' ? chosen : undefined
            view.show({ filters: { ...view.filters, shown: value } })
          }}
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
          phone ? (segment) => <SegmentCard segment={segment} link={link(segment)} onDelete={setGoing} /> : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconUsersGroup, title: t.emptyTitle, text: t.emptyText, action: createButton }}
      />
      {going && <DeleteSegment segment={going} onClose={() => setGoing(undefined)} />}
    </>
  )
}

interface SegmentCardProps {
  segment: Segment
  link: LinkTarget
  onDelete: (segment: Segment) => void
}

/** A segment in the list on a phone. */
function SegmentCard({ segment, link, onDelete }: SegmentCardProps) {
  const s = useWords(segmentText)
  return (
    <div className={styles.card}>
      <div>
        <RouteLink {...link} className={styles.open}>
          <SegmentName segment={segment} />
        </RouteLink>
        <span className={styles.people}>
          <strong>{s.count({ count: segment.targetCount })}</strong> · {s[segment.type]}
        </span>
        <SegmentState segment={segment} />
        <span className={styles.switches}>
          <SegmentSwitch segment={segment} which="display" labelled />
          {segment.type === 'advanced' && <SegmentSwitch segment={segment} which="autoApply" labelled />}
        </span>
      </div>
      <SegmentActions segment={segment} onDelete={onDelete} />
    </div>
  )
}
