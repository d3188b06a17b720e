import { createHmac, timingSafeEqual } from 'node:crypto'

/** Checks the signature of LINE over the bytes of a request, in constant time (LINE, "Verify webhook signature"). */
export function isSigned(secret: string, bytes: Buffer, signature: unknown): boolean {
  const expected = createHmac('sha256', secret).update(bytes).digest()
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
