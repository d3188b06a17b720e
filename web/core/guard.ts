import { hasRole, OWNER, type Rights } from '@ruam/contract/permissions.ts'

/** What the guard looks at before a screen opens. */
export interface Approach {
  /** The path without its query. */
  pathname: string
  search: Record<string, unknown>
  /** Where the person wanted to go before signing in. */
  targetUrl: string | undefined
  signedIn: boolean
  /** The store that is open, with what is known of its agreement. */
  store: { id: number; dpaStatus: 'found' | 'not-found' | 'declined'; rights: Rights } | undefined
  /** The consent routes and choose-store are not held up by a missing agreement. */
  route: { consent?: boolean; chooseStore?: boolean; ignoresAuth?: boolean }
}

/** What happens next. After `load` the guard is asked again. */
export type Step =
  | { do: 'open' }
  | { do: 'load'; storeId: number }
  | { do: 'go'; to: 'dpa-create' | 'dpa-not-allowed' | 'home' | 'choose-store'; storeId?: number }

const digits = /^[1-9]\d{0,14}$/
const asId = (value: unknown) => (digits.test(String(value)) ? Number(value) : undefined)
const ofPath = (path: string | undefined) => asId(path?.split(/[/?#]/)[1])

/** The store an address asks for: from the query, the path, or where the person wanted to go before signing in. */
export function storeIdOf({ search, pathname, targetUrl }: Pick<Approach, 'search' | 'pathname' | 'targetUrl'>) {
  return asId(search.storeId ?? search.store_id) ?? ofPath(pathname) ?? ofPath(targetUrl)
}

/**
 * The navigation guard of spec section 2, in its order. The bearer header of its step 2 is core/session.ts; the
 * agreement's status comes with the store, so a store that is not loaded is loaded before it is judged.
 */
export function nextStep(approach: Approach): Step {
  const { route, signedIn, store } = approach
  const storeId = storeIdOf(approach)
  const current = store !== undefined && store.id === storeId
  if (signedIn && current && !route.consent && !route.chooseStore) {
    const owner = hasRole(store.rights, OWNER)
    if (store.dpaStatus === 'not-found' && owner) return { do: 'go', to: 'dpa-create', storeId }
    if (store.dpaStatus !== 'found') return { do: 'go', to: 'dpa-not-allowed', storeId }
  }
  if (approach.pathname.includes('prepare-login')) return { do: 'go', to: 'home', storeId }
  if (signedIn && storeId !== undefined && !current && !route.chooseStore) return { do: 'load', storeId }
  if (!signedIn && !route.ignoresAuth && !route.chooseStore) return { do: 'go', to: 'choose-store' }
  if (storeId === undefined && !route.ignoresAuth && !route.chooseStore) return { do: 'go', to: 'choose-store' }
  return { do: 'open' }
}
