import { createHmac } from 'node:crypto'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'
import { databaseNow } from '../../core/now.ts'
import { seal, unseal } from '../../core/sealing.ts'
import { isSameSecret, tokenHash } from '../../core/tokens.ts'
import type { Limit } from '../../http/attempts.ts'
import type { Cookie } from '../../http/cookies.ts'
import { networkOf } from '../../http/network.ts'

/** Minutes of a session, which nothing extends. */
const SESSION_MINUTES = 15
/** Minutes in which a member has to log in for a check. */
const CHECK_MINUTES = 10

/** Session of a customer, sent to their page alone. It comes from LINE's site, so that it cannot be strict. */
export const sessionCookie = (code: string): Cookie => ({
  ...{ name: 'ruam_my_data', path: `/d/${code}`, seconds: SESSION_MINUTES * 60 },
  ...{ lax: true, letters: 400 },
})

/** Login in progress, of one browser. */
export const loginCookie: Cookie = { name: 'ruam_my_login', path: '/d/callback', seconds: 600, lax: true }

/** Store, address and what is sealed: a renewed address opens nothing that was sealed for the former one. */
interface Sealed {
  storeId: number
  code: string
  use: 'session' | 'check'
}

type Secrets = { config: Pick<Config, 'secretKey'> }

const ownerOf = ({ storeId, code, use }: Sealed) => ({ storeId, subject: `my data ${use} ${code}` })

function sealed({ config }: Secrets, of: Sealed, who: string, minutes: number): string {
  const text = JSON.stringify([who, databaseNow() + minutes * 60_000])
  return seal(config.secretKey, ownerOf(of), text).toString('base64url')
}

function opened({ config }: Secrets, of: Sealed, text: string | undefined): string | undefined {
  if (!text) return undefined
  try {
    const [who, until] = JSON.parse(unseal(config.secretKey, ownerOf(of), Buffer.from(text, 'base64url')))
    return until > databaseNow() ? who : undefined
  } catch {
    return undefined
  }
}

/** Proof of identity with which a session began. */
export type SessionWay = 'line_login' | 'personal_link'

/** LINE user of a session. */
export interface Session {
  userId: string
  way: SessionWay
}

/** Prefix of a session that began with the code of a personal link. */
const BY_LINK = 'link '

/** Session of a LINE user, as the cookie holds it. */
export const newSession = (
  core: Secrets,
  storeId: number,
  code: string,
  userId: string,
  way: SessionWay = 'line_login',
) =>
  sealed(core, { storeId, code, use: 'session' }, way === 'personal_link' ? BY_LINK + userId : userId, SESSION_MINUTES)

/** Returns the LINE user of a session; undefined if it has ended, or was made for another page. */
export function readSession(
  core: Secrets,
  storeId: number,
  code: string,
  cookie: string | undefined,
): Session | undefined {
  const who = opened(core, { storeId, code, use: 'session' }, cookie)
  if (who === undefined) return undefined
  return who.startsWith(BY_LINK)
    ? { userId: who.slice(BY_LINK.length), way: 'personal_link' }
    : { userId: who, way: 'line_login' }
}

/** Proof that a member begins a check. */
export const newCheck = (core: Secrets, storeId: number, code: string, userId: number) =>
  sealed(core, { storeId, code, use: 'check' }, String(userId), CHECK_MINUTES)

/** Returns the member who began a check. */
export function readCheck(core: Secrets, storeId: number, code: string, check: string | undefined): number | undefined {
  const by = opened(core, { storeId, code, use: 'check' }, check)
  return by === undefined ? undefined : Number(by)
}

/** Target of a login, which LINE carries in its state. */
interface LoginTarget {
  code: string
  language: Language
  check: string
}

const keyOf = (secret: string, { code, language, check }: LoginTarget) =>
  createHmac('sha256', secret).update(`state ${code} ${language} ${check}`).digest('base64url')

/** Encodes the target with the key that ties it to the browser. LINE's states are letters and digits alone. */
export const stateOf = (target: LoginTarget, secret: string) =>
  Buffer.from(JSON.stringify({ ...target, key: keyOf(secret, target) })).toString('hex')

/** Returns the target of a login that this browser began; undefined for other states. */
export function readState(state: unknown, secret: string | undefined): LoginTarget | undefined {
  if (!secret || typeof state !== 'string') return undefined
  try {
    const { code, language, check, key } = JSON.parse(Buffer.from(state, 'hex').toString())
    const target = {
      code: String(code),
      language: language === 'en' ? ('en' as const) : ('th' as const),
      check: String(check),
    }
    return isSameSecret(String(key), keyOf(secret, target)) ? target : undefined
  } catch {
    return undefined
  }
}

/** Pages that one address opens: a family behind one router, not a search for addresses. */
export const visitLimits = ({ ip }: FastifyRequest): Limit[] => [
  { key: `my-data:${networkOf(ip)}`, tries: 60, seconds: 60 },
]

/** Logins that one address begins and ends. */
export const loginLimits = ({ ip }: FastifyRequest): Limit[] => [
  { key: `my-login:${networkOf(ip)}`, tries: 20, seconds: 60 },
]

/** Forms that one address and one customer send. */
export const actLimits = ({ ip }: FastifyRequest, storeId: number, userId: string): Limit[] => [
  { key: `my-act:${networkOf(ip)}`, tries: 20, seconds: 60 },
  { key: `my-act:${storeId}:${tokenHash(userId).toString('hex')}`, tries: 20, seconds: 3600 },
]
