/** Id by which LINE delivers to a user. */
const USER_ID = /^U[0-9a-f]{32}$/
const LABEL = /^(?:line|ไลน์)?\s*(?:id|ไอดี)?\s*[:：]\s*/i
const TYPED = /^@?[a-z0-9][a-z0-9._-]{2,29}$/i

/** Returns a LINE id as its owner types it, in lower case; null for the user ids of LINE and other texts. */
export function typedLineId(raw: string): string | null {
  const text = raw.trim().replace(LABEL, '')
  return TYPED.test(text) && !USER_ID.test(text) ? text.toLowerCase() : null
}
