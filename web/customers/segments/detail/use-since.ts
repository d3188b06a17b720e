import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { ProfileRow } from '../../profiles/values.ts'

/** Since when each of these people is in a segment, to be shown; empty until that is known. */
export function useSince(id: number, rows: readonly ProfileRow[] | undefined) {
  const format = useFormat()
  const profiles = (rows ?? []).map((row) => row.id).join(',')
  const { data } = useRead(segments.joined, { params: { id }, query: { profiles } }, { enabled: profiles !== '' })
  const known = new Map(data?.data.map(({ profileId, since }) => [profileId, since]))
  return (row: ProfileRow) => {
    const since = known.get(row.id)
    return since ? format.when(since) : ''
  }
}
