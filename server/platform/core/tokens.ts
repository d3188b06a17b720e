import { createHash, randomBytes } from 'node:crypto'

/** An opaque token of 256 bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Hash of a token, as the database stores it. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
