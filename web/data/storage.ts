import type { RoleHome } from '@ruam/contract/access/preset-roles.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'

/** A person as the server answers, in camelCase. */
export interface SignedInPerson {
  id: number
  firstName: string
  lastName: string
  email: string
  /** As the person has chosen; null until then. */
  language: 'th' | 'en' | null
  era: 'ce' | 'be' | null
  /** Since when mail comes back. */
  mailFailedAt?: string | null
}

/** A bearer token and when this machine's clock says it ends, in milliseconds since 1970. */
export interface StoredToken {
  token: string
  expiresAt: number
}

/** Stored data of a store: the names of spec section 9. `userId`: owner of the login. */
export interface StoreData {
  userId: number
  id: number
  name: string
  timeZone: string
  era: 'ce' | 'be'
  /** Missing of a store that an older version has kept. */
  namesInTabs?: boolean
  dpaStatus: 'found' | 'not-found' | 'declined'
  /** Missing of a store that an older version has kept. */
  flags?: { apiConnector: boolean; facebook: boolean; sandbox?: boolean }
  /** First screen of the person's role. Missing of a store that an older version has kept. */
  home?: RoleHome
  token: StoredToken
}

interface Entry<T> {
  key: string
  get(): T | undefined
  set(value: T): void
  remove(): void
}

function entry<T>(key: string): Entry<T> {
  return {
    key,
    get() {
      try {
        return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
      } catch {
        return undefined
      }
    },
    set(value) {
      try {
        localStorage.setItem(key, JSON.stringify(value))
      } catch {
        // A full or forbidden storage costs the next visit a sign-in, not this one its work.
      }
    },
    remove: () => localStorage.removeItem(key),
  }
}

const PREFIX = 'ruam.'

/** The browser storage keys of spec sections 6 and 9. */
export const targetUrl = entry<string>(`${PREFIX}target-url`)
export const userData = entry<SignedInPerson>(`${PREFIX}user-data`)
export const userToken = entry<StoredToken>(`${PREFIX}user-token`)
export const storeData = (storeId: number) => entry<StoreData>(`${PREFIX}store-data.${storeId}`)
export const storeRoles = (storeId: number) => entry<Rights>(`${PREFIX}roles.${storeId}`)
/** The store that was open last, to come back to. */
export const lastStore = entry<number>(`${PREFIX}last-store`)
/** Work that was begun in a store and not sent yet, for a browser that is closed over it. */
export const draft = <T>(name: string, storeId: number) => kept<T>(`draft.${name}`, storeId)
/** Data of a store kept until sign-out. */
export const kept = <T>(name: string, storeId: number) => entry<T>(`${PREFIX}${name}.${storeId}`)
/** A mark until sign-out. */
export const marked = (name: string) => entry<true>(`${PREFIX}${name}`)
export const preference = <T>(name: string) => entry<T>(`${PREFIX}preference.${name}`)

/** Forgets one store. */
export function forgetStore(storeId: number) {
  for (const { remove } of [storeData(storeId), storeRoles(storeId)]) remove()
  if (lastStore.get() === storeId) lastStore.remove()
}

/** Forgets the person and every store; preferences stay. */
export function forgetLogin() {
  const kept = `${PREFIX}preference.`
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(kept) && key !== targetUrl.key) localStorage.removeItem(key)
  }
}
