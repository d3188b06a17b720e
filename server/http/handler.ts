import type { Language } from '@ruam/contract/errors/catalog.ts'
import type {
  Answered,
  Declared,
  Endpoint,
  OpenAccess,
  Received,
  StaleInput,
} from '@ruam/contract/platform/endpoint.ts'
import type { DetailsOf } from '@ruam/contract/platform/sentence.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiError } from '../core/api-error.ts'
import type { OutsideBody } from '../core/outside-body.ts'
import type { Db } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import type { AuditOfCall } from './audit.ts'
import type { Caller } from './authorize.ts'
import type { ProgramCaller } from './programs.ts'
import type { Upload } from './upload.ts'

type Always = 'invalid_input' | 'not_found' | 'forbidden' | 'field_closed'

/** Parsed request and services of a handler. */
export type Context<E extends Endpoint> = Received<E> & {
  core: Core
  /**
   * Transaction of the call, with the wall open for this store only. Undefined for public calls and calls with `transaction: false`,
   * which use functions of schema auth.
   */
  db: WithoutTransaction<E> extends true ? undefined : Db
  /** 0 if the call has no store. */
  storeId: number
  user: E['permission'] extends OpenAccess ? undefined : E['permission'] extends 'program' ? ProgramCaller : Caller
  upload: E['upload'] extends 'multipart' ? Upload : undefined
  /** Unparsed body of another system; undefined if empty. */
  outside: E['raw'] extends true ? OutsideBody | undefined : undefined
  language: Language
  request: FastifyRequest
  reply: FastifyReply
  /** Returns an error to throw. Only errors declared in the contract of the endpoint compile. */
  fail<N extends Declared<E> | Always>(name: N, ...details: DetailsOf<N>): ApiError
  /** Returns the error for a stale edit, with the current record (`stale` of the contract). */
  stale: E['stale'] extends z.ZodType ? (current: StaleInput<E>) => ApiError : undefined
  /**
   * Writes the act of the contract to the audit log, once, in the call's transaction. Undefined for `audit: false` and for calls without a
   * store: acts on an account are written by `auth.note`, in each store of the person.
   */
  audit: E['audit'] extends string ? (OfStore<E> extends true ? AuditOfCall : undefined) : undefined
}

type WithoutTransaction<E extends Endpoint> = E['permission'] extends OpenAccess
  ? true
  : E['transaction'] extends false
    ? true
    : false

type OfStore<E extends Endpoint> = E['permission'] extends OpenAccess | 'person'
  ? false
  : E['transaction'] extends false
    ? false
    : true

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Answered<E>> | Answered<E>
