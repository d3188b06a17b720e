/** Who a token was when the door was asked last: it saves a round trip, and is never trusted. */
export interface CachedToken {
  userId: number
  /** Null of a person's own token. */
  storeId: number | null
}

/** Tokens whose hint is kept; the one that was remembered first is forgotten first. */
const MOST = 10_000

const tokens = new Map<string, CachedToken>()
const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

export const cachedToken = (tokenHash: Buffer): CachedToken | undefined => tokens.get(keyOf(tokenHash))

export function cacheToken(tokenHash: Buffer, hint: CachedToken): void {
  const key = keyOf(tokenHash)
  if (!tokens.has(key) && tokens.size >= MOST) tokens.delete(tokens.keys().next().value!)
  tokens.set(key, hint)
}

export const evictToken = (tokenHash: Buffer) => tokens.delete(keyOf(tokenHash))
