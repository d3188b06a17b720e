import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { useRead } from '../core/api.ts'
import { useMayCall } from '../core/may.ts'

/** How many places wait to be looked at, for who may decide; 0 for everybody else. */
export function useOpenMentions(): number {
  const enabled = useMayCall(profileErasure.mentions)
  const read = useRead(profileErasure.mentions, { query: { limit: 1 } }, { enabled })
  return read.data?.total ?? 0
}
