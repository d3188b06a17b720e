import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { addressOf, bodyBytesOf, type Endpoint, type Feature } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { admitBody, readBearer } from './authorize.ts'
import { rawBodies } from './body.ts'
import type { Core } from './core.ts'
import { logForbidden } from './forbidden-log.ts'
import type { Handler } from './handler.ts'
import { tryParse } from './parse.ts'
import type { PipelinedRead } from './pipelined-read.ts'
import { respond } from './respond.ts'
import { runCall } from './run-call.ts'

export type Handlers<F extends Feature> = {
  [K in keyof F]: Handler<F[K]> | PipelinedRead<F[K]>
}

export type Routes = (app: FastifyInstance, core: Core) => void

/**
 * Registers the calls of a feature with their handlers; a missing or extra handler does not compile. Each call reads its token, parses
 * its request, runs (authorize, handler, response check, commit) and responds.
 */
export function implement<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  return (app, core) => {
    for (const [name, endpoint] of Object.entries<Endpoint>(feature)) {
      const handler = handlers[name] as unknown as Handler<Endpoint> | PipelinedRead<Endpoint>
      const fails = (request: FastifyRequest) => async (error: unknown) => {
        throw await logForbidden(core, endpoint, request, error)
      }
      const route: RouteOptions = {
        method: endpoint.method,
        url: addressOf(endpoint).replace(/\{(\w+)\}/g, ':$1'),
        bodyLimit: bodyBytesOf(endpoint),
        // A file takes as long as a slow connection needs.
        ...(!endpoint.upload && !endpoint.download && { handlerTimeout: REQUEST_TIMEOUT_MS }),
        onRequest: (request) => admitBody(core, endpoint, request).catch(fails(request)),
        handler: async (request, reply) => {
          try {
            const bearer = readBearer(endpoint, request)
            const received = tryParse(endpoint, request)
            const call = { core, endpoint, request, reply, bearer, received, counted: false }
            return await respond(endpoint, reply, await runCall(call, handler))
          } catch (error) {
            return fails(request)(error)
          }
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
