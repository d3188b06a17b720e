import { Suspense, useCallback, useEffect } from 'react'
import { formatNumber } from '../../../data/format.ts'
import { whenIdle } from '../../../data/idle.ts'
import { useWords } from '../../../data/text.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useLazyModule } from '../../../ui/lazy-module.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { fromList } from '../current-list.ts'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import type { ListedProfile } from '../values.ts'
import type { OpenFilter } from './FilterBar.tsx'
import { CreateButton, ImportButton } from './ListActions.tsx'
import { listText } from './list-text.ts'
import styles from './ProfileList.module.css'
import type { ListColumns } from './use-list-columns.ts'
import type { ProfileListState } from './use-profile-list.ts'
import type { useSelection } from './use-selection.ts'
import type { useSidePanel } from './use-side-panel.ts'

const BulkBar = lazyPart(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }))
const EmptyProfiles = lazyPart(async () => ({ default: (await import('./EmptyProfiles.tsx')).EmptyProfiles }))
const sidePanel = lazyModule(async () => (await import('./SidePanel.tsx')).SidePanel)
const ListFoot = lazyPart(async () => ({ default: (await import('./ListFoot.tsx')).ListFoot }))
const ProfileSort = lazyPart(async () => ({ default: (await import('./ProfileSort.tsx')).ProfileSort }))
const ColumnMenu = lazyPart(async () => ({ default: (await import('./ColumnMenu.tsx')).ColumnMenu }))
const loadCard = () => import('./ProfileCard.tsx')
const ProfileCard = lazyPart(loadCard)

const toProfile = (profile: ListedProfile) => ({
  to: 'profile-detail' as const,
  params: { profileId: profile.id },
  state: fromList,
})

interface ListTableProps {
  list: ProfileListState
  columns: ListColumns
  selection: ReturnType<typeof useSelection>
  /** True if rows can be selected. */
  selects: boolean
  /** Undefined if rows open no panel. */
  panel: ReturnType<typeof useSidePanel> | undefined
  phone: boolean
  onFilter: OpenFilter
  /** Why nothing can be changed now. */
  locked: string | undefined
  onCreate: () => void
}

/** Rows of the list, with the side panel and the bar of selected customers. */
export function ListTable({
  list,
  columns,
  selection,
  selects,
  panel,
  phone,
  onFilter,
  locked,
  onCreate,
}: ListTableProps) {
  const t = useWords(text)
  const l = useWords(listText)
  const called = useCalled()
  const { view, rows, deleted, read, narrowed, nobody } = list
  const SidePanel = useLazyModule(sidePanel, panel?.id !== undefined)
  // With the rows, not after them.
  useEffect(() => {
    if (phone) void loadCard().catch(() => undefined)
  }, [phone])
  const opens = panel !== undefined
  useEffect(() => (opens ? whenIdle(() => [sidePanel.preload]) : undefined), [opens])
  const ways = (
    <>
      <CreateButton plain locked={locked} onCreate={onCreate} />
      <ImportButton filled={nobody} />
    </>
  )
  const selectRow = (profile: ListedProfile) => l.selectRow({ name: called(profile) })
  const { marks } = columns
  const card = useCallback((profile: ListedProfile) => <ProfileCard profile={profile} marks={marks} />, [marks])
  const bulk = selects && (phone ? selection.active : !selection.none)
  return (
    <DataTable
      label={t.label}
      of="customers"
      columns={columns.shown}
      read={list.shown}
      rowKey={(profile) => profile.id}
      view={{ ...view, narrowed }}
      link={deleted ? undefined : toProfile}
      opening={panel && { open: panel.open, key: panel.id, label: (row) => l.openPanel({ name: called(row) }) }}
      selecting={selects ? { ...selection, label: selectRow, pageLabel: l.selectPage } : undefined}
      sizing={{ onWidth: columns.choice.setWidth, label: (name) => l.columnWidth({ name }) }}
      card={card}
      order={
        phone && (
          <Suspense fallback={<span className={styles.orderPlace} />}>
            <ProfileSort view={view} columns={columns.choice} />
          </Suspense>
        )
      }
      headMenu={
        list.shown.data && !deleted
          ? (column) => (
              <Suspense>
                <ColumnMenu column={column} view={view} choice={columns.choice} onFilter={onFilter} />
              </Suspense>
            )
          : undefined
      }
      counted={(count) => t.one({ count })}
      aside={
        panel?.id &&
        (SidePanel ? (
          <SidePanel
            id={panel.id}
            row={panel.row}
            place={panel.place + 1}
            count={rows.length}
            locked={locked}
            onMove={panel.move}
            onClose={panel.close}
          />
        ) : (
          <div className={styles.panelPlace} />
        ))
      }
      bar={
        bulk && (
          <Suspense fallback={<div className={styles.barPlace} />}>
            <BulkBar
              {...{ ...list, selection, locked }}
              columns={columns.all}
              order={{ sortBy: view.sort, sortDir: view.dir }}
            />
          </Suspense>
        )
      }
      foot={
        phone && (
          <Suspense fallback={<div className={styles.footPlace} />}>
            <ListFoot
              {...{ view, selects, locked, onCreate }}
              hidden={selection.active}
              onSelect={selection.activate}
            />
          </Suspense>
        )
      }
      empty={
        <Suspense fallback={null}>
          <EmptyProfiles deleted={deleted} action={ways} />
        </Suspense>
      }
      summary={
        read.data && (
          <ProfileTotal
            {...{ total: list.total, capped: list.capped, narrowed }}
            all={deleted ? undefined : read.data.totalAll}
            short={phone}
          />
        )
      }
    />
  )
}

interface ProfileTotalProps {
  /** Number of matches. */
  total: number
  /** Counting stopped there: there are more. */
  capped: boolean
  /** Customers of the store; hidden above deleted ones. */
  all: number | undefined
  narrowed: boolean
  /** Without saying by what. */
  short?: boolean
}

/** The honest number: how many match, of how many. */
function ProfileTotal({ total, capped, all, narrowed, short }: ProfileTotalProps) {
  const t = useWords(text)
  if (!narrowed && all !== undefined) return <strong>{t.one({ count: all })}</strong>
  return (
    <>
      <strong>{t.one({ count: capped ? `${formatNumber(total)}+` : total })}</strong>{' '}
      {all !== undefined && (short ? t.outOf : t.ofAll)({ total: all })}
    </>
  )
}
