import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { namesTag, tagOf } from './etag.ts'
import { matchedRead, paramsOfRead } from './matched-reads.ts'

interface Write {
  endpoint: Endpoint
  request: FastifyRequest
}

const ifMatchOf = ({ endpoint, request }: Write) =>
  endpoint.method === 'GET' ? undefined : request.headers['if-match']

/** Throws precondition_unsupported for a write whose If-Match nothing could fulfil: an ignored condition would lose an update. */
export function refuseUnmatched(write: Write): void {
  if (ifMatchOf(write) !== undefined && !matchedRead(write.endpoint)) throw new ApiError('precondition_unsupported')
}

/**
 * Throws precondition_failed unless the If-Match of a write names what its caller reads now. Runs after the write and before its commit:
 * `read` uses another connection, which still sees the record as it was before, and the locks of the write keep it so.
 */
export async function refuseStale(
  write: Write,
  read: (endpoint: Endpoint, asked: FastifyRequest) => Promise<string | Buffer>,
): Promise<void> {
  const header = ifMatchOf(write)
  const endpoint = matchedRead(write.endpoint)
  // The write has found its record.
  if (header === undefined || !endpoint || header.trim() === '*') return
  const params = paramsOfRead(endpoint, write.endpoint, write.request.params as Record<string, string>)
  // A program may read in another language than it writes.
  for (const language of ['th', 'en']) {
    const answer = await read(endpoint, askedAs(write.request, params, language)).catch((error: unknown) => {
      // Callers who may not read have no tag.
      if (error instanceof ApiError) return undefined
      throw error
    })
    if (answer !== undefined && namesTag(header, tagOf(answer), 'strong')) return
  }
  throw new ApiError('precondition_failed')
}

/** Returns the request of a read by the same caller; what the read notes of its request is not noted of the write. */
const askedAs = (request: FastifyRequest, params: Record<string, string>, language: string): FastifyRequest =>
  Object.create(request, {
    params: { value: params },
    query: { value: {} },
    body: { value: undefined },
    headers: { value: { ...request.headers, 'accept-language': language } },
  })
