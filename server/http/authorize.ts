import { lackedRights } from '@ruam/contract/platform/access.ts'
import { BODY_BYTES } from '@ruam/contract/platform/constants.ts'
import { type Endpoint, isOpen, limitOf } from '@ruam/contract/platform/endpoint.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { contextOf, isMovedAway, writeIn } from '../core/context.ts'
import type { Person, Principal } from '../core/principal.ts'
import { tokenHash } from '../core/tokens.ts'
import { transaction } from '../database/db.ts'
import type { CallLimits } from '../servers/core.ts'
import { announcedBytes } from './body.ts'
import { requestOrigin } from './came-from.ts'
import { rememberCaller } from './forbidden-log.ts'
import { rememberBudget } from './program-uses.ts'
import { authorizeProgram, type ProgramCaller, type ProgramRow, programStatement, readCredential } from './programs.ts'
import { ReadTrace } from './read-trace.ts'
import { type CachedToken, cachedToken, cacheToken, evictToken } from './token-cache.ts'

/** The caller: a principal with the session and the rights of this call. */
export interface Caller extends Person {
  sessionId: number
  rights: Rights
  /** Sensitive values that this call shows. */
  trace: ReadTrace
}

export interface AuthContext {
  user: Caller | ProgramCaller | undefined
  /** 0 if the call has no store. */
  storeId: number
}

export const anonymous: AuthContext = { user: undefined, storeId: 0 }

/** Services that authorization uses. */
interface AuthServices {
  pool: pg.Pool
  limits?: CallLimits
}

/** Row of auth.caller and auth.confirm. */
export interface TokenOwner {
  user_id: number
  session_id: number
  store_id: number | null
  roles: string[]
  permissions: string[]
  dpa_status: string | null
}

/** Bearer token of a call that needs a caller. */
export interface Bearer {
  token: Buffer
  /** Reads get one snapshot for the count and the page. */
  reads: boolean
  /** False for reads whose statements each have a snapshot of their own. */
  snapshot: boolean
  /** Caller of the last call with this token. */
  cached: CachedToken | undefined
}

/** Returns undefined for public calls. Throws signed_out, or key_invalid for calls of programs. */
export function readBearer(endpoint: Endpoint, request: FastifyRequest): Bearer | undefined {
  if (isOpen(endpoint.permission)) return undefined
  const token = tokenHash(endpoint.permission === 'program' ? readCredential(request) : readToken(request))
  // A download is written into the audit log.
  const reads = endpoint.method === 'GET' && !endpoint.download
  return { token, reads, snapshot: endpoint.snapshot !== false, cached: cachedToken(token) }
}

function readToken({ headers }: FastifyRequest): string {
  const bearer = /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1]
  if (!bearer) throw new ApiError('signed_out')
  return bearer
}

export const BEGIN_READ_COMMITTED = 'begin isolation level read committed read only'
export const BEGIN_READ = 'begin isolation level repeatable read read only'
/** For a caller whose last answers had sensitive values: their trace is written in the same transaction. */
export const BEGIN_TRACED_READ = 'begin isolation level repeatable read'

/**
 * Opens a transaction and identifies the caller in one round trip: `begin`, the context of the cached store, `auth.caller` or `auth.program`. Sets the
 * context again if the store was another one; nothing was read before.
 */
