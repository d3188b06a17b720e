import { timingSafeEqual } from 'node:crypto'
import type { OutsideBody } from '../../core/outside-body.ts'

/** Checks `X-Hub-Signature-256` of Facebook over the bytes of a request, in constant time. */
export function isHubSigned(secret: string, body: OutsideBody, signature: unknown): boolean {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? []
  const expected = body.hmac(secret)
  const given = Buffer.from(hex, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Checks the signature of LINE over the bytes of a request, in constant time (LINE, "Verify webhook signature"). */
export function isSigned(secret: string, body: OutsideBody, signature: unknown): boolean {
  const expected = body.hmac(secret)
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
