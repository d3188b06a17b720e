import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { Config } from '../../core/config.ts'

/** Issuer of LINE's id tokens. */
const ISSUER = 'https://access.line.me'
/** Seconds for one answer of LINE. */
const TIMEOUT = 8
const USER_ID = /^U[0-9a-f]{32}$/

/** Loaded at the first login: most servers never need it. */
const client = () => import('openid-client')

/** LINE Login channel of a store. */
export interface LoginChannel {
  id: string
  secret: string
}

type LineUrls = { config: Pick<Config, 'line'> }

async function configurationOf({ config: { line } }: LineUrls, { id, secret }: LoginChannel): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, Configuration } = await client()
  const server = {
    issuer: ISSUER,
    authorization_endpoint: `${line.loginUrl}/oauth2/v2.1/authorize`,
    token_endpoint: `${line.apiUrl}/oauth2/v2.1/token`,
  }
  const own = { client_secret: secret, id_token_signed_response_alg: 'HS256' }
  const made = new Configuration(server, id, own, ClientSecretPost(secret))
  made.timeout = TIMEOUT
  // Plain http leads no further than this machine: the simulator.
  if (line.apiUrl.startsWith('http:')) allowInsecureRequests(made)
  return made
}

/** Verifier and nonce follow from the secret that the browser holds in its cookie, and are kept nowhere. */
const derived = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest('base64url')

/** Returns LINE's login address. */
export async function loginAddress(core: LineUrls, channel: LoginChannel, begun: LoginBegun): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client()
  const address = buildAuthorizationUrl(await configurationOf(core, channel), {
    redirect_uri: begun.callback,
    scope: 'openid',
    code_challenge: await calculatePKCECodeChallenge(derived(begun.secret, 'verifier')),
    code_challenge_method: 'S256',
    nonce: derived(begun.secret, 'nonce'),
    state: begun.state,
    ui_locales: begun.language,
  })
  return address.href
}

/** A login as this browser began it. */
interface LoginBegun {
  callback: string
  secret: string
  state: string
  language: string
}

/**
 * Trades the code of an address that LINE has led back to for the id of the user. Throws on whatever is not as it was begun. The caller
 * has compared the state with the cookie.
 */
export async function lineUserOf(
  core: LineUrls,
  channel: LoginChannel,
  { callback, secret, state, query }: Omit<LoginBegun, 'language'> & { query: string },
): Promise<string> {
  const { authorizationCodeGrant } = await client()
  const tokens = await authorizationCodeGrant(await configurationOf(core, channel), new URL(`${callback}${query}`), {
    pkceCodeVerifier: derived(secret, 'verifier'),
    expectedNonce: derived(secret, 'nonce'),
    expectedState: state,
    idTokenExpected: true,
  })
  const userId = tokens.claims()!.sub
  // The library checks the claims, but no signature by a shared secret.
  if (!isSigned(tokens.id_token!, channel.secret) || !USER_ID.test(userId))
    throw new Error('The id token of LINE is not valid')
  return userId
}

function isSigned(token: string, secret: string): boolean {
  const at = token.lastIndexOf('.')
  const right = createHmac('sha256', secret).update(token.slice(0, at)).digest()
  const given = Buffer.from(token.slice(at + 1), 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}
