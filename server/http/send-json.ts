import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { codingOf, compress } from './compress.ts'
import { entityTag, namesTag, tagOf } from './etag.ts'

interface JsonOptions {
  /** True for an answer that may be compressed. */
  compressed: boolean
  /** True for a GET: its answer gets an entity tag, and is left out if the caller has it. */
  tagged: boolean
}

/** Sends serialised JSON: compressed as the caller accepts it, or 304 without a body if the caller has the same answer. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string | Buffer,
  { compressed, tagged }: JsonOptions,
): Promise<FastifyReply> {
  const { 'accept-encoding': accepted, 'if-none-match': had, 'if-match': wanted } = request.headers
  reply.header('vary', compressed ? 'accept-encoding, accept-language' : 'accept-language')
  const coding = compressed ? codingOf(accepted, json) : undefined
  if (tagged) {
    const tag = tagOf(json)
    reply.header('etag', entityTag(tag, coding))
    if (wanted !== undefined && !namesTag(wanted, tag, 'strong')) throw new ApiError('precondition_failed')
    if (had !== undefined && namesTag(had, tag, 'weak')) return reply.code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  return coding ? reply.header('content-encoding', coding).send(await compress(coding, json)) : reply.send(json)
}
