import { roles } from '@ruam/contract/access/roles.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import { useReach } from './use-reach.ts'

/** The roles of the store, as far as the person may read them. */
export function useRoles() {
  const may = useMayCall(roles.listOfSettings)
  const read = useRead(roles.listOfSettings, { query: { limit: 0 } as never }, { enabled: may })
  return read.data?.data ?? []
}

/** Roles that the person may assign. */
export function useAssignableRoles() {
  const { mayGive } = useReach()
  return useRoles().filter(mayGive)
}
