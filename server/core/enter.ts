import { BODY_BYTES } from '@ruam/contract/constants.ts'
import { type Access, type Endpoint, limitOf } from '@ruam/contract/endpoint.ts'
import { mayOpen, type Permission, type Rights } from '@ruam/contract/permissions.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { announcedBytes } from './body.ts'
import type { CallLimits } from './call-limits.ts'
import { transaction } from './db.ts'
import type { Person } from './principal.ts'
import { Refusal } from './refusal.ts'
import { rememberCaller } from './refused.ts'
import { hashOf } from './tokens.ts'

/** Who calls: a principal with the session and the rights of this call. */
export interface Caller extends Person {
  sessionId: number
  rights: Rights
}

export interface Entry {
  user: Caller | undefined
  /** 0 where the call has no store. */
  storeId: number
}

export const everybody: Entry = { user: undefined, storeId: 0 }

/** What the door needs of the server. */
interface Door {
  pool: pg.Pool
  limits?: CallLimits
}

interface Entered {
  user_id: number
  session_id: number
  store_id: number | null
  roles: string[]
  permissions: string[]
  dpa_status: string | null
}

/** `begin` and the door in one round trip; reads get one snapshot for the count and the page. None where nobody signs in. */
export function beginning(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (endpoint.permission === 'public') return undefined
  // A download is written into the audit log.
  const reads = endpoint.method === 'GET' && !endpoint.download
  const begin = reads ? 'begin isolation level repeatable read read only' : 'begin'
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('signed_out')
  return `${begin}; select * from door.enter('\\x${hashOf(token).toString('hex')}')`
}

/**
 * Who calls, by what the door has answered to `beginning`. Throws signed_out, dpa_required and forbidden.
 */
export function enter(endpoint: Endpoint, request: FastifyRequest, opened: pg.QueryResult[]): Entry {
  const access = endpoint.permission as Exclude<Access, 'public'>
  const entered = opened[1]?.rows[0] as Entered | undefined
  if (!entered) throw new Refusal('signed_out')
  const user: Caller = {
    kind: 'person',
    id: entered.user_id,
    sessionId: entered.session_id,
    rights: { roles: entered.roles, permissions: entered.permissions },
  }
  // One kind of token each: a person's opens no call of a store, and a store's none of the person, who has other stores.
  if ((access === 'person') !== (entered.store_id === null)) throw new Refusal('signed_out')
  if (access === 'person' || entered.store_id === null) return { user, storeId: 0 }
  rememberCaller(request, { storeId: entered.store_id, by: user })
  if (entered.dpa_status !== 'found' && !endpoint.beforeDpa) throw new Refusal('dpa_required')
  const anyOf = access === 'member' ? [] : typeof access === 'string' ? [access] : (access as readonly Permission[])
  if (!mayOpen(user.rights, anyOf)) throw new Refusal('forbidden', { permission: anyOf.join('|') })
  return { user, storeId: entered.store_id }
}

/** Decides before a body is read: an anonymous caller's never is, where a call needs somebody; a large one only with the right to the call. */
export async function admitBody(door: Door, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const begin = beginning(endpoint, request)
  if (begin !== undefined && hasLargeBody(endpoint, request)) await askFirst(door, endpoint, request, begin)
}

/** Whether the door was asked before the body of this call was read. */
export const hasLargeBody = (endpoint: Endpoint, request: FastifyRequest) =>
  endpoint.method !== 'GET' && !endpoint.upload && announcedBytes(request.raw) > BODY_BYTES

/** The door in a transaction of its own, so that none stays open while a slow line sends its bytes. */
export function askFirst(door: Door, endpoint: Endpoint, request: FastifyRequest, begin: string): Promise<Entry> {
  return transaction(door.pool, begin, async (_, opened) => {
    const entry = enter(endpoint, request, opened)
    count(door, endpoint, request, entry)
    return entry
  })
}

/** Counts the call against its caller's limit. */
export function count({ limits }: Door, endpoint: Endpoint, request: FastifyRequest, { user }: Entry): void {
  if (user) limits?.take(user, limitOf(endpoint, request.query as Record<string, unknown>))
}
