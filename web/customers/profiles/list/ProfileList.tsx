import { profiles } from '@ruam/contract/customers/profiles.ts'
import { Suspense, useCallback, useState } from 'react'
import { SkipLink } from '../../../app/SkipLink.tsx'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { useKeysWait } from '../../../ui/hold-keys.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useLazyModule } from '../../../ui/lazy-module.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { usePhone, useTablet } from '../../../ui/use-phone.ts'
import { fromList, useShownList } from '../shown-list.ts'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import { useEditable } from '../use-editable.ts'
import { useProfiles } from '../use-profiles.ts'
import type { ProfileRow } from '../values.ts'
import { CreateButton, ImportButton, ListActions } from './ListActions.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { listText } from './list-text.ts'
import { useListView } from './list-view.ts'
import styles from './ProfileList.module.css'
import { ProfileSort } from './ProfileSort.tsx'
import { ProfileTotal } from './ProfileTotal.tsx'
import { useColumnsBesidePanel, useDeletedColumns, useProfileColumns } from './profile-columns.tsx'
import { useColumns } from './use-columns.ts'
import { useEmptyList } from './use-empty-list.ts'
import { useMarks } from './use-marks.ts'
import { useOwnPreference } from './use-own-preference.ts'
import { useSelection } from './use-selection.ts'
import { useSidePanel } from './use-side-panel.ts'
import { useViews } from './use-views.ts'
import bar from './ViewsBar.module.css'
import { ViewsBar } from './ViewsBar.tsx'
import { definitionOf, differs } from './view-definition.ts'

const BulkBar = lazyPart(async () => ({ default: (await import('./BulkBar.tsx')).BulkBar }))
const sidePanel = lazyModule(async () => (await import('./SidePanel.tsx')).SidePanel)
const CreateProfile = lazyPart(async () => ({ default: (await import('./CreateProfile.tsx')).CreateProfile }))
const ListFoot = lazyPart(async () => ({ default: (await import('./ListFoot.tsx')).ListFoot }))
const listKeys = lazyModule(async () => (await import('./ListKeys.tsx')).default)
const ListMenu = lazyPart(() => import('./ListMenu.tsx'))
const MaskedView = lazyPart(async () => ({ default: (await import('./MaskedView.tsx')).MaskedView }))
const ProfileCard = lazyPart(() => import('./ProfileCard.tsx'))
const PipelineNote = lazyPart(async () => ({ default: (await import('../PipelineNote.tsx')).PipelineNote }))

const toProfile = (profile: ProfileRow) => ({
  to: 'profile-detail' as const,
  params: { profileId: profile.id },
  state: fromList,
})
const noRows: ProfileRow[] = []

