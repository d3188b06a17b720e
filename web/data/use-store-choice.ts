import { users } from '@ruam/contract/access/stores.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { useRead } from './api.ts'
import { useSession } from './session.ts'

/** True if there is another store to choose, or an owner may open one. False while loading; true if loading fails. */
export function useStoreChoice(): boolean {
  const { user, store } = useSession()
  const owns = store?.rights.roles.includes(OWNER) ?? false
  const { data, error } = useRead(
    users.stores,
    { params: { userId: user?.id ?? 0 } },
    { enabled: !owns && user !== undefined },
  )
  const offers = data && (data.data.length !== 1 || data.data.some(({ roles }) => roles.includes(OWNER)))
  return owns || (offers ?? error !== null)
}
