import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'

/** How many places wait to be looked at, for who may decide; 0 for everybody else. */
export function useOpenMentions(): number {
  const enabled = useMayCall(profileErasure.mentions)
  const read = useRead(profileErasure.mentions, { query: { limit: 1 } }, { enabled })
  return read.data?.total ?? 0
}
