import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'
import { useFormat } from '../../../data/use-format.ts'

/** Since when each of these profiles is in a segment, to be shown; undefined until known. */
export function useSince(id: number, rows: readonly { id: number }[] | undefined) {
  const format = useFormat()
  const profiles = (rows ?? []).map((row) => row.id).join(',')
  const { data } = useRead(segments.joined, { params: { id }, query: { profiles } }, { enabled: profiles !== '' })
  const known = new Map(data?.data.map((one) => [one.profileId, one]))
  return (profileId: number) => {
    const one = known.get(profileId)
    return one && { when: format.when(one.since), pinned: one.pinned }
  }
}
