import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignInRefusal } from '@ruam/contract/access/auth.ts'
import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'
import { EMAIL } from '@ruam/contract/platform/names.ts'
import type { Configuration } from 'openid-client'
import { cleanName, cleanText } from '../../core/clean-text.ts'
import type { Config } from '../../core/config.ts'

/** Seconds for one answer of the provider. */
const TIMEOUT = 10

export type Provider = NonNullable<Config['oidc']>

/** Target of a sign-in, carried through the provider in its state. */
export interface SignInTarget {
  store_id?: number | undefined
  path?: string | undefined
}

/** Claims of the signed-in account. */
export interface Claimed {
  subject: string
  email: string | null
  verified: boolean
  first_name: string
  last_name: string
}

/** Loaded at the first sign-in through a provider: 4 MB that most servers never need. */
const client = () => import('openid-client')

const known = new WeakMap<Provider, Promise<Configuration>>()

/** Reads the provider's configuration once; retries after a failure. */
function configurationOf(provider: Provider): Promise<Configuration> {
  let asked = known.get(provider)
  if (!asked) {
    asked = discover(provider)
    known.set(provider, asked)
    asked.catch(() => known.delete(provider))
  }
  return asked
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await client()
  // Plain http leads no further than this machine (core/config.ts).
  const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
  return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT })
}

/** Verifier, nonce and the state's key all follow from the secret that the browser holds in its cookie, and are kept nowhere. */
const derived = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url')
const keyOf = (secret: string, { store_id = 0, path = '' }: SignInTarget) =>
  derived(secret, `state ${store_id} ${path}`)

/** Encodes the OAuth state: where the user wants to go and, for the provider, the key that ties it to the browser. */
export const stateOf = (wanted: SignInTarget, key?: string) =>
  Buffer.from(JSON.stringify({ ...wanted, key })).toString('base64url')

/** Returns the target of a sign-in begun by this browser; undefined for other states. */
export function readSignInState(state: unknown, secret: string): SignInTarget | undefined {
  try {
    const { store_id, path, key } = JSON.parse(Buffer.from(String(state), 'base64url').toString()) as Record<
      string,
      unknown
    >
    const wanted = {
      ...(Number.isSafeInteger(store_id) && { store_id: store_id as number }),
      ...(typeof path === 'string' && { path }),
    }
    const [given, right] = [Buffer.from(String(key)), Buffer.from(keyOf(secret, wanted))]
    return given.length === right.length && timingSafeEqual(given, right) ? wanted : undefined
  } catch {
    return undefined
  }
}

const callbackOf = (publicUrl: string) => `${publicUrl}/api/auth/oidc/callback`

/** Returns the provider's sign-in address. Throws if the provider is unreachable. */
export async function beginningOf(
  provider: Provider,
  publicUrl: string,
  secret: string,
  wanted: SignInTarget,
  again: boolean,
) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client()
  const address = buildAuthorizationUrl(await configurationOf(provider), {
    redirect_uri: callbackOf(publicUrl),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(derived(secret, 'verifier')),
    code_challenge_method: 'S256',
    nonce: derived(secret, 'nonce'),
    state: stateOf(wanted, keyOf(secret, wanted)),
    ...(again && { prompt: 'login' }),
  })
  return address.href
}

/** Trades the code of an address that the provider has led back to. Throws on whatever is not as it was begun. */
export async function claimedBy(
  provider: Provider,
  publicUrl: string,
  secret: string,
  query: string,
): Promise<Claimed> {
  const configuration = await configurationOf(provider)
  const { authorizationCodeGrant, fetchUserInfo } = await client()
  const address = new URL(`${callbackOf(publicUrl)}${query}`)
  const tokens = await authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: derived(secret, 'verifier'),
    expectedNonce: derived(secret, 'nonce'),
    // Held against the cookie before.
    expectedState: address.searchParams.get('state') ?? '',
    idTokenExpected: true,
  })
  const told = tokens.claims()!
  // Some providers name the person only to a caller with the token, and not in it.
  const asks = told.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const all = asks ? { ...(await fetchUserInfo(configuration, tokens.access_token, told.sub)), sub: told.sub } : told
  const text = (value: unknown) => (typeof value === 'string' ? cleanName(value, NAME_MAX_GRAPHEMES) : '')
  // PostgreSQL takes neither U+0000 nor half a character.
  if (cleanText(told.sub) !== told.sub) throw new Error('The provider named an unusable subject')
  const email =
    typeof all.email === 'string' && EMAIL.test(all.email) && cleanText(all.email) === all.email ? all.email : null
  const first_name = text(all.given_name) || text(all.name) || text(email?.split('@')[0]) || '-'
  return {
    subject: told.sub,
    email,
    verified: all.email_verified === true,
    first_name,
    last_name: text(all.family_name),
  }
}

/** Returns the path of the sign-in screen with the reason for the refusal. */
export const refusedAt = (why: SignInRefusal) => `/sign-in?refused=${why}`
