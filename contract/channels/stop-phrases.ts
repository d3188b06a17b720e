/** Phrases of a store that mean a stop, per account. */
export const MAX_STOP_PHRASES = 20
/** Characters of a phrase. */
export const MAX_STOP_PHRASE = 60

/** Returns true for a text with at least two letters: a single one is in half of what people write. */
export const isStopPhrase = (text: string): boolean =>
  text.length <= MAX_STOP_PHRASE && (text.match(/\p{L}/gu)?.length ?? 0) >= 2
