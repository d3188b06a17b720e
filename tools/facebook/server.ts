import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { type FacebookState, newState, type Page } from './state.ts'

interface FacebookSimulator {
  url: string
  state: FacebookState
  stop(): Promise<void>
}

type Query = Record<string, string | undefined>

/** How long a call hangs that never answers, in milliseconds. */
const HANG_MS = 60_000
/** Pages per answer, so that a client has to follow the cursor. */
const PAGE_LIMIT = 2

/** Starts the part of Facebook's Graph API that Ruam calls, on 127.0.0.1. Port 0 takes a free one. */
export async function startFacebook({ port = 0, now = Date.now } = {}): Promise<FacebookSimulator> {
  const state = newState(now)
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('preHandler', async (_, reply) => {
    const fault = state.faults.find(({ times }) => times > 0)
    if (!fault) return
    fault.times--
    if (fault.kind === 'timeout') await setTimeout(HANG_MS, undefined, { ref: false })
    if (fault.kind === 'unauthorized') return refuse(reply, 190, 'Error validating access token')
    return reply.code(500).send({ error: { message: 'An unknown error occurred', type: 'OAuthException', code: 1 } })
  })

  app.get<{ Querystring: Query }>('/oauth/access_token', async ({ query }, reply) => {
    const { client_id, client_secret, fb_exchange_token: token = '', grant_type } = query
    if (grant_type !== 'fb_exchange_token' || client_id !== state.app.id || client_secret !== state.app.secret)
      return refuse(reply, 101, 'Error validating application')
    if (!state.users.has(token)) return refuse(reply, 190, 'Invalid OAuth access token')
    return { access_token: token, token_type: 'bearer', expires_in: 5_184_000 }
  })

  app.get<{ Querystring: Query }>('/me/accounts', async ({ query }, reply) => {
    const ids = proven(state, query) ? state.users.get(query.access_token ?? '') : undefined
    if (!ids) return refuse(reply, 190, 'Invalid OAuth access token')
    const from = Number(query.after ?? 0)
    const data = ids.slice(from, from + PAGE_LIMIT).flatMap((id) => state.pages.get(id) ?? [])
    const next = from + PAGE_LIMIT < ids.length ? { cursors: { after: String(from + PAGE_LIMIT) }, next: 'more' } : {}
    return {
      data: data.map(({ id, name, category, token }) => ({
        id,
        name,
        category,
        access_token: token,
        tasks: ['MANAGE'],
      })),
      paging: next,
    }
  })

  const subscribe = (fieldsOf: (query: Query) => string[] | null) =>
    async function answer(
      { params, query }: FastifyRequest<{ Params: { page: string }; Querystring: Query }>,
      reply: FastifyReply,
    ) {
      const page = pageOf(state, params.page, query)
      if (!page) return refuse(reply, 190, 'Invalid OAuth access token')
      page.subscribed = fieldsOf(query)
      return { success: true }
    }
  app.post(
    '/:page/subscribed_apps',
    subscribe(({ subscribed_fields: fields = '' }) => fields.split(',')),
  )
  app.delete(
    '/:page/subscribed_apps',
    subscribe(() => null),
  )

  app.get<{ Params: { id: string }; Querystring: Query }>('/:id', async ({ params, query }, reply) => {
    if (!proven(state, query)) return refuse(reply, 190, 'Invalid OAuth access token')
    const page = [...state.pages.values()].find(({ token }) => token === query.access_token)
    if (!page) return refuse(reply, 190, 'Invalid OAuth access token')
    const person = page.people.get(params.id)
    if (!person) return refuse(reply, 100, 'Object does not exist')
    return { first_name: person.firstName, last_name: person.lastName, id: params.id }
  })

  const url = await app.listen({ port, host: '127.0.0.1' })
  return { url, state, stop: () => app.close() }
}

const refuse = (reply: FastifyReply, code: number, message: string) =>
  reply.code(400).send({ error: { message, type: 'OAuthException', code } })

/** Whether a call proves that it has the app's secret (Facebook, "Secure Graph API Calls"). */
function proven(state: FacebookState, { access_token = '', appsecret_proof = '' }: Query): boolean {
  const expected = createHmac('sha256', state.app.secret).update(access_token).digest('hex')
  return (
    appsecret_proof.length === expected.length && timingSafeEqual(Buffer.from(appsecret_proof), Buffer.from(expected))
  )
}

function pageOf(state: FacebookState, id: string, query: Query): Page | undefined {
  const page = state.pages.get(id)
  return page && page.token === query.access_token && proven(state, query) ? page : undefined
}
