import { profileViews } from '@ruam/contract/customers/views.ts'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useRead } from '../../../data/api.ts'
import type { useOwnPreference } from './use-own-preference.ts'
import { addressOfView, viewIdOf } from './view-definition.ts'

/** Value of `view` in an address that the default view must not fill. */
const ALL = 'all'

/**
 * The saved views, and the one that is open: the address holds its id, and what differs from its definition. An address without a list
 * opens the person's default view, which is looked up once, when the screen opens.
 */
export function useViews({ own, settled }: ReturnType<typeof useOwnPreference>) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const fragment = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const read = useRead(profileViews.list, { query: { offset: 0, limit: 0 } }, { staleTime: 60_000 })
  const [bare] = useState(Object.keys(search).length === 0 && !fragment)
  const [arrived, setArrived] = useState(!bare)
  const answered = read.data !== undefined || read.error !== null
  const byDefault = bare ? read.data?.data.find(({ id }) => id === own?.profileViewId) : undefined
  const known = settled && (!own?.profileViewId || answered)
  useEffect(() => {
    if (arrived || !known) return
    if (byDefault) void navigate({ to: '.', ...(addressOfView(byDefault) as object), replace: true })
    setArrived(true)
  }, [arrived, known, byDefault, navigate])

  const order = own?.profileViewOrder
  const all = useMemo(() => {
    const place = new Map(order?.map((id, index) => [id, index]))
    const placeOf = ({ id }: { id: number }) => place.get(id) ?? place.size
    return (read.data?.data ?? []).toSorted((a, b) => placeOf(a) - placeOf(b))
  }, [read.data, order])
  const asked = viewIdOf(search)
  const open = read.data?.data.find(({ id }) => id === asked)
  const unread = asked !== undefined && !answered
  return {
    /** In the person's order; others follow by name. */
    all,
    open,
    /** Whether the list of all customers is open, as it is without filters. */
    everybody: !open && search.deleted === undefined,
    /** Address of the list of all customers. It says so if another view is the default. */
    addressOfAll: (own?.profileViewId ? { view: ALL } : {}) as Record<string, string>,
    /** Until it is clear with what the list opens. */
    waits: !arrived || unread,
    /** Whether the address names a view whose definition is not there yet. */
    unread,
  }
}
