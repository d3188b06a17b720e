import { type Endpoint, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { ApiError } from './api-error.ts'
import type { Read } from './prepared.ts'
import type { Program } from './principal.ts'
import { rememberProgram } from './program-uses.ts'
import { ReadTrace } from './read-trace.ts'

/** A program with the rights of this call. */
export interface ProgramCaller extends Program {
  credential: 'key' | 'token'
  /** Scopes of a key; a token has none. */
  scopes: readonly Scope[]
  /** Calls and profile fields that open APIs expose to a token; undefined for a key. */
  exposed: Exposed | undefined
  /** Sensitive values that this call shows. */
  trace: ReadTrace
}

interface Exposed {
  calls: readonly string[]
  fields: readonly number[]
  /** Fields whose sensitive values are not masked. */
  unmasked: readonly number[]
}

/** Row of auth.program and auth.confirm_program. */
export interface ProgramRow {
  credential_id: number
  store_id: number
  kind: 'key' | 'token'
  scopes: Scope[]
  /** Name of the error that a call with this credential gets; null if the credential is valid. */
  refusal: 'key_revoked' | 'key_expired' | 'token_inactive' | null
  /** True for the secret before the last rotation. */
  former: boolean
  dpa_status: string
  calls: string[]
  fields: number[]
  unmasked: number[]
}

/** An API key or an API token in a header. */
const BEARER = /^Bearer (ruamt?_[1-9]\d{0,9}_[\w-]{43})$/i

/** Returns the credential of a request. Throws key_invalid. */
export function readCredential({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const credential = BEARER.exec(headers.authorization ?? '')?.[1]
  if (!credential) throw new ApiError('key_invalid')
  return credential
}

/** Statement that identifies a program, as text for the message that opens the transaction. */
export const programStatement = (token: Buffer, endpoint: Endpoint): string =>
  `select * from auth.program('\\x${token.toString('hex')}', ${pg.escapeLiteral(titleOf(endpoint))})`

/** The same for a pipelined read: it raises if the cached caller is wrong, or may not make the call. */
export const confirmProgram = (token: Buffer, endpoint: Endpoint, credentialId: number): Read => ({
  name: 'confirm_program',
  text: 'select * from auth.confirm_program($1, $2, $3, $4)',
  values: [token, titleOf(endpoint), credentialId, `{${scopesOf(endpoint).join(',')}}`],
})

/** A program and its store. */
interface ProgramContext {
  user: ProgramCaller
  storeId: number
}

/** Checks the rights of a program for an endpoint. Throws what `programErrors` lists. */
export function authorizeProgram(
  endpoint: Endpoint,
  request: FastifyRequest,
  row: ProgramRow | undefined,
): ProgramContext {
  if (!row) throw new ApiError('key_invalid')
  const { store_id: storeId, credential_id: id, kind, scopes, former, calls, fields, unmasked } = row
  rememberProgram(request, { storeId, id, former })
  if (row.refusal) throw new ApiError(row.refusal)
  if (row.dpa_status !== 'found') throw new ApiError('dpa_required')
  const anyOf = scopesOf(endpoint)
  const call = titleOf(endpoint)
  if (kind === 'key' && !anyOf.some((scope) => scopes.includes(scope)))
    throw new ApiError('scope_missing', { scope: anyOf.join('|') })
  if (kind === 'token' && !calls.includes(call)) throw new ApiError('call_not_open', { call })
  const exposed = kind === 'token' ? { calls, fields, unmasked } : undefined
  return { user: { kind: 'program', id, credential: kind, scopes, exposed, trace: new ReadTrace() }, storeId }
}

/** Errors of every call of programs. */
export const programErrors = [
  'key_invalid',
  'key_revoked',
  'key_expired',
  'token_inactive',
  'dpa_required',
  'scope_missing',
  'call_not_open',
  'too_many_requests',
  'unprocessable',
  'not_found',
] as const
