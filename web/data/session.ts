import { auth } from '@ruam/contract/access/auth.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import type { Answer, Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { useSyncExternalStore } from 'react'
import type { Camel, WireEndpoint } from './camel.ts'
import { offerLanguage, prefer } from './preferences.ts'
import { type ApiError, isApiError, type RequestParts, request } from './request.ts'
import type { SignedInPerson, StoreData, StoredToken } from './storage.ts'
import * as storage from './storage.ts'
import { wordsNow } from './text.ts'
import { isAnythingTyped } from './typed.ts'
import { common } from './words.ts'

/** Signed-in person, and the store of this tab. */
interface Session {
  user?: SignedInPerson
  store?: StoreData & { rights: Rights }
}

type Login = Camel<Answer<typeof auth.login>>

/** The build has turned the contract's endpoints into these. */
export const wire = (endpoint: Endpoint) => endpoint as unknown as WireEndpoint

type Wiped = Parameters<typeof import('./device.ts').wipeCopies>[0]

/** Wipes copies on this device. Its code is no part of the first scripts; whatever stores copies has loaded it, and so has the idle page. */
const wipeCopies = (which?: Wiped) => import('./device.ts').then((device) => device.wipeCopies(which)).catch(() => {})

let session: Session = { user: storage.userData.get() }
const listeners = new Set<() => void>()
const ends = new Set<(message: string, loginOver: boolean) => void>()

export const currentSession = () => session
export const onSession = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Runs when the login, or the membership of the store, ends by itself; with the sentence to show. */
export const onEnd = (listener: (message: string, loginOver: boolean) => void) => {
  ends.add(listener)
  return () => ends.delete(listener)
}

