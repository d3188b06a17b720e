import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Channel, channelOf, type State } from './state.ts'
import { deliver } from './webhooks.ts'

/** Returns the channel of the request's token. Throws LINE's 401. */
export function authenticated(state: State, request: FastifyRequest): Channel {
  const channel = channelOf(state, request.headers.authorization)
  if (channel?.suspended)
    throw Object.assign(new Error('Suspended'), { statusCode: 403, line: 'This LINE Official Account is suspended.' })
  if (channel && !channel.refusesTokens) return channel
  throw Object.assign(new Error('Authentication failed'), {
    statusCode: 401,
    line: 'Authentication failed. Confirm that the access token in the authorization header is valid.',
  })
}

/** Registers the calls about the account, its webhook and its quota. */
export function accountCalls(app: FastifyInstance, state: State): void {
  app.get('/v2/bot/info', async (request) => {
    const { userId, basicId, displayName, pictureUrl, chatMode } = authenticated(state, request)
    return { userId, basicId, displayName, ...(pictureUrl && { pictureUrl }), chatMode, markAsReadMode: 'auto' }
  })

  app.get('/v2/bot/channel/webhook/endpoint', async (request, reply) => {
    const { webhook } = authenticated(state, request)
    return webhook ?? reply.code(404).send({ message: 'Webhook endpoint not found' })
  })

  app.put<{ Body: { endpoint?: string } }>('/v2/bot/channel/webhook/endpoint', async (request, reply) => {
    const channel = authenticated(state, request)
    const endpoint = request.body?.endpoint ?? ''
    if (!/^https?:\/\/\S{1,490}$/.test(endpoint))
      return reply.code(400).send({ message: 'Invalid webhook endpoint URL' })
    channel.webhook = { endpoint, active: true }
    return {}
  })

  app.post<{ Body: { endpoint?: string } }>('/v2/bot/channel/webhook/test', async (request) => {
    const channel = authenticated(state, request)
    const timestamp = new Date(state.now()).toISOString()
    try {
      const { status } = await deliver(channel, [], {
        ...(request.body?.endpoint && { endpoint: request.body.endpoint }),
        ...(state.post && { post: state.post }),
      })
      const success = status === 200
      return {
        success,
        timestamp,
        statusCode: status,
        reason: success ? 'OK' : 'ERROR_STATUS_CODE',
        detail: String(status),
      }
    } catch (error) {
      const timedOut = (error as Error).name === 'TimeoutError'
      const reason = timedOut ? 'REQUEST_TIMEOUT' : 'COULD_NOT_CONNECT'
      return { success: false, timestamp, statusCode: 0, reason, detail: (error as Error).message }
    }
  })

  app.get('/v2/bot/message/quota', async (request) => {
    const { quota } = authenticated(state, request)
    return quota === null ? { type: 'none' } : { type: 'limited', value: quota }
  })

  app.get('/v2/bot/message/quota/consumption', async (request) => ({ totalUsage: authenticated(state, request).usage }))

  app.get('/v2/bot/list', async (request) => {
    const { provider } = authenticated(state, request)
    const bots = [...state.channels.values()]
      .filter((channel) => channel.provider === provider)
      .map(({ userId, basicId, displayName, pictureUrl }) => ({
        userId,
        basicId,
        displayName,
        ...(pictureUrl && { pictureUrl }),
      }))
    return { bots }
  })

  app.post('/v2/bot/channel/detach', async (request) => {
    authenticated(state, request)
    return {}
  })
}
