import { features } from '@ruam/contract/endpoints.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { count, observe } from '../metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call in the contract, such as `profiles.list`. */
    call?: string
  }
}

const names = new Map<Endpoint, string>(
  Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]): [Endpoint, string] => [endpoint, `${feature}.${name}`]),
  ),
)

/** Returns the name of a call in metrics, logs and traces. */
export const callName = (endpoint: Endpoint): string => names.get(endpoint) ?? 'unlisted'

/** Returns the name of the call that a request is for; never its address, which may hold a search. */
const callOf = ({ routeOptions, is404 }: FastifyRequest, status: number): string =>
  routeOptions.config.call ?? (status === 404 ? 'none' : is404 ? 'web' : 'file')

/** Counts and times all answers. */
export function countAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = callOf(request, reply.statusCode)
    count('ruam_requests_total', { call, status: reply.statusCode })
    observe('ruam_request_seconds', { call }, reply.elapsedTime / 1000)
  })
}
