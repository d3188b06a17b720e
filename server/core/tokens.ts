import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** An opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Hash of a token, as the database stores it. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Compares two secrets in a time that depends on neither. */
export const isSameSecret = (given: string, expected: string) => timingSafeEqual(tokenHash(given), tokenHash(expected))

/** Successor of a refresh cookie, always the same one: a renewal whose answer was lost is answered again. */
export const nextRefresh = (secretKey: string, cookie: string) =>
  createHmac('sha256', secretKey).update(`refresh ${cookie}`).digest('base64url')