export function withAuthTransaction<T>(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  { token, reads, snapshot, cached }: Bearer,
  work: (client: pg.PoolClient, entry: AuthContext) => Promise<T>,
): Promise<T> {
  const isProgram = endpoint.permission === 'program'
  const identify = isProgram
    ? programStatement(token, endpoint)
    : `select * from auth.caller('\\x${token.toString('hex')}')`
  const hint = cached?.storeId ?? null
  const traced = cached?.traced === true
  const open = hint === null || (reads && !traced) ? '' : `; ${writeIn(hint)}`
  const writing = `${reads ? '' : `; ${requestOrigin(request)}`}${open}`
  const begin = `${reads ? beginRead(snapshot, traced) : 'begin'}; ${contextOf(hint)}; ${identify}${writing}`
  let isOpen = false
  return transaction(pool, begin, async (client, opened) => {
    isOpen = true
    const entry = authorize(endpoint, request, opened[2]?.rows[0] as TokenOwner | ProgramRow | undefined)
    const storeId = entry.storeId === 0 ? null : entry.storeId
    cacheToken(token, { by: { kind: entry.user!.kind, id: entry.user!.id }, storeId, ...(traced && { traced }) })
    if (hint !== storeId)
      await client.query(
        `${contextOf(storeId)}${(reads && !traced) || storeId === null ? '' : `; ${writeIn(storeId)}`}`,
      )
    return work(client, entry)
  }).catch((error: unknown) => {
    if (isOpen || !isMovedAway(error)) throw error
    // The store has moved to another server: the caller gets a new token there, and a program is looked up again.
    evictToken(token)
    throw new ApiError(isProgram ? 'key_invalid' : 'signed_out')
  })
}

function beginRead(snapshot: boolean, traced: boolean): string {
  if (!snapshot) return traced ? 'begin' : BEGIN_READ_COMMITTED
  return traced ? BEGIN_TRACED_READ : BEGIN_READ
}

/** Checks the caller's permissions for an endpoint. Throws signed_out, dpa_required and forbidden, or the errors of programs. */
export function authorize(
  endpoint: Endpoint,
  request: FastifyRequest,
  found: TokenOwner | ProgramRow | undefined,
): AuthContext {
  if (endpoint.permission === 'program') return authorizeProgram(endpoint, request, found as ProgramRow | undefined)
  return authorizePerson(endpoint, request, found as TokenOwner | undefined)
}

function authorizePerson(endpoint: Endpoint, request: FastifyRequest, entered: TokenOwner | undefined): AuthContext {
  const access = endpoint.permission
  if (!entered) throw new ApiError('signed_out')
  const user: Caller = {
    kind: 'person',
    id: entered.user_id,
    sessionId: entered.session_id,
    rights: { roles: entered.roles, permissions: entered.permissions },
    trace: new ReadTrace(),
  }
  // A person's token opens no call of a store, and a store's token no call of the person, who has other stores.
  if ((access === 'person') !== (entered.store_id === null)) throw new ApiError('signed_out')
  if (access === 'person' || entered.store_id === null) return { user, storeId: 0 }
  rememberCaller(request, { storeId: entered.store_id, by: user })
  if (entered.dpa_status !== 'found' && !endpoint.beforeDpa) throw new ApiError('dpa_required')
  const [lacked] = lackedRights(user.rights, endpoint)
  if (lacked) throw new ApiError('forbidden', { permission: lacked.join('|') })
  return { user, storeId: entered.store_id }
}

/** Rejects a call before its body is read: without a token, or for a large body without the permission. */
export async function admitBody(services: AuthServices, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const begin = readBearer(endpoint, request)
  if (begin !== undefined && hasLargeBody(endpoint, request)) await authorizeFirst(services, endpoint, request, begin)
}

/** True if the call was authorized before its body was read. */
export const hasLargeBody = (endpoint: Endpoint, request: FastifyRequest) =>
  endpoint.method !== 'GET' && !endpoint.upload && announcedBytes(request.raw) > BODY_BYTES

/** Authorizes in a separate transaction, so that none stays open while a slow client sends its body. */
export function authorizeFirst(
  services: AuthServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  begin: Bearer,
): Promise<AuthContext> {
  return withAuthTransaction(services.pool, endpoint, request, begin, async (_, entry) => {
    await countCall(services, endpoint, request, entry.user)
    return entry
  })
}

/** Counts the call against its caller's limit. */
export async function countCall(
  { limits }: AuthServices,
  endpoint: Endpoint,
  request: FastifyRequest,
  by: Principal | undefined,
): Promise<void> {
  if (!by || !limits) return
  const limit = limitOf(endpoint, request.query as Record<string, unknown>)
  if (by.kind === 'program') rememberBudget(request, limits.left(by, limit))
  await limits.take(by, limit)
  if (by.kind === 'program') rememberBudget(request, limits.left(by, limit))
}
