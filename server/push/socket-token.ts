import { createHmac, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { databaseNow } from '../core/now.ts'
import { nkeyOf, privateKeyOf, userKeyOf } from './nkeys.ts'

/** Claims of a socket token: owner, key, topics, expiry. */
export interface SocketClaims {
  nkey: string
  subject: string
  storeId: number
  userId: number
  sessionId: number
  /** Seconds since 1970. */
  expires: number
}

/** The key that signs sockets' tokens. */
interface Account {
  nkey: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The server's own account key: the same in every process that holds the secret, stored nowhere. */
export function accountOf(secretKey: string): Account {
  const privateKey = privateKeyOf(createHmac('sha256', secretKey).update('ruam_push').digest())
  const publicKey = createPublicKey(privateKey)
  return { nkey: nkeyOf('account', publicKey), privateKey, publicKey }
}

const HEAD = Buffer.from(JSON.stringify({ typ: 'JWT', alg: 'ed25519-nkey' })).toString('base64url')

const Payload = z.object({
  exp: z.int(),
  iss: z.string(),
  sub: z.string(),
  nats: z.object({ type: z.literal('user'), sub: z.object({ allow: z.tuple([z.string()]) }) }),
  ruam: z.object({ store_id: z.int(), user_id: z.int(), session_id: z.int() }),
})

/**
 * A NATS user JWT: a NATS server that trusts the account would accept it unchanged, to subscribe to its subject and publish nothing.
 * Claims that only our server checks are under `ruam`.
 */
export function signSocketToken(account: Account, claims: SocketClaims): string {
  const payload = {
    iat: Math.floor(databaseNow() / 1000),
    exp: claims.expires,
    iss: account.nkey,
    sub: claims.nkey,
    name: String(claims.userId),
    nats: {
      type: 'user',
      version: 2,
      subs: -1,
      data: -1,
      payload: -1,
      pub: { deny: ['>'] },
      sub: { allow: [claims.subject] },
    },
    ruam: { store_id: claims.storeId, user_id: claims.userId, session_id: claims.sessionId },
  }
  const text = `${HEAD}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${text}.${sign(null, Buffer.from(text), account.privateKey).toString('base64url')}`
}

/** Returns the claims of a valid token of this account; undefined for others and expired ones. */
export function readSocketToken(account: Account, token: string, now = databaseNow()): SocketClaims | undefined {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token)
  if (parts?.[1] !== HEAD) return undefined
  const signature = Buffer.from(parts[3]!, 'base64url')
  // Base64 has several texts for one value; only the one that was given out is a token.
  if (signature.toString('base64url') !== parts[3]) return undefined
  if (!verify(null, Buffer.from(`${HEAD}.${parts[2]}`), account.publicKey, signature)) return undefined
  const parsed = Payload.safeParse(JSON.parse(Buffer.from(parts[2]!, 'base64url').toString()))
  if (!parsed.success || parsed.data.iss !== account.nkey || parsed.data.exp * 1000 <= now) return undefined
  const { exp, sub, nats, ruam } = parsed.data
  return {
    nkey: sub,
    subject: nats.sub.allow[0],
    storeId: ruam.store_id,
    userId: ruam.user_id,
    sessionId: ruam.session_id,
    expires: exp,
  }
}

/** Verifies the signed nonce with the key of the token. */
export function provesKey(nkey: string, nonce: string, signature: string): boolean {
  const key = userKeyOf(nkey)
  return key !== undefined && verify(null, Buffer.from(nonce), key, Buffer.from(signature, 'base64url'))
}
