import type { FastifyInstance } from 'fastify'
import { publicAddress } from '../../http/headers.ts'
import { programDocument } from './program-document.ts'

let document: Record<string, unknown> | undefined

/**
 * Serves the document of the calls of programs, with the server's public address. It is open to everyone: it holds nothing of
 * a store, and generators of clients have no credential.
 */
export function serveProgramDocument(app: FastifyInstance): void {
  app.get('/open-api/v1/openapi.json', async (request, reply) => {
    document ??= programDocument()
    return reply.type('application/json').send({ ...document, servers: [{ url: publicAddress(request) }] })
  })
}
