/** Result of a sign-in in another tab. */
interface AuthState {
  /** Digits, as it stands in an address. */
  storeId?: unknown
  /** Requested page of the store. */
  path?: string
}

/**
 * Reads the `state` of an address, as a sign-in elsewhere hands it back: the digits of a store's id, or the base64url of
 * `{"store_id": 5, "path": "/profile-list?q=mali"}` in JSON, of which either may be missing. What cannot be understood is
 * as if it were not there.
 */
export function readAuthState(state: unknown): AuthState {
  if (typeof state !== 'string') return {}
  if (/^\d+$/.test(state)) return { storeId: state }
  try {
    const bytes = Uint8Array.from(atob(state.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const { store_id, storeId, path } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return { storeId: store_id ?? storeId, ...(typeof path === 'string' && { path }) }
  } catch {
    return {}
  }
}

// Never fetched: an address is completed by it to see whether it stays where it was.
const HERE = 'https://inside.invalid'

/** An address of this site as it may be gone to, or undefined for one that would lead anywhere else. */
export function insideSite(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(address, HERE)
  // A path with two leading slashes would lead to another site.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** The address of a path below a store, or undefined for one that names nothing or leads out of it. */
export function insideStore(storeId: number, path: string): string | undefined {
  const root = `/${storeId}/`
  const address = insideSite(root + path.replace(/^[/\\\s]+/, ''))
  return address !== root && address?.startsWith(root) ? address : undefined
}

/** An address of this site as a sign-in elsewhere takes it along: the store, and where in it. */
export function signInTargetOf(address: string | undefined): { store_id?: string; path?: string } {
  const [, store_id, path] = /^\/([1-9]\d{0,14})(\/.+)?$/.exec(address ?? '') ?? []
  return { ...(store_id && { store_id }), ...(path && { path }) }
}
