/** Who a token was when the door was asked last: it saves a round trip, and is never trusted. */
export interface Hint {
  userId: number
  /** Null of a person's own token. */
  storeId: number | null
}

/** Tokens whose hint is kept; the one that was remembered first is forgotten first. */
const MOST = 10_000

const hints = new Map<string, Hint>()
const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')

export const hintOf = (tokenHash: Buffer): Hint | undefined => hints.get(keyOf(tokenHash))

export function remember(tokenHash: Buffer, hint: Hint): void {
  const key = keyOf(tokenHash)
  if (!hints.has(key) && hints.size >= MOST) hints.delete(hints.keys().next().value!)
  hints.set(key, hint)
}

export const forget = (tokenHash: Buffer) => hints.delete(keyOf(tokenHash))
