import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { LoginChannel, State } from './state.ts'

/** Seconds that an id token lasts (LINE, "Issue access token"). */
const ID_TOKEN_SECONDS = 3600

type Form = Record<string, string | undefined>

/** True for calls of LINE Login, which the description of the Messaging API does not have. */
export const isLogin = (url: string, body: unknown) =>
  url.startsWith('/oauth2/v2.1/authorize') ||
  (url.startsWith('/oauth2/v2.1/token') && (body as Form | undefined)?.grant_type === 'authorization_code')

/** Registers LINE Login 2.1: the login page, and the exchange of its code for an id token. */
export function loginCalls(app: FastifyInstance, state: State): void {
  const { login } = state

  app.get<{ Querystring: Form }>('/oauth2/v2.1/authorize', async ({ query, url }, reply) => {
    const { client_id, redirect_uri = '', response_type, state: carried, scope, nonce, code_challenge, as } = query
    const channel = login.channels.get(client_id ?? '')
    const isKnown = channel && (channel.callbacks.length === 0 || channel.callbacks.includes(redirect_uri))
    if (
      !isKnown ||
      response_type !== 'code' ||
      !carried ||
      !/\bopenid\b/.test(scope ?? '') ||
      !URL.canParse(redirect_uri)
    )
      return reply.code(400).send({ error: 'invalid_request', error_description: 'Invalid redirect_uri or parameters' })
    const userId = as ?? login.user
    if (userId === null) return reply.type('text/html').send(choose(state, url))
    const code = randomBytes(15).toString('base64url')
    login.codes.set(code, {
      ...{ channelId: channel.id, userId, redirectUri: redirect_uri },
      ...(nonce && { nonce }),
      ...(code_challenge && { challenge: code_challenge }),
    })
    const back = new URL(redirect_uri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', carried)
    return reply.redirect(back.href, 302)
  })

  app.post<{ Body: Form }>('/oauth2/v2.1/token', async ({ body }, reply) => {
    const { grant_type, code = '', redirect_uri, client_id = '', client_secret, code_verifier = '' } = body ?? {}
    const refuse = (error: string, error_description: string) => reply.code(400).send({ error, error_description })
    if (grant_type !== 'authorization_code') return refuse('unsupported_grant_type', 'unsupported grant type')
    const channel = login.channels.get(client_id)
    if (channel?.secret !== client_secret) return refuse('invalid_client', 'invalid client_secret')
    const given = login.codes.get(code)
    login.codes.delete(code)
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    if (given?.channelId !== client_id || given.redirectUri !== redirect_uri)
      return refuse('invalid_grant', 'invalid authorization code')
    if (given.challenge && given.challenge !== challenge) return refuse('invalid_grant', 'code_verifier does not match')
    const token = idToken(channel!, given, state.now())
    return {
      access_token: randomBytes(40).toString('base64url'),
      expires_in: 2_592_000,
      id_token: login.tamper?.(token) ?? token,
      refresh_token: randomBytes(20).toString('base64url'),
      scope: 'openid',
      token_type: 'Bearer',
    }
  })
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs claims with the secret of a channel, as LINE does for web logins. */
export function signToken(secret: string, claims: unknown, alg = 'HS256'): string {
  const body = `${part({ typ: 'JWT', alg })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

function idToken(
  { id, secret }: LoginChannel,
  { userId, nonce }: { userId: string; nonce?: string },
  now: number,
): string {
  const iat = Math.floor(now / 1000)
  const claims = {
    iss: 'https://access.line.me',
    sub: userId,
    aud: id,
    exp: iat + ID_TOKEN_SECONDS,
    iat,
    amr: ['linesso'],
  }
  return signToken(secret, nonce ? { ...claims, nonce } : claims)
}

/** Page on which a developer chooses who logs in. */
function choose({ channels }: State, url: string): string {
  const friends = [...channels.values()].flatMap((channel) => [...channel.friends.values()])
  const links = friends.map(({ userId, displayName }) => `<li><a href="${url}&as=${userId}">${displayName}</a></li>`)
  return `<!doctype html><meta charset="utf-8"><title>LINE Login</title><h1>Log in as</h1><ul>${links.join('')}</ul>`
}
