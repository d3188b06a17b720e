import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { useRead } from '../core/api.ts'
import { useMay } from '../core/session.ts'

/** How many places wait to be looked at, for who may decide; 0 for everybody else. */
export function useOpenMentions(): number {
  const may = useMay()
  const enabled = may('cdp-core.privacy.manage')
  const read = useRead(profileErasure.mentions, { query: { limit: 1 } }, { enabled })
  return read.data?.total ?? 0
}
