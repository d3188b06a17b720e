import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from '../servers/core.ts'
import { atServer } from './at-server.ts'
import { authorizeFirst, readBearer } from './authorize.ts'
import { answerError } from './errors.ts'
import { programOf } from './program-uses.ts'

/** Requests whose body was read. */
const begun = new WeakSet<FastifyRequest>()

/** Notes that the body of a request was read. */
export const noteBodyRead = (request: FastifyRequest) => begun.add(request)

/** Returns the error handler of a program's call: a program whose body cannot be read is identified, counted and limited all the same. */
export const answerProgramError = (core: Core, endpoint: Endpoint) => {
  /** Returns the error, or the reason why the caller is rejected. */
  async function identify(error: FastifyError, request: FastifyRequest): Promise<FastifyError> {
    try {
      await atServer(core, endpoint, request, (there) =>
        authorizeFirst(there, endpoint, request, readBearer(endpoint, request)!),
      )
      return error
    } catch (refusal) {
      return refusal as FastifyError
    }
  }
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const isKnown = begun.has(request) || programOf(request) !== undefined
    return answerError(isKnown ? error : await identify(error, request), request, reply)
  }
}
