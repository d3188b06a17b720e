import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../core/api-error.ts'
import { closedAs } from '../core/context.ts'
import { isDiskFull, isOutage } from '../core/sqlstate.ts'
import { requestIdOf } from '../core/trace.ts'
import { UnlistedDecision } from '../core/unlisted-decision.ts'
import { constraintError } from '../database/constraint-errors.ts'
import { answerHeaders, publicAddress } from './headers.ts'
import { languageOf } from './language.ts'
import { sendLinkPage, wantsLinkPage } from './link-page.ts'
import { acceptsProblem, PROBLEM_TYPE, problemOf } from './problem.ts'
import { AWAY_SECONDS, addRetryAfter, retrySeconds } from './retry-after.ts'

const refused = new WeakMap<FastifyRequest, ErrorName>()

/** Returns the error that a request was answered with. */
export const errorOf = (request: FastifyRequest): ErrorName | undefined => refused.get(request)

/** Everything that is not a success leaves here, in one shape. A 5xx says nothing of the inside and carries the request id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  addRetryAfter(app)
}

/** Also for Fastify's `frameworkErrors`: addresses that it can't read never reach a route. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error, request)
  if (refusal.errorName === 'internal') request.log.error({ err: error, request_id: request.id }, 'unexpected')
  const details = refusal.errorName === 'internal' ? { request_id: request.id } : refusal.details
  refused.set(request, refusal.errorName)
  // An address that can't be read passes no hook.
  reply.header('x-request-id', request.id)
  const { status } = errors[refusal.errorName]
  const seconds = retrySeconds(status, details?.seconds)
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  if (status === 401) reply.header('www-authenticate', challenge(request))
  if (status === 405) reply.header('allow', details?.allow)
  reply.code(status).header('vary', 'accept, accept-language')
  if (wantsLinkPage(request)) return sendLinkPage(reply, status)
  const known = errorBody(refusal.errorName, languageOf(request), details)
  const body = isForPrograms(request) ? { ...known, ...forDevelopers(request, known.error) } : known
  if (!acceptsProblem(request.headers.accept)) return reply.send(body)
  return reply.type(PROBLEM_TYPE).send(problemOf(body, status))
}

/** Scheme of a 401 (RFC 6750, section 3). Without a credential in the request it names no error. */
const challenge = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? 'Bearer realm="Ruam"' : 'Bearer realm="Ruam", error="invalid_token"'

/** True for the calls of programs, unknown ones included. */
export const isForPrograms = ({ url }: FastifyRequest) => /^\/open-api(\/|$)/.test(url)

/** Address of the developers' documentation in the web. */
const DOCS = '/docs/open-api/datasource-api/get-started'

/** Leads a developer to the request in the log, and to the documentation of the error. */
const forDevelopers = (request: FastifyRequest, error: ErrorName) => ({
  request_id: request.id,
  docs_url: `${publicAddress(request)}${DOCS}#${error}`,
})

/** For Fastify's `clientErrorHandler`: what Node could not even read as HTTP, or whose headers are too long. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const name = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'invalid_input'
  const { status } = errors[name]
  const body = JSON.stringify(errorBody(name, 'th'))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestIdOf(undefined)}`,
    ...Object.entries(answerHeaders).map(([header, value]) => `${header}: ${value}`),
    'connection: close',
  ]
  // Closing at once, with the caller's bytes unread, would take the answer back.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.resume()
  socket.setTimeout(1000, () => socket.destroy())
}

function refusalOf(error: FastifyError, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  // The handler continues, but its response is discarded.
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return new ApiError('timed_out')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && isForPrograms(request)) return new ApiError('media_type')
  // Errors of Fastify itself: invalid JSON, a wrong content type, an invalid address, an upload that ends early.
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new ApiError('invalid_input')
  if (error instanceof UnlistedDecision) return new ApiError('decision_unlisted')
  if (closedAs(error)) return new ApiError('store_moving', { seconds: 5 })
  if (isDiskFull(error)) return new ApiError('disk_full', undefined, { cause: error })
  if (isOutage(error)) return new ApiError('database_away', { seconds: AWAY_SECONDS }, { cause: error })
  return constraintError(error) ?? new ApiError('internal', { request_id: request.id })
}
