import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { State } from './state.ts'

/** Seconds that a stateless token lasts (LINE, "Issue stateless channel access token"). */
const STATELESS_SECONDS = 899

type Form = Record<string, string | undefined>

/** Registers the calls that issue and verify channel access tokens. */
export function tokenCalls(app: FastifyInstance, state: State): void {
  app.post<{ Body: Form }>('/oauth2/v3/token', async (request, reply) => {
    const { grant_type, client_id, client_secret } = request.body ?? {}
    if (grant_type !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'invalid grant_type' })
    const channel = state.channels.get(client_id ?? '')
    if (!channel || channel.secret !== client_secret)
      return reply.code(400).send({ error: 'invalid_client', error_description: 'invalid client credentials' })
    const access_token = randomBytes(48).toString('base64url')
    state.tokens.set(access_token, { channelId: channel.id, expires: state.now() + STATELESS_SECONDS * 1000 })
    return { token_type: 'Bearer', access_token, expires_in: STATELESS_SECONDS }
  })

  const verified = (token: string | undefined) => {
    const issued = state.tokens.get(token ?? '')
    if (issued)
      return issued.expires > state.now()
        ? { client_id: issued.channelId, expires_in: Math.floor((issued.expires - state.now()) / 1000), scope: 'bot' }
        : undefined
    const channel = [...state.channels.values()].find((one) => one.token === token)
    return channel && { client_id: channel.id, expires_in: 2_591_977, scope: 'P CM' }
  }
  const refused = { error: 'invalid_request', error_description: 'access token expired' }

  app.post<{ Body: Form }>('/v2/oauth/verify', async (request, reply) => {
    return verified(request.body?.access_token) ?? reply.code(400).send(refused)
  })

  app.get<{ Querystring: Form }>('/oauth2/v2.1/verify', async (request, reply) => {
    return verified(request.query.access_token) ?? reply.code(400).send(refused)
  })
}