/** The profile list: the home of a store. */
export function ProfileList() {
  const t = useWords(text)
  const l = useWords(listText)
  const called = useCalled()
  const phone = usePhone()
  const tablet = useTablet()
  const preference = useOwnPreference()
  const views = useViews(preference)
  const { view, filter, query } = useListView(views.open?.definition)
  const read = useProfiles(query, { enabled: !view.masked && !views.unread })
  const rows = read.data?.data ?? noRows
  const deleted = filter.deleted === true
  useShownList(query, rows, read.data?.totalCapped ? undefined : read.data?.total)

  const columnChoice = useColumns(views.open, preference, read.data?.data)
  const marks = useMarks(view.keyword, read.isPlaceholderData)
  const plainColumns = useProfileColumns(columnChoice.columns, columnChoice.fields, marks)
  const deletedColumns = useDeletedColumns(plainColumns)
  const panel = useSidePanel(rows)
  const panelOpens = !phone && !deleted
  const shownColumns = useColumnsBesidePanel(plainColumns, panelOpens && panel.id !== undefined)

  const mayEdit = useMayCall(profiles.update)
  const mayDelete = useMayCall(profiles.delete)
  const mayCreate = useMayCall(profiles.create)
  const mayMerge = useMayOpen('profile-duplicate')
  const { locked, run } = useEditable(mayEdit || mayDelete || mayCreate)
  const why = locked ? l.locked : undefined
  const selection = useSelection(JSON.stringify(filter), rows)
  const selects = !deleted && (mayEdit || mayDelete || mayMerge)
  const selecting = selects && {
    ...selection,
    label: (profile: ProfileRow) => l.selectRow({ name: called(profile) }),
    pageLabel: l.selectPage,
  }

  const SidePanel = useLazyModule(sidePanel, panelOpens && panel.id !== undefined)
  const ListKeys = useLazyModule(listKeys, rows.length > 0 && !view.masked)
  useKeysWait(!read.data && !read.error && !view.masked)
  const [creating, setCreating] = useState(false)
  const create = useCallback(() => setCreating(true), [])
  const total = read.data?.total ?? 0
  const capped = read.data?.totalCapped ?? false
  const matching = `${formatNumber(total)}${capped ? '+' : ''}`
  // Until it is known with which columns and which view: rows would only be drawn to change again.
  const shown = preference.settled && !views.waits ? read : { ...read, data: undefined, error: null }
  const bulk = selects && (phone ? selection.active : !selection.none)
  // The deleted are another list, not a narrower one.
  const narrowed = view.keyword !== '' || view.rule !== undefined
  const nobody = read.data?.totalAll === 0 && !deleted
  const empty = useEmptyList(
    deleted,
    <>
      <CreateButton plain locked={why} onCreate={create} />
      <ImportButton filled={nobody} />
    </>,
  )
  // Once the rows are there: nothing else is fetched before them.
  const unanswered = read.error !== null && read.isPlaceholderData
  const exporting = shown.data && !unanswered && { target: { filter }, people: matching, columns: plainColumns }
  const toolbar = <ListToolbar view={view} columns={columnChoice} phone={phone} exporting={exporting || undefined} />
  return (
    <>
      {rows.length > 0 && <SkipLink to={'main [data-key] a:not([tabindex="-1"])'} label={l.skip} />}
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
            changed={views.open !== undefined && differs(views.open.definition, view, columnChoice.columns)}
            define={(withColumns) => definitionOf(view, withColumns ? columnChoice.columns : null)}
            onRevert={columnChoice.forgetDraft}
            actions={
              !phone && <ListActions short={tablet} locked={why} onCreate={create} exporting={exporting || undefined} />
            }
            menu={
              tablet && (
                <Suspense fallback={<span className={bar.menu} />}>
                  <span className={bar.menu}>
                    <ListMenu />
                  </span>
                </Suspense>
              )
            }
          />
          {!phone && toolbar}
        </>
      )}
      {view.masked ? (
        <Suspense>
          <MaskedView view={view} />
        </Suspense>
      ) : (
        <DataTable
          label={t.label}
          columns={deleted ? deletedColumns : shownColumns}
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
          sizing={{ onWidth: columnChoice.setWidth, label: (name) => l.columnWidth({ name }) }}
          card={(profile) => <ProfileCard profile={profile} marks={marks} />}
          order={phone && <ProfileSort view={view} columns={columnChoice} />}
          counted={(count) => t.one({ count })}
          aside={
            panelOpens &&
            panel.id &&
            (SidePanel ? (
              <SidePanel
                id={panel.id}
                row={panel.row}
                place={panel.place + 1}
                count={rows.length}
                locked={why}
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
                  selection={selection}
                  filter={filter}
                  matching={matching}
                  columns={plainColumns}
                  narrowed={narrowed}
                  more={!unanswered && (total > rows.length || capped)}
                  locked={why}
                />
              </Suspense>
            )
          }
          foot={
            phone && (
              <Suspense fallback={<div className={styles.footPlace} />}>
                <ListFoot
                  view={view}
                  hidden={selection.active}
                  selects={Boolean(selects)}
                  onSelect={selection.activate}
                  locked={why}
                  onCreate={create}
                />
              </Suspense>
            )
          }
          empty={empty}
          summary={
            read.data && (
              <ProfileTotal
                total={total}
                capped={capped}
                all={deleted ? undefined : read.data.totalAll}
                short={phone}
                narrowed={narrowed}
              />
            )
          }
        />
      )}
      {ListKeys && (
        <ListKeys
          rows={rows}
          panelId={panelOpens ? panel.id : undefined}
          onPanel={panelOpens ? panel.open : undefined}
          onMove={panel.move}
          onToggle={selects ? selection.toggle : undefined}
          locked={locked}
        />
      )}
      {creating && (
        <Suspense>
          <CreateProfile locked={why} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  )
}