function become(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

const lasting = (token: string, seconds: number): StoredToken => ({ token, expiresAt: Date.now() + seconds * 1000 })
const fresh = (token: StoredToken | undefined) => token !== undefined && token.expiresAt - 5000 > Date.now()

/** Language and era follow the person, with a copy in the browser. The era of another person is removed. */
function followChoices(user: SignedInPerson) {
  if (user.language) prefer({ language: user.language })
  if (user.era || user.id !== storage.userData.get()?.id) prefer({ era: user.era ?? undefined })
}

/** Keeps what the person says of themselves. */
export function learnPerson(user: SignedInPerson) {
  followChoices(user)
  storage.userData.set(user)
  become({ ...session, user })
}

/** Keeps what a sign-in or the set-up answered. */
export function signedIn({ accessToken, expiresIn, user }: Login) {
  if (storage.userData.get()?.id !== user.id) void wipeCopies()
  followChoices(user)
  storage.userData.set(user)
  storage.userToken.set(lasting(accessToken, expiresIn))
  become({ ...(session.user?.id === user.id && session), user })
}

/** Forgets the login on this machine. */
export function forget() {
  storage.forgetLogin()
  void wipeCopies()
  become({})
}

/** One at a time over all tabs; without a secure context the server's grace for two tabs has to do. */
const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()

async function renewUserToken(refused: string | undefined): Promise<string> {
  return alone('ruam.refresh', async () => {
    const kept = storage.userToken.get()
    // Another tab, or an earlier call, has renewed it while this one waited.
    if (kept && kept.token !== refused && fresh(kept)) return kept.token
    const login = (await request(wire(auth.refresh), {}, undefined)) as Login
    if (session.user && session.user.id !== login.user.id) location.assign('/')
    signedIn(login)
    return login.accessToken
  })
}

/** Takes up what a sign-in elsewhere has begun: the cookie says who came back, and the session before is forgotten. */
export async function resumeSignIn(): Promise<void> {
  await alone('ruam.refresh', async () => {
    const login = (await request(wire(auth.refresh), {}, undefined)) as Login
    if (session.user && session.user.id !== login.user.id) forget()
    signedIn(login)
  })
}

async function renewStoreToken(storeId: number, refused: string | undefined): Promise<string> {
  return alone(`ruam.store.${storeId}`, async () => {
    const kept = storage.storeData(storeId).get()
    if (kept && kept.token.token !== refused && fresh(kept.token)) return kept.token.token
    try {
      const store = await fetchStore(storeId)
      if (session.store?.id === storeId) become({ ...session, store })
      return store.token.token
    } catch (error) {
      if (isApiError(error, 'not_found')) leaveStore(storeId)
      // The store opened as it was; without what is stored, its door says what is lacking.
      if (isApiError(error, 'passkey_required') && session.store?.id === storeId) {
        storage.forgetStore(storeId)
        location.reload()
      }
      throw error
    }
  })
}

/** Leaves a store without a message, if the person knows why. */
export function closeStore(storeId: number) {
  storage.forgetStore(storeId)
  void wipeCopies({ store: storeId })
  if (session.store?.id === storeId) become({ user: session.user })
}

const leftOnPurpose = new Set<number>()

/** Calls that are refused while a person deletes or leaves a store bring no message. Returns a function that ends this. */
export function leaveWithoutMessage(storeId: number) {
  leftOnPurpose.add(storeId)
  return () => leftOnPurpose.delete(storeId)
}

/** The person has been removed from the store, or the store is gone. */
function leaveStore(storeId: number) {
  storage.forgetStore(storeId)
  void wipeCopies({ store: storeId })
  if (session.store?.id !== storeId) return
  become({ user: session.user })
  if (leftOnPurpose.has(storeId)) return
  for (const end of ends) end(wordsNow(common).storeLost, false)
}

const renewing = new Map<string, Promise<string>>()

/** Calls that fail together share one renewal. */
function shared(key: string, renew: () => Promise<string>): Promise<string> {
  const running = renewing.get(key) ?? renew().finally(() => renewing.delete(key))
  renewing.set(key, running)
  return running
}

/** The bearer for an endpoint; a token that has run out, or was refused, is renewed first. */
async function bearerFor(endpoint: WireEndpoint, refused?: string): Promise<string | undefined> {
  if (endpoint.permission === 'public') return undefined
  if (endpoint.permission === 'person' || !session.store) {
    const kept = storage.userToken.get()
    if (kept && kept.token !== refused && fresh(kept)) return kept.token
    return shared('user', () => renewUserToken(refused ?? kept?.token))
  }
  const { id } = session.store
  const kept = storage.storeData(id).get()?.token
  if (kept && kept.token !== refused && fresh(kept)) return kept.token
  return shared(`store ${id}`, () => renewStoreToken(id, refused ?? kept?.token))
}

/**
 * Sends with the right bearer, renewing it once when it is refused: the store's token from the person's, the person's
 * from the refresh cookie. When that fails the login is over (spec section 8).
 */
export async function withBearer<T>(
  endpoint: WireEndpoint,
  send: (bearer: string | undefined) => Promise<T>,
): Promise<T> {
  if (endpoint.permission === 'public') return send(undefined)
  let bearer: string | undefined
  try {
    bearer = await bearerFor(endpoint)
    return await send(bearer)
  } catch (error) {
    if (!isApiError(error, 'signed_out')) throw error
    if (bearer === undefined) throw expired(error)
  }
  try {
    return await send(await bearerFor(endpoint, bearer))
  } catch (error) {
    throw isApiError(error, 'signed_out') ? expired(error) : error
  }
}

function expired(error: ApiError): ApiError {
  if (session.user) {
    // Keeps typed text on the screen, to be saved after signing in in another tab.
    if (isAnythingTyped()) {
      storage.forgetLogin()
      void wipeCopies()
    } else forget()
    for (const end of ends) end(error.message, true)
  }
  return error
}

const asPerson = <T>(endpoint: Endpoint, parts: RequestParts) =>
  withBearer(wire(endpoint), (bearer) => request(wire(endpoint), parts, bearer)) as Promise<T>

const signOutChecks = new Set<() => Promise<boolean>>()
/** Asks before each sign-out; false keeps the person signed in. */
export const beforeSignOut = (check: () => Promise<boolean>) => {
  signOutChecks.add(check)
  return () => signOutChecks.delete(check)
}

/**
 * Ends the login on the server and here; if the server does not respond within 5 s, the local session ends anyway. Returns false if the
 * person decided to stay.
 */
export async function signOut(): Promise<boolean> {
  for (const check of signOutChecks) if (!(await check())) return false
  const limit = AbortSignal.timeout(5000)
  const end = wire(auth.logout)
  await withBearer({ ...end, permission: 'person' }, (bearer) => request(end, {}, bearer, limit)).catch(() => undefined)
  forget()
  return true
}

async function fetchStore(storeId: number): Promise<NonNullable<Session['store']>> {
  const grant = await asPerson<Camel<Answer<typeof stores.token>>>(stores.token, { body: { id: storeId } })
  const token = lasting(grant.token, grant.expiresIn)
  const store = (await request(wire(stores.get), { params: { id: storeId } }, grant.token)) as Camel<
    Answer<typeof stores.get>
  >
  // Not its photo: what a browser keeps is small.
  const { id, name, timeZone, era, namesInTabs, flags, home } = store
  const { dpaStatus } = grant
  offerLanguage(store.languages[0])
  const data: StoreData = {
    userId: session.user?.id ?? 0,
    id,
    name,
    timeZone,
    era,
    namesInTabs,
    dpaStatus,
    flags,
    home,
    token,
  }
  const rights: Rights = { roles: grant.roles, permissions: grant.permissions }
  const before = storage.storeRoles(storeId).get()
  if (before && JSON.stringify(before) !== JSON.stringify(rights)) void wipeCopies({ store: storeId })
  storage.storeData(storeId).set(data)
  storage.storeRoles(storeId).set(rights)
  return { ...data, rights }
}

/** Time for which a store opens as it was, before the server has renewed its token: as long as copies of it may be shown. */
const REOPEN_MS = 12 * 3_600_000

/** Opens a store in this tab: from what is stored of this login, else from the server. The next call renews an expired token. */
export async function openStore(storeId: number) {
  const kept = storage.storeData(storeId).get()
  const rights = storage.storeRoles(storeId).get()
  const matches = kept && rights && kept.userId === session.user?.id && kept.token.expiresAt > Date.now() - REOPEN_MS
  const store = matches ? { ...kept, rights } : await fetchStore(storeId)
  // Copies on the device are of one store.
  if (storage.lastStore.get() !== storeId) void wipeCopies({ except: storeId })
  storage.lastStore.set(storeId)
  become({ ...session, store })
}

/** Asks what the person may do in the open store at this moment, and shows what has changed; out of a store they are no more in. */
export async function lookAgain() {
  const { store } = session
  if (!store) return
  const endpoint = wire(stores.rights)
  const now = (await withBearer(endpoint, (bearer) =>
    request(endpoint, { params: { id: store.id } }, bearer),
  )) as Camel<Answer<typeof stores.rights>>
  const rights: Rights = { roles: now.roles, permissions: now.permissions }
  const { dpaStatus, home } = now
  const before = session.store
  if (before?.id !== store.id) return
  const isSame = dpaStatus === before.dpaStatus && home === before.home
  if (isSame && JSON.stringify(rights) === JSON.stringify(before.rights)) return
  const kept = storage.storeData(store.id)
  const data = kept.get()
  if (data) kept.set({ ...data, dpaStatus, home })
  storage.storeRoles(store.id).set(rights)
  void wipeCopies({ store: store.id })
  become({ ...session, store: { ...before, dpaStatus, home, rights } })
}

/** Asks again what the person may do in the open store, after the server has refused something. */
export async function refreshRights() {
  const { store } = session
  if (!store) return
  void wipeCopies({ store: store.id })
  const kept = storage.storeData(store.id).get()?.token.token
  await shared(`store ${store.id}`, () => renewStoreToken(store.id, kept))
}

/** The session, re-rendering when it changes. */
export const useSession = () => useSyncExternalStore(onSession, currentSession)

/** The store of the screen. Throws outside of a store. */
export function useStore() {
  const { store } = useSession()
  if (!store) throw new Error('No store is open')
  return store
}

// Signing out, or in as another person, applies to all tabs.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storage.userData.key && event.key !== null) return
    if (storage.userData.get()?.id !== session.user?.id) location.assign('/')
  })
}
