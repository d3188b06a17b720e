import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'

/** Counts pending places for people who may decide; 0 for others. */
export function useOpenMentions(): number {
  const enabled = useMayCall(profileErasure.mentions)
  const read = useRead(profileErasure.mentions, { query: { limit: 1 } }, { enabled })
  return read.data?.total ?? 0
}
