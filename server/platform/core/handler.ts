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
import type { ApiError } from './api-error.ts'
import type { AuditOfCall } from './audit.ts'
import type { Caller } from './authorize.ts'
import type { Core } from './core.ts'
import type { Db } from './db.ts'
import type { Upload } from './upload.ts'

type Always = 'invalid_input' | 'not_found' | 'forbidden'

/** What a handler knows and may do. */
export type Context<E extends Endpoint> = Received<E> & {
  core: Core
  /**
   * The transaction of this call; in it the wall is open for this store alone. Calls that are open to everybody have none, nor have
   * those that work apart: they go through the door's functions, each a transaction of its own.
   */
  db: WithoutTransaction<E> extends true ? undefined : Db
  /** 0 where the call has no store. */
  storeId: number
  user: E['permission'] extends OpenAccess ? undefined : Caller
  upload: E['upload'] extends 'multipart' ? Upload : undefined
  /** The body as it came; undefined for an empty one. */
  bytes: E['raw'] extends true ? Buffer | undefined : undefined
  language: Language
  request: FastifyRequest
  reply: FastifyReply
  /** A refusal to throw. Only errors that the contract declares for this endpoint compile. */
  fail<N extends Declared<E> | Always>(name: N, ...details: DetailsOf<N>): ApiError
  /** The refusal of an edit over a version that is not of now, with the record as it is (`stale` of the contract). */
  stale: E['stale'] extends z.ZodType ? (current: StaleInput<E>) => ApiError : undefined
  /**
   * Writes down the act that the contract states, in the call's transaction, once. There is none where it states `audit: false`, nor where
   * the call is no store's: what happens to a person's account is written down by the door, in each of their stores.
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
