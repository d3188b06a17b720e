import { DEPRECATED_AT } from '@ruam/contract/older/words.ts'
import type { Endpoint, Feature } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { userIdOf } from '../core/principal.ts'
import { callerOf } from '../http/forbidden-log.ts'
import { type Handlers, implement, type Routes } from '../http/implement.ts'
import { countUse } from '../reports/older-usage/count.ts'

/** Registers calls of the older API: each answer names the newer call, and each call is counted (RFC 9745, RFC 8594, RFC 8288). */
export function implementOlder<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  const register = implement(feature, handlers)
  const endpoints = new Map(
    Object.values<Endpoint>(feature).map((endpoint) => [`${endpoint.method} ${routeOf(endpoint.path)}`, endpoint]),
  )
  return (app, core) =>
    app.register(async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const endpoint = endpoints.get(keyOf(request))
        reply.header('deprecation', `@${DEPRECATED_AT / 1000}`)
        if (core.config.olderSunset) reply.header('sunset', core.config.olderSunset)
        const link = endpoint && linkOf(endpoint, request)
        if (link) reply.header('link', link)
      })
      scope.addHook('onResponse', async (request) => {
        const [endpoint, caller] = [endpoints.get(keyOf(request)), callerOf(request)]
        const userId = caller && userIdOf(caller.by)
        if (endpoint && userId) countUse(core, caller.storeId, userId, `${endpoint.method} ${endpoint.path}`)
      })
      register(scope, core)
    })
}

const keyOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url}`
const routeOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`

/** Link to the newer call, with the ids of this one; an id that only the newer call has stays in braces. */
function linkOf({ older }: Endpoint, request: FastifyRequest): string | undefined {
  if (!older?.successor) return undefined
  const params = request.params as Record<string, string>
  const path = older.successor.replace(/\{(\w+)\}/g, (braces, name: string) =>
    encodeURIComponent(params[name] ?? braces),
  )
  return `</api${path}>; rel="successor-version"`
}
