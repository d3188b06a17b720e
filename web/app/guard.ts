import { hasRole, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import { insideStore, readAuthState } from '../data/auth-state.ts'

/** State that the guard checks before a screen opens. */
export interface Approach {
  /** The path without its query. */
  pathname: string
  search: Record<string, unknown>
  signedIn: boolean
  /** The store that is open, with what is known of its agreement. */
  store: { id: number; dpaStatus: 'found' | 'not-found' | 'declined'; rights: Rights } | undefined
  /** The consent routes and choose-store are not held up by a missing agreement. */
  route: { consent?: boolean; chooseStore?: boolean; ignoresAuth?: boolean }
}

/** Decision of the guard. It runs again after `load`. */
type Step =
  | { do: 'open' }
  | { do: 'load'; storeId: number }
  | { do: 'go'; to: 'dpa' | 'dpa-create' | 'dpa-not-allowed' | 'home' | 'choose-store'; storeId?: number | undefined }
  | { do: 'go'; to: 'address'; href: string }
  /** The address names no store, and is none of those that need none. */
  | { do: 'nowhere' }

const digits = /^[1-9]\d{0,14}$/
const asId = (value: unknown) => (digits.test(String(value)) ? Number(value) : undefined)
const ofPath = (path: string) => asId(path.split('/')[1])

/** The store an address asks for: from the query, the path, or the state that a sign-in elsewhere hands back. */
export function storeIdOf({ search, pathname }: Pick<Approach, 'search' | 'pathname'>) {
  const { store_id, storeId, state } = search
  return asId(store_id) ?? asId(storeId) ?? ofPath(pathname) ?? asId(readAuthState(state).storeId)
}

/** The same address below a store, where its query names that store and its path another one or none. */
function movedTo(storeId: number, { pathname, search }: Approach): string {
  const path = ofPath(pathname) === undefined ? pathname : pathname.replace(/^\/\d+/, '')
  const { store_id: _, storeId: __, ...others } = search
  const query = new URLSearchParams(Object.entries(others).map(([key, value]) => [key, String(value)])).toString()
  return `/${storeId}${path === '/' ? '' : path}${query && `?${query}`}`
}

/** Returns the target after signing in: the one in the state, or home. */
function afterLogin(storeId: number | undefined, state: unknown): Step {
  const wanted = readAuthState(state)
  const own = wanted.storeId === undefined || asId(wanted.storeId) === storeId
  const href = own && storeId !== undefined && wanted.path !== undefined && insideStore(storeId, wanted.path)
  return href ? { do: 'go', to: 'address', href } : { do: 'go', to: 'home', storeId }
}

/** Redirects to the agreement if the store has not accepted it. */
function agreementDue({ dpaStatus, rights }: NonNullable<Approach['store']>) {
  if (dpaStatus === 'found') return undefined
  return dpaStatus === 'not-found' && hasRole(rights, OWNER) ? 'dpa-create' : 'dpa-not-allowed'
}

const agreementPages: Readonly<Record<string, 'dpa' | 'dpa-create' | 'dpa-not-allowed'>> = {
  '/dpa': 'dpa',
  '/dpa/create': 'dpa-create',
  '/dpa/not-allowed': 'dpa-not-allowed',
}

/** Target of the agreement pages; each redirects if it does not apply. */
function ofAgreement({ pathname, route, store }: Approach): Step | undefined {
  if (!store) return undefined
  const due = agreementDue(store)
  const go = (to: 'dpa' | 'dpa-create' | 'dpa-not-allowed' | 'home'): Step => ({ do: 'go', to, storeId: store.id })
  const page = agreementPages[pathname.replace(/^\/\d+/, '')]
  if (!page) return due && !route.consent ? go(due) : undefined
  if (!due) return page === 'dpa' ? undefined : go('home')
  // An owner may turn a refusal into an acceptance, where the decision is shown.
  const mayChange = store.dpaStatus === 'declined' && hasRole(store.rights, OWNER)
  if (mayChange && page !== due) return page === 'dpa' ? undefined : go('dpa')
  return page === due ? undefined : go(due)
}

/**
 * The navigation guard of spec section 2, in its order. The bearer header of its step 2 is data/session.ts; the
 * agreement's status comes with the store, so a store that is not loaded is loaded before it is judged.
 */
export function nextScreenStep(approach: Approach): Step {
  const { route, signedIn, store, pathname, search } = approach
  const bound = !route.ignoresAuth && !route.chooseStore
  const storeId = storeIdOf(approach)
  if (bound && storeId !== undefined && storeId !== ofPath(pathname)) {
    return { do: 'go', to: 'address', href: movedTo(storeId, approach) }
  }
  const current = store !== undefined && store.id === storeId
  const judged = signedIn && current && !route.chooseStore ? ofAgreement(approach) : undefined
  if (judged) return judged
  if (pathname.includes('prepare-login')) return afterLogin(storeId, search.state)
  if (bound && storeId === undefined) return { do: 'nowhere' }
  if (signedIn && storeId !== undefined && !current && !route.chooseStore) return { do: 'load', storeId }
  if (!signedIn && bound) return { do: 'go', to: 'choose-store' }
  return { do: 'open' }
}
