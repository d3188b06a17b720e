import { labels } from '@ruam/contract/customers/labels.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'

/** Every label that is given by hand. People who may not read labels get none. */
export function useLabels() {
  const mayRead = useMayCall(labels.list)
  return useRead(
    labels.list,
    { query: { offset: 0, limit: -1, type: 'general', sortBy: 'name', sortDirection: 'asc' } },
    { enabled: mayRead },
  )
}
