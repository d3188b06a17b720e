import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { addressOf, bodyBytesOf, type Endpoint, type Feature, isOpen } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyError, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { closedAs } from '../core/context.ts'
import { logFailure } from '../core/log.ts'
import { hashOf } from '../core/tokens.ts'
import type { Core } from '../servers/core.ts'
import { awayFrom, serverOfToken } from '../servers/directory.ts'
import { admitBody, authorizeFirst, readBearer } from './authorize.ts'
import { rawBodies } from './body.ts'
import { answerError } from './errors.ts'
import { logForbidden } from './forbidden-log.ts'
import type { Handler } from './handler.ts'
import { tryParse } from './parse.ts'
import type { PipelinedRead } from './pipelined-read.ts'
import { programOf } from './program-uses.ts'
import { readCredential } from './programs.ts'
import { respond } from './respond.ts'
import { runCall } from './run-call.ts'

export type Handlers<F extends Feature> = {
  [K in keyof F]: Handler<F[K]> | PipelinedRead<F[K]>
}

export type Routes = (app: FastifyInstance, core: Core) => void

/** Requests whose body was read. */
const begun = new WeakSet<FastifyRequest>()

/**
 * Registers the calls of a feature with their handlers; a missing or extra handler does not compile. Each call reads its token, parses
 * its request, runs (authorize, handler, response check, commit) and responds.
 */
export function implement<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  return (app, core) => {
    for (const [name, endpoint] of Object.entries<Endpoint>(feature)) {
      const handler = handlers[name] as unknown as Handler<Endpoint> | PipelinedRead<Endpoint>
      const fails = (there: Core, request: FastifyRequest) => async (error: unknown) => {
        if (closedAs(error)) await core.servers?.read().catch(() => {})
        throw await logForbidden(there, endpoint, request, awayFrom(there, error))
      }
      /** Identifies, counts and limits a program whose body cannot be read. Returns the error, or the reason why the caller is rejected. */
      const identify = async (error: FastifyError, request: FastifyRequest): Promise<FastifyError> => {
        try {
          await atServer(request, (there) => authorizeFirst(there, endpoint, request, readBearer(endpoint, request)!))
          return error
        } catch (refusal) {
          return refusal as FastifyError
        }
      }
      /** Runs a request at its server, and again at the current server of a program's store if that has moved. */
      async function atServer<T>(request: FastifyRequest, work: (there: Core) => Promise<T>): Promise<T> {
        const there = await serverFor(core, endpoint, request)
        try {
          return await work(there)
        } catch (error) {
          const now = isUnknownKey(error) && (await core.servers?.seek('credential', hashOf(readCredential(request))))
          if (!now) return fails(there, request)(error)
          return work(now).catch(fails(now, request))
        }
      }
      const tells = isOpen(endpoint.permission) || endpoint.permission === 'person'
      const route: RouteOptions = {
        method: endpoint.method,
        url: addressOf(endpoint).replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyBytesOf(endpoint),
        // A file takes as long as a slow connection needs.
        ...(!endpoint.upload && !endpoint.download && { handlerTimeout: REQUEST_TIMEOUT_MS }),
        onRequest: (request) => atServer(request, (there) => admitBody(there, endpoint, request)),
        ...(endpoint.permission === 'program' && {
          errorHandler: async (error: FastifyError, request, reply) => {
            const isKnown = begun.has(request) || programOf(request) !== undefined
            return answerError(isKnown ? error : await identify(error, request), request, reply)
          },
        }),
        handler: (request, reply) => {
          begun.add(request)
          return atServer(request, async (there) => {
            const bearer = readBearer(endpoint, request)
            const received = tryParse(endpoint, request)
            const call = { core: there, endpoint, request, reply, bearer, received, counted: false }
            const result = await runCall(call, handler)
            // A signed-out user is signed out on all servers before the response.
            if (tells && core.servers && endpoint.method !== 'GET') await core.servers.tell().catch(logFailure(request))
            return await respond(endpoint, reply, result)
          })
        },
      }
      if (endpoint.raw)
        app.register(async (scope) => {
          rawBodies(scope)
          scope.route(route)
        })
      else app.route(route)
    }
  }
}

/** True if nothing was read or written, because the store of the key may have moved. */
const isUnknownKey = (error: unknown) => error instanceof ApiError && error.errorName === 'key_invalid'

/** Core of the database server that a call is for: by its token or key, which leads to one. Open calls and those of persons are for home. */
async function serverFor(core: Core, endpoint: Endpoint, request: FastifyRequest): Promise<Core> {
  const { servers } = core
  if (!servers || isOpen(endpoint.permission) || endpoint.permission === 'person') return core
  if (endpoint.permission === 'program') return servers.find('credential', hashOf(readCredential(request)))
  return servers.coreOf(serverOfToken(request))
}
