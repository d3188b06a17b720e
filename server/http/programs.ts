import type { FieldWrite } from '@ruam/contract/open-api/credentials.ts'
import { type Endpoint, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import type { Program } from '../core/principal.ts'
import type { Read } from '../database/prepared.ts'
import { type FieldUse, rememberProgram } from './program-uses.ts'
import { ReadTrace } from './read-trace.ts'

/** A program with the rights of this call. `customers/fields/access.ts` decides by them which values it reads and writes. */
export interface ProgramCaller extends Program {
  credential: 'key' | 'token'
  /** Scopes of a key; those of the call for a token, with `profile:read` if its open APIs open a field for reading. */
  scopes: readonly Scope[]
  /** Calls that a token may make; undefined for a key. */
  calls: readonly string[] | undefined
  /** Ids of the profile fields that the lists open for reading in this call. */
  reads: ReadonlySet<number>
  /** Ids of the profile fields that the lists open for writing in this call. */
  writes: ReadonlyMap<number, FieldWrite>
  /** Fields that this call read and wrote, collected for "who reads what". */
  used: FieldUse
  /** Sensitive values that this call shows. */
  trace: ReadTrace
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
  reads: number[]
  fills: number[]
  overwrites: number[]
}

/** An API key or an API token in a header, also of a sandbox store. */
const BEARER = /^Bearer (ruamt?_(?:test_)?[1-9]\d{0,9}_[\w-]{43})$/i

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
  const { store_id: storeId, credential_id: id, kind, scopes, former, calls } = row
  const used: FieldUse = { reads: new Set(), writes: new Set() }
  rememberProgram(request, { storeId, id, former, used })
  if (row.refusal) throw new ApiError(row.refusal)
  if (row.dpa_status !== 'found') throw new ApiError('dpa_required')
  const anyOf = scopesOf(endpoint)
  const call = titleOf(endpoint)
  if (kind === 'key' && !anyOf.some((scope) => scopes.includes(scope)))
    throw new ApiError('scope_missing', { scope: anyOf.join('|') })
  if (kind === 'token' && !calls.includes(call)) throw new ApiError('call_not_open', { call })
  const user: ProgramCaller = { id, used, trace: new ReadTrace(), ...rightsOfProgram(endpoint, row) }
  return { user, storeId }
}

/** Rights of a program in a call. */
export const rightsOfProgram = (endpoint: Endpoint, row: ProgramRow): Omit<ProgramCaller, 'id' | 'used' | 'trace'> => ({
  ...{ kind: 'program', credential: row.kind },
  ...(row.kind === 'key'
    ? { scopes: row.scopes, calls: undefined }
    : { scopes: scopesOfToken(scopesOf(endpoint), row), calls: row.calls }),
  ...listsOf(row),
})

/** A row that opens a field for reading in a call is also the scope to read it there. */
const scopesOfToken = (scopes: readonly Scope[], { reads }: Pick<ProgramRow, 'reads'>): readonly Scope[] =>
  reads.length === 0 || scopes.includes('profile:read') ? scopes : [...scopes, 'profile:read']

const listsOf = ({ reads, fills, overwrites }: ProgramRow): Pick<ProgramCaller, 'reads' | 'writes'> => ({
  reads: new Set(reads),
  writes: new Map([
    ...fills.map((field) => [field, 'fill'] as const),
    ...overwrites.map((field) => [field, 'overwrite'] as const),
  ]),
})

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
  'method_not_allowed',
] as const
