import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { authenticated } from './account-calls.ts'
import { type bodies, errorOf, validateBody } from './messages.ts'
import { send } from './send.ts'
import { consumeFault, type State } from './state.ts'

const kinds = ['push', 'multicast', 'broadcast', 'reply'] as const

/** Registers the calls that send messages, and those that only check them. */
export function sendCalls(app: FastifyInstance, state: State): void {
  for (const kind of kinds)
    app.post(`/v2/bot/message/${kind}`, async (request, reply) => {
      const channel = authenticated(state, request)
      const key = request.headers['x-line-retry-key']
      const sent = send(state, channel, kind satisfies keyof typeof bodies, request.body, key as string | undefined)
      const late = sent.status === 200 && consumeFault(state, `accept:${request.url}`)
      // The request is accepted, and its sender never learns of it.
      if (late && late.kind === 'timeout_after_accept') return hangUp(request.raw.socket, reply)
      if (late) await setTimeout(late.delay ?? 1000)
      return reply
        .code(sent.status)
        .headers(sent.headers ?? {})
        .send(sent.body)
    })

  for (const kind of [...kinds, 'narrowcast'])
    app.post(`/v2/bot/message/validate/${kind}`, async (request, reply) => {
      authenticated(state, request)
      const parsed = validateBody.safeParse(request.body)
      return parsed.success ? {} : reply.code(400).send(errorOf(parsed.error))
    })
}

/** Closes the connection without an answer. */
export function hangUp(socket: { destroy(): void }, reply: { hijack(): void }): undefined {
  reply.hijack()
  socket.destroy()
}
