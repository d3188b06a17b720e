import { Readable } from 'node:stream'
import type { Download, Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyReply } from 'fastify'

/** Sends the result of a call: a file, a redirect, JSON that is already serialised, or 204. */
export function respond(endpoint: Endpoint, reply: FastifyReply, result: unknown): FastifyReply {
  if (endpoint.download) return sendFile(reply, result as Download)
  if (endpoint.redirect) return reply.redirect(result as string, 302)
  if (!endpoint.response) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(result as string | Buffer)
}

/** Names the file by RFC 6266, in any alphabet. */
function sendFile(reply: FastifyReply, file: Download): FastifyReply {
  const { file_name, content_type, content, size, immutable } = file
  if (size !== undefined) reply.header('content-length', size)
  if (immutable) reply.header('cache-control', 'public, max-age=31536000, immutable')
  const shown = immutable ? 'inline' : 'attachment'
  return reply
    .type(content_type)
    .header('content-disposition', `${shown}; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(Readable.from(content, { objectMode: false }))
}
