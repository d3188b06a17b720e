import { profileViews } from '@ruam/contract/customers/views.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import type { ListView } from './list-view.ts'
import type { useOwnPreference } from './use-own-preference.ts'
import { addressOfView, viewAlone } from './view-definition.ts'

/** The words of an address that is not the default view's to fill. */
const ALL = 'all'

/**
 * The saved views, and the one that is open. An address without a list opens the person's default view; one with a view's number alone
 * opens that view as it was saved. Both are looked for once, when the screen opens.
 */
export function useViews(view: ListView, { own, settled }: ReturnType<typeof useOwnPreference>) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const read = useRead(profileViews.list, { query: { offset: 0, limit: 0 } }, { staleTime: 60_000 })
  const [bare] = useState(Object.keys(search).length === 0 && !view.rule)
  const [numbered] = useState(view.rule ? undefined : viewAlone(search))
  const asked = bare ? own?.profileViewId : numbered
  const byDefault = read.data?.data.find(({ id }) => id === asked)
  // Undefined while it is not known yet.
  const known = settled && (!asked || read.data !== undefined || read.error !== null)
  const [arrived, setArrived] = useState(!bare && numbered === undefined)
  useEffect(() => {
    if (arrived || !known) return
    if (byDefault) {
      const { search: ofView, hash } = addressOfView(byDefault)
      void navigate({ to: '.', search: { ...search, ...ofView } as never, hash, replace: true })
    }
    setArrived(true)
  }, [arrived, known, byDefault, navigate, search])

  const key = typeof search.view === 'string' ? search.view : undefined
  const open = read.data?.data.find(({ id }) => String(id) === key)
  return {
    all: read.data?.data ?? [],
    open,
    /** Whether the list of everybody is open, as it is without filters. */
    everybody: !open && !view.filters.deleted,
    /** The address of the list of everybody: it says so where something else would open by itself. */
    addressOfAll: (own?.profileViewId ? { view: ALL } : {}) as Record<string, string>,
    /** Until it is clear with what the list opens. */
    waits: !arrived,
  }
}
