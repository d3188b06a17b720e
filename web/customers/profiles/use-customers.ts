import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, readKey } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useMayCall } from '../../ui/may.ts'
import { recentProfiles } from './recent.ts'
import { useProfiles } from './use-profiles.ts'
import type { ListedProfile } from './values.ts'

/** Fetches 20, shows 6; name matches rank above matches in other fields. */
const LOOKED_AT = 20
export const MAX_CUSTOMERS = 6
const TYPING_MS = 120

/** Returns the typed text once typing pauses. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

/** Customers that match a keyword, as in the list. The previous ones stay until the new ones are loaded. */
export function useCustomers(typed: string) {
  const may = useMayCall(profiles.query)
  const keyword = usePaused(typed)
  const asks = may && keyword !== ''
  const query = { offset: 0, limit: LOOKED_AT, sortBy: 'updated_at', sortDir: 'desc', count: false } as const
  const read = useProfiles({ ...query, filter: { keyword } }, { enabled: asks })
  const fresh = asks && read.data !== undefined && !read.isPlaceholderData
  // The keyword that the shown ones were found by: theirs are the parts that are marked.
  const [answered, setAnswered] = useState('')
  if (fresh && answered !== keyword) setAnswered(keyword)
  const found = typed !== '' && asks ? (read.data?.data ?? []) : []
  const error = typed === keyword && asks ? read.error : null
  return {
    found: error ? [] : found,
    keyword: answered,
    waits: may && typed !== '' && !error && !(fresh && typed === keyword),
    error,
  }
}

/** Recently viewed customers that still exist. */
export function useRecent(enabled: boolean): ListedProfile[] {
  const { id: storeId } = useStore()
  const may = useMayCall(profiles.get)
  const [ids] = useState(() => recentProfiles(storeId))
  const reads = useQueries({
    queries: ids.map((id) => ({
      queryKey: readKey(storeId, profiles.get, { params: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(profiles.get, { params: { id } }, { signal }),
      enabled: enabled && may,
      retry: false,
    })),
  })
  return reads.flatMap(({ data }) => (data && !data.deletedAt ? [data] : []))
}
