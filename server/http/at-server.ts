import { type Endpoint, isOpen } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { closedAs } from '../core/context.ts'
import { tokenHash } from '../core/tokens.ts'
import type { Core } from '../servers/core.ts'
import { routerOf, serverOfToken, unreachableError } from '../servers/store-router.ts'
import { logForbidden } from './forbidden-log.ts'
import { readCredential } from './programs.ts'

/** Runs a request at its server, and again at the current server of a program's store if that has moved. */
export async function atServer<T>(
  core: Core,
  endpoint: Endpoint,
  request: FastifyRequest,
  work: (there: Core) => Promise<T>,
): Promise<T> {
  const router = routerOf(core)
  const failed = (there: Core) => async (error: unknown) => {
    if (closedAs(error)) await router.refresh().catch(() => {})
    throw await logForbidden(there, endpoint, request, unreachableError(there, error))
  }
  const there = await serverFor(core, endpoint, request)
  try {
    return await work(there)
  } catch (error) {
    const now =
      router.several && isUnknownKey(error) && (await router.seek('credential', tokenHash(readCredential(request))))
    if (!now) return failed(there)(error)
    return work(now).catch(failed(now))
  }
}

/** True if nothing was read or written, because the store of the key may have moved. */
const isUnknownKey = (error: unknown) => error instanceof ApiError && error.errorName === 'key_invalid'

/** Core of the database server that a call is for: by its token or key, which leads to one. Open calls and those of persons are for home. */
async function serverFor(core: Core, { permission }: Endpoint, request: FastifyRequest): Promise<Core> {
  const router = routerOf(core)
  if (!router.several || isOpen(permission) || permission === 'person') return core
  if (permission === 'program') return router.find('credential', tokenHash(readCredential(request)))
  return router.coreOf(serverOfToken((request.headers.authorization ?? '').replace(/^Bearer /, '')))
}
