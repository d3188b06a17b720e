import { useMediaQuery } from '@mantine/hooks'
import { profiles } from '@ruam/contract/profiles.ts'
import { IconTrash, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useRead } from '../../core/api.ts'
import { DataTable } from '../../core/DataTable.tsx'
import { formatNumber } from '../../core/format.ts'
import { SearchBox } from '../../core/SearchBox.tsx'
import { useMay } from '../../core/session.ts'
import { Toolbar } from '../../core/Toolbar.tsx'
import { useWords } from '../../core/text.ts'
import { useCalled } from '../detail/use-called.ts'
import { text } from '../text.ts'
import { useEditable } from '../use-editable.ts'
import type { ProfileRow } from '../values.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { shownColumns } from './columns.ts'
import { FilterBar } from './FilterBar.tsx'
import { CreateButton, ImportButton, ListActions } from './ListActions.tsx'
import { ListFoot } from './ListFoot.tsx'
import { listText } from './list-text.ts'
import { useListView } from './list-view.ts'
import { ProfileCard } from './ProfileCard.tsx'
import styles from './ProfileList.module.css'
import { ProfileSort } from './ProfileSort.tsx'
import { ProfileTotal } from './ProfileTotal.tsx'
import { useDeletedColumns, useProfileColumns } from './profile-columns.tsx'
import { useColumns } from './use-columns.ts'
import { useOwnPreference } from './use-own-preference.ts'
import { useSelection } from './use-selection.ts'
import { useSidePanel } from './use-side-panel.ts'
import { useViews } from './use-views.ts'
import { ViewsBar } from './ViewsBar.tsx'
import { definitionOf, differs } from './view-definition.ts'

const BulkBar = lazy(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }))
const SidePanel = lazy(async () => ({ default: (await import('./SidePanel.tsx')).SidePanel }))
const CreateProfile = lazy(async () => ({ default: (await import('./CreateProfile.tsx')).CreateProfile }))
const PipelineNote = lazy(async () => ({ default: (await import('../PipelineNote.tsx')).PipelineNote }))

const toProfile = (profile: ProfileRow) => ({ to: 'profile-detail' as const, params: { profileId: profile.id } })
const noRows: ProfileRow[] = []

