import { profiles } from '@ruam/contract/customers/profiles.ts'
import { Suspense, useCallback, useRef, useState } from 'react'
import { SkipLink } from '../../../app/SkipLink.tsx'
import { useWords } from '../../../data/text.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useLazyModule } from '../../../ui/lazy-module.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { usePhone, useTablet } from '../../../ui/use-phone.ts'
import { useEditable } from '../use-editable.ts'
import type { OpenFilter } from './FilterBar.tsx'
import { ListHead } from './ListHead.tsx'
import { ListTable } from './ListTable.tsx'
import { listText } from './list-text.ts'
import { useListColumns } from './use-list-columns.ts'
import { useProfileList } from './use-profile-list.ts'
import { useSelection } from './use-selection.ts'
import { useSidePanel } from './use-side-panel.ts'

const CreateProfile = lazyPart(async () => ({ default: (await import('./CreateProfile.tsx')).CreateProfile }))
const listKeys = lazyModule(async () => (await import('./ListKeys.tsx')).default)
const MaskedView = lazyPart(async () => ({ default: (await import('./MaskedView.tsx')).MaskedView }))
const PipelineNote = lazyPart(async () => ({ default: (await import('../PipelineNote.tsx')).PipelineNote }))

/** The profile list: the home of a store. */
export function ProfileList() {
  const l = useWords(listText)
  const phone = usePhone()
  const tablet = useTablet()
  const list = useProfileList()
  const { view, filter, rows, deleted } = list
  const panel = useSidePanel(rows)
  const opensPanel = !phone && !deleted
  const columns = useListColumns(list, opensPanel && panel.id !== undefined)
  const { locked, run, why, selects } = useListAccess(deleted)
  const selection = useSelection(JSON.stringify(filter), rows)
  const ListKeys = useLazyModule(listKeys, rows.length > 0 && !view.masked)
  const filterAt = useRef<OpenFilter>(null)
  const [creating, setCreating] = useState(false)
  const create = useCallback(() => setCreating(true), [])
  return (
    <>
      {rows.length > 0 && <SkipLink to={'main [data-key] a:not([tabindex="-1"])'} label={l.skip} />}
      {locked && (
        <Suspense>
          <PipelineNote run={run} />
        </Suspense>
      )}
      {!list.nobody && (
        <ListHead {...{ list, columns, phone, tablet }} opener={filterAt} locked={why} onCreate={create} />
      )}
      {view.masked ? (
        <Suspense>
          <MaskedView view={view} />
        </Suspense>
      ) : (
        <ListTable
          {...{ list, columns, selection, selects, phone }}
          panel={opensPanel ? panel : undefined}
          onFilter={(subject, at) => filterAt.current?.(subject, at)}
          locked={why}
          onCreate={create}
        />
      )}
      {ListKeys && (
        <ListKeys
          rows={rows}
          panelId={opensPanel ? panel.id : undefined}
          onPanel={opensPanel ? panel.open : undefined}
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

/** Permitted changes of the list's customers, and the import that blocks them. */
function useListAccess(deleted: boolean) {
  const l = useWords(listText)
  const mayEdit = useMayCall(profiles.update)
  const mayDelete = useMayCall(profiles.delete)
  const mayCreate = useMayCall(profiles.create)
  const mayMerge = useMayOpen('profile-duplicate')
  const { locked, run } = useEditable(mayEdit || mayDelete || mayCreate)
  return { locked, run, why: locked ? l.locked : undefined, selects: !deleted && (mayEdit || mayDelete || mayMerge) }
}
