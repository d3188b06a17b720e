import { type Ref, Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import type { OpenFilter } from './FilterBar.tsx'
import { ListActions } from './ListActions.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { ListColumns } from './use-list-columns.ts'
import type { ProfileListState } from './use-profile-list.ts'
import bar from './ViewsBar.module.css'
import { ViewsBar } from './ViewsBar.tsx'
import { definitionOf, differs } from './view-definition.ts'

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
  const exporting = shown.data && !unanswered ? { target: { filter }, people: matching, columns: all } : undefined
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
