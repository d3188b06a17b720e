import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { addressOf, bodyBytesOf, type Endpoint, type Feature } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Core } from '../servers/core.ts'
import { answerCall } from './answer-call.ts'
import { callName } from './answered.ts'
import { atServer } from './at-server.ts'
import { admitBody } from './authorize.ts'
import { rawBodies } from './body.ts'
import type { Handler } from './handler.ts'
import type { PipelinedRead } from './pipelined-read.ts'
import { type AnyHandler, noteHandler } from './run-call.ts'
import { answerProgramError } from './unread-body.ts'

export type Handlers<F extends Feature> = { [K in keyof F]: Handler<F[K]> | PipelinedRead<F[K]> }
export type Routes = (app: FastifyInstance, core: Core) => void

/** Registers the calls of a feature with their handlers; a missing or extra handler does not compile. */
export function implement<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  return (app, core) => {
    for (const [name, endpoint] of Object.entries<Endpoint>(feature)) {
      noteHandler(endpoint, handlers[name] as unknown as AnyHandler)
      register(app, endpoint, {
        method: endpoint.method,
        url: addressOf(endpoint).replace(/\{(\w+)\}/g, ':$1'),
        config: { call: callName(endpoint) },
        bodyLimit: bodyBytesOf(endpoint),
        // A file takes as long as a slow connection needs.
        ...(!endpoint.upload && !endpoint.download && { handlerTimeout: REQUEST_TIMEOUT_MS }),
        onRequest: (request) => atServer(core, endpoint, request, (there) => admitBody(there, endpoint, request)),
        ...(endpoint.permission === 'program' && { errorHandler: answerProgramError(core, endpoint) }),
        handler: answerCall(core, endpoint, handlers[name] as unknown as AnyHandler),
      })
    }
  }
}

/** Adds a route; one that takes the raw body gets a parser of its own. */
function register(app: FastifyInstance, { raw }: Endpoint, route: RouteOptions) {
  if (!raw) return app.route(route)
  app.register(async (scope) => {
    rawBodies(scope)
    scope.route(route)
  })
}