/** The profile list: the home of a store. */
export function ProfileList() {
  const t = useWords(text)
  const l = useWords(listText)
  const may = useMay()
  const called = useCalled()
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const { view, filter, query } = useListView()
  const read = useRead(profiles.list, { query })
  const preference = useOwnPreference()
  const views = useViews(view, preference)
  const rows = read.data?.data ?? noRows
  const deleted = filter.deleted === 'true'

  const columnsOf = useColumns(views.open, preference, read.data?.data)
  const plainColumns = useProfileColumns(columnsOf.columns, columnsOf.fields)
  const deletedColumns = useDeletedColumns(plainColumns)
  const columns = deleted ? deletedColumns : plainColumns
  const orders = useMemo(() => {
    const shown = new Set(shownColumns(columnsOf.columns).map(({ columnId }) => columnId))
    const hidden = (sensitive: boolean) => sensitive && !may('cdp-core.profile-sensitive.read')
    return columnsOf.fields.filter((field) => shown.has(field.columnId) && !hidden(field.sensitive))
  }, [columnsOf.columns, columnsOf.fields, may])

  const mayEdit = may('cdp-core.profile.edit')
  const mayDelete = may('cdp-core.profile.delete')
  const mayCreate = may('cdp-core.profile.create')
  const { locked, run } = useEditable(mayEdit || mayDelete || mayCreate)
  const why = locked ? l.locked : undefined
  const selection = useSelection(JSON.stringify(filter), rows)
  const selects = !deleted && (mayEdit || mayDelete || may('cdp-core.profile.merge'))
  const selecting = selects && {
    has: selection.has,
    toggle: selection.toggle,
    page: selection.page,
    togglePage: selection.togglePage,
    label: (profile: ProfileRow) => l.selectRow({ name: called(profile) }),
    pageLabel: l.selectPage,
    active: selection.active,
  }

  const panel = useSidePanel(rows)
  const panelOpens = !phone && !deleted
  const [creating, setCreating] = useState(false)
  const create = useCallback(() => setCreating(true), [])
  const total = read.data?.total ?? 0
  const capped = read.data?.totalCapped ?? false
  // Until it is known with which columns and which view: rows would only be drawn to change again.
  const shown = preference.settled && !views.waits ? read : { ...read, data: undefined, error: null }
  const bulk = selects && (phone ? selection.active : !selection.none)
  // The deleted are another list, not a narrower one.
  const narrowed = view.keyword !== '' || Object.keys(view.filters).some((name) => name !== 'deleted')
  const nobody = read.data?.totalAll === 0 && !deleted
  const importButton = <ImportButton filled={nobody} />
  const sort = <ProfileSort view={view} fields={orders} />
  const filters = <FilterBar view={view} sort={phone && sort} />
  const wide = !phone && (
    <>
      {sort}
      <ColumnsButton {...columnsOf} />
    </>
  )
  const toolbar = (
    <Toolbar actions={wide}>
      <SearchBox view={view} label={l.search} />
      {!phone && filters}
    </Toolbar>
  )
  return (
    <>
      {locked && (
        <Suspense>
          <PipelineNote run={run} />
        </Suspense>
      )}
      {!nobody && (
        <>
          {phone && toolbar}
          <ViewsBar
            view={view}
            views={views.all}
            open={views.open}
            everybody={views.everybody}
            addressOfAll={views.addressOfAll}
            changed={views.open !== undefined && differs(views.open.definition, view, columnsOf.columns)}
            define={(withColumns) => definitionOf(view, withColumns ? columnsOf.columns : null)}
            onRevert={columnsOf.forgetDraft}
            actions={<ListActions locked={why} onCreate={create} />}
          />
          {!phone && toolbar}
        </>
      )}
      <DataTable
        label={t.label}
        columns={columns}
        read={shown}
        rowKey={(profile) => profile.id}
        view={{ ...view, narrowed }}
        link={deleted ? undefined : toProfile}
        opening={
          panelOpens
            ? { open: panel.open, key: panel.id, label: (row) => l.openPanel({ name: called(row) }) }
            : undefined
        }
        selecting={selecting || undefined}
        sizing={{ onWidth: columnsOf.setWidth, label: (name) => l.columnWidth({ name }) }}
        card={(profile) => <ProfileCard profile={profile} />}
        aside={
          panelOpens &&
          panel.id && (
            <Suspense fallback={<div className={styles.panelPlace} />}>
              <SidePanel
                id={panel.id}
                row={panel.row}
                place={panel.place + 1}
                count={rows.length}
                locked={why}
                onMove={panel.move}
                onClose={panel.close}
              />
            </Suspense>
          )
        }
        bar={
          bulk && (
            <Suspense fallback={<div className={styles.barPlace} />}>
              <BulkBar
                selection={selection}
                filter={filter}
                matching={`${formatNumber(total)}${capped ? '+' : ''}`}
                narrowed={narrowed}
                more={total > rows.length || capped}
                locked={why}
              />
            </Suspense>
          )
        }
        foot={
          <ListFoot
            filters={filters}
            hidden={selection.active}
            selects={Boolean(selects)}
            onSelect={selection.activate}
            locked={why}
            onCreate={create}
          />
        }
        empty={
          deleted
            ? { icon: IconTrash, title: l.deletedEmptyTitle, text: l.deletedEmptyText }
            : {
                icon: IconUsers,
                title: t.emptyTitle,
                text: may('cdp-core.datasource.create') ? t.emptyText : t.emptyTextRead,
                action: (
                  <>
                    <CreateButton plain locked={why} onCreate={create} />
                    {importButton}
                  </>
                ),
              }
        }
        summary={
          read.data && (
            <ProfileTotal
              total={total}
              capped={capped}
              all={deleted ? undefined : read.data.totalAll}
              narrowed={narrowed}
            />
          )
        }
      />
      {creating && (
        <Suspense>
          <CreateProfile locked={why} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}
