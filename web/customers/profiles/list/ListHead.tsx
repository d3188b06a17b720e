import { IconColumns3 } from '@tabler/icons-react'
import { type Ref, Suspense } from 'react'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ListSearch } from '../../../ui/SearchBox.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'
import { FilterBar, type OpenFilter } from './FilterBar.tsx'
import { ExportAction, type Exporting, ListActions } from './ListActions.tsx'
import styles from './ListHead.module.css'
import { listText } from './list-text.ts'
import type { ListView } from './list-view.ts'
import { PanelButton } from './PanelButton.tsx'
import type { useColumns } from './use-columns.ts'
import type { ListColumns } from './use-list-columns.ts'
import type { ProfileListState } from './use-profile-list.ts'
import bar from './ViewsBar.module.css'
import { ViewsBar } from './ViewsBar.tsx'
import { definitionOf, differs } from './view-definition.ts'

const loadPanel = async () => ({ default: (await import('./ColumnsPanel.tsx')).ColumnsPanel })
const ColumnsPanel = lazyPart(loadPanel)
const ListMenu = lazyPart(() => import('./ListMenu.tsx'))

interface ListHeadProps {
  list: ProfileListState
  columns: ListColumns
  phone: boolean
  opener: Ref<OpenFilter>
  tablet: boolean
  /** Reason why no customer can be added now. */
  locked: string | undefined
  onCreate: () => void
}

/** Saved views, filters and order of the list. */
export function ListHead({ list, columns: { choice, all }, phone, tablet, opener, locked, onCreate }: ListHeadProps) {
  const { view, views, filter, matching, shown, unanswered } = list
  // Once the rows are there: nothing else is fetched before them.
  const order = { sortBy: view.sort, sortDir: view.dir }
  const file = { target: { filter }, people: matching, columns: all, order, view: views.open?.name }
  const exporting = shown.data && !unanswered ? file : undefined
  const toolbar = <ListToolbar view={view} columns={choice} phone={phone} opener={opener} exporting={exporting} />
  return (
    <>
      {phone && toolbar}
      <ViewsBar
        view={view}
        views={views.all}
        open={views.open}
        everybody={views.everybody}
        addressOfAll={views.addressOfAll}
        changed={views.open !== undefined && differs(views.open.definition, view, choice.columns)}
        define={(withColumns) => definitionOf(view, withColumns ? choice.columns : null)}
        onRevert={choice.forgetDraft}
        totals={
          shown.data && !unanswered && !list.deleted ? { matching: list.matching, all: shown.data.totalAll } : undefined
        }
        onOrder={(profileViewOrder) => list.preference.save({ profileViewOrder })}
        actions={!phone && <ListActions short={tablet} locked={locked} onCreate={onCreate} exporting={exporting} />}
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
  )
}

interface ListToolbarProps {
  view: ListView
  columns: ReturnType<typeof useColumns>
  phone: boolean
  opener: Ref<OpenFilter>
  exporting: Exporting | undefined
}

/** Filters and columns of the list; on phones only search and export, the rest is at the bottom. */
function ListToolbar({ view, columns, phone, opener, exporting }: ListToolbarProps) {
  const t = useWords(listText)
  const search = <ListSearch view={view} label={t.search} hint={t.searchHint} />
  if (phone)
    return (
      <Toolbar>
        {search}
        {exporting && <ExportAction {...exporting} compact />}
        <FilterBar view={view} shows="chips" />
      </Toolbar>
    )
  return (
    <Toolbar actions={<ColumnsButton {...columns} />}>
      {search}
      <FilterBar view={view} opener={opener} />
    </Toolbar>
  )
}

/** Opens the choice of columns. */
function ColumnsButton(props: ReturnType<typeof useColumns>) {
  const t = useWords(listText)
  return (
    <PanelButton
      label={t.columns}
      icon={<IconColumns3 size={16} stroke={1.6} />}
      align="right"
      className={styles.panel}
      load={loadPanel}
      onOpen={props.choose}
    >
      {() => <ColumnsPanel {...props} />}
    </PanelButton>
  )
}
