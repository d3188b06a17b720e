import { hash } from 'node:crypto'
import type { Coding } from './compress.ts'

/** A hash of 160 bits. */
const HASH_LENGTH = 27

/**
 * Returns the hash that names an answer. It is taken of the bytes that this caller gets, with the caller's rights and language, so it tells
 * nothing that they do not.
 */
export const tagOf = (answer: string | Buffer): string => hash('sha256', answer, 'base64url').slice(0, HASH_LENGTH)

/** Returns the strong entity tag of an answer. Each coding has other bytes, so each has another tag. */
export const entityTag = (tag: string, coding?: Coding): string => (coding ? `"${tag}-${coding}"` : `"${tag}"`)

const ENTITY_TAG = /(W\/)?"([^"]*)"/g

/**
 * True if a header names the answer. Its codings are one answer. If-None-Match compares weakly, If-Match strongly (RFC 9110, 13.1): a tag
 * that a proxy has made weak is no longer that of the same bytes.
 */
export function namesTag(header: string, tag: string, comparison: 'weak' | 'strong'): boolean {
  if (header.trim() === '*') return true
  return [...header.matchAll(ENTITY_TAG)].some(
    ([, isWeak, opaque]) => (comparison === 'weak' || !isWeak) && opaque!.replace(/-(br|gzip)$/, '') === tag,
  )
}
