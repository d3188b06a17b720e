import { Readable } from 'node:stream'
import { type Download, type Endpoint, isOpen } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logFailure } from '../core/log.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'
import { atServer } from './at-server.ts'
import { readBearer } from './authorize.ts'
import { rangeOf } from './byte-range.ts'
import { mayCompress } from './compress.ts'
import type { Handler } from './handler.ts'
import { isTagged } from './matched-reads.ts'
import { tryParse } from './parse.ts'
import type { PipelinedRead } from './pipelined-read.ts'
import { expectStore } from './request-counts.ts'
import { runCall } from './run-call.ts'
import { sendJson } from './send-json.ts'
import { noteBodyRead } from './unread-body.ts'

/** Returns the handler of a route: reads the token, parses the request, runs the call at its server and responds. */
export const answerCall =
  (core: Core, endpoint: Endpoint, handler: Handler<Endpoint> | PipelinedRead<Endpoint>) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    noteBodyRead(request)
    return atServer(core, endpoint, request, async (there) => {
      const bearer = readBearer(endpoint, request)
      if (bearer?.cached?.storeId) expectStore(request, bearer.cached.storeId)
      const received = tryParse(endpoint, request)
      const call = { core: there, endpoint, request, reply, bearer, received, counted: false }
      const result = await runCall(call, handler)
      // A signed-out user is signed out on all servers before the response.
      if (changesPeople(endpoint)) await routerOf(core).notify().catch(logFailure(request))
      return respond(endpoint, request, reply, result)
    })
  }

/** True for calls that may change people or their sessions, of which home notifies the other servers. */
const changesPeople = ({ permission, method }: Endpoint) =>
  (isOpen(permission) || permission === 'person') && method !== 'GET'

/** Sends the result of a call: a file, a redirect, a page, JSON that is already serialised, or 204. */
function respond(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, result: unknown) {
  if (endpoint.download) return sendFile(request, reply, result as Download)
  if (endpoint.redirect) return reply.redirect(result as string, 302)
  if (endpoint.page) return reply.type('text/html; charset=utf-8').send(result)
  if (!endpoint.response) return reply.code(204).send()
  const options = { compressed: mayCompress(endpoint), tagged: isTagged(endpoint) }
  return sendJson(request, reply, result as string | Buffer, options)
}

/** Names the file by RFC 6266, in any alphabet. Sends the range of bytes that was asked for, if the file has parts. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): FastifyReply {
  const { file_name, content_type, part, size, immutable } = file
  const range = part && size !== undefined ? rangeOf(request.headers, size) : undefined
  // Players read no body of it.
  if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (size !== undefined) reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (part) reply.header('accept-ranges', 'bytes')
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const content = range ? part!(range.start, range.end) : file.content
  if (immutable) reply.header('cache-control', 'public, max-age=31536000, immutable')
  const shown = immutable ? 'inline' : 'attachment'
  return reply
    .type(content_type)
    .header('content-disposition', `${shown}; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(Readable.from(content, { objectMode: false }))
}
