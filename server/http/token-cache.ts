import type { Principal } from '../core/principal.ts'

/** Caller of the last call with a token. Saves a round trip, and is verified by every call. */
export interface CachedToken {
  readonly by: Principal
  /** Null for a person's token. */
  readonly storeId: number | null
  /** True if an answer to this token had sensitive values: its reads begin as transactions that may write a trace. */
  readonly traced?: boolean
}

/** Maximum cached tokens; the oldest is evicted first. */
const MOST = 10_000

const tokens = new Map<string, CachedToken>()
const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

export const cachedToken = (tokenHash: Buffer): CachedToken | undefined => tokens.get(keyOf(tokenHash))

export function cacheToken(tokenHash: Buffer, hint: CachedToken): void {
  const key = keyOf(tokenHash)
  if (!tokens.has(key) && tokens.size >= MOST) tokens.delete(tokens.keys().next().value!)
  tokens.set(key, hint)
}

/**
 * Caches that an answer to the token had sensitive values. Returns a new entry: transactions that other calls have begun by the former
 * one are read-only.
 */
export function cacheTraced(tokenHash: Buffer, { by, storeId }: Omit<CachedToken, 'traced'>): CachedToken {
  const entry = { by, storeId, traced: true }
  cacheToken(tokenHash, entry)
  return entry
}

export const evictToken = (tokenHash: Buffer) => tokens.delete(keyOf(tokenHash))
