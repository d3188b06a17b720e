import type { FastifyInstance } from 'fastify'
import { authenticated } from './account-calls.ts'
import type { State } from './state.ts'

/** The server of files: what customers sent in chats. */
export function contentCalls(app: FastifyInstance, state: State): void {
  app.get<{ Params: { id: string } }>('/v2/bot/message/:id/content', async (request, reply) => {
    authenticated(state, request)
    const content = state.contents.get(request.params.id)
    return content
      ? reply.type('application/octet-stream').send(content)
      : reply.code(404).send({ message: 'Not found' })
  })
}
