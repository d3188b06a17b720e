import { users } from '@ruam/contract/access/stores.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../data/api.ts'
import { insideSite } from '../../data/auth-state.ts'
import { currentSession } from '../../data/session.ts'
import { targetUrl } from '../../data/storage.ts'

/** Navigates after signing in: to the requested page, the only store, or the choice. */
export function useAfterSignIn() {
  const navigate = useNavigate()
  return async () => {
    const target = insideSite(targetUrl.get() ?? '')
    targetUrl.remove()
    if (target) return navigate({ href: target })
    const userId = currentSession().user?.id ?? 0
    const found = await call(users.stores, { params: { userId } }).catch(() => undefined)
    const only = found?.data.length === 1 ? found.data[0] : undefined
    await navigate({ to: (only ? `/${only.store.id}` : '/choose-store') as never })
  }
}
