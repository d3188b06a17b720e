import type { Principal } from './principal.ts'

/** Caller of the last call with a token. Saves a round trip, and is verified by every call. */
export interface CachedToken {
  by: Principal
  /** Null for a person's token. */
  storeId: number | null
  /** True if an answer to this token had sensitive values: its reads begin as transactions that may write a trace. */
  traced?: boolean
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

export const evictToken = (tokenHash: Buffer) => tokens.delete(keyOf(tokenHash))
