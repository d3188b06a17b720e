import type { FastifyInstance } from 'fastify'
import { publicAddress } from '../../http/headers.ts'
import { sendJson } from '../../http/send-json.ts'
import { programDocument } from './program-document.ts'

let document: Record<string, unknown> | undefined

/**
 * Serves the document of the calls of programs, with the server's public address. It is open to everyone: it holds nothing of
 * a store, and generators of clients have no credential.
 */
export function serveProgramDocument(app: FastifyInstance): void {
  app.get('/open-api/v1/openapi.json', async (request, reply) => {
    document ??= programDocument()
    const text = JSON.stringify({ ...document, servers: [{ url: publicAddress(request) }] })
    return sendJson(request, reply, text, { compressed: true, tagged: true })
  })
}
