import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type Answered, type Endpoint, type Received, titleOf } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../database/db.ts'
import { runPipeline } from '../database/pipeline.ts'
import type { Read } from '../database/prepared.ts'
import type { Core } from '../servers/core.ts'
import {
  type AuthContext,
  authorize,
  BEGIN_READ,
  BEGIN_TRACED_READ,
  type Bearer,
  type TokenOwner,
} from './authorize.ts'
import { commit, commitWhile, runConfirmed } from './confirmed-read.ts'
import type { Context, Handler } from './handler.ts'
import type { ProgramRow } from './programs.ts'
import { disclosedBy, type ExpectedTrace, isExpected, type WrittenTrace } from './read-trace.ts'
import { cacheTraced } from './token-cache.ts'

type Statements = Record<string, Read>
/** Rows of the statements, by name. */
export type ReadRows<R extends Statements> = { [K in keyof R]: R[K] extends Read<infer Row> ? Row[] : never }

/** Request before anything is read. `auth.confirm` verifies the caller before the first row is read. */
export interface ReadRequest<E extends Endpoint> extends Received<E> {
  storeId: number
  /** 0 if the caller is a program. */
  userId: number
  language: Language
}

/** Request with the verified caller. */
export interface ReadContext<E extends Endpoint> extends ReadRequest<E>, Pick<Context<E>, 'fail' | 'user'> {}

/**
 * A read call that declares its statements, each `prepared` once. They are sent as one message after `auth.confirm`, in one round trip
 * (decision 25).
 */
export interface PipelinedRead<E extends Endpoint, R extends Statements = Statements> {
  /** Returns the statements; undefined if they depend on data that must be read first. */
  reads(asked: ReadRequest<E>): R | undefined
  /** Returns the statement that writes the trace of a person's answer; without it, a second message does. */
  trace?(asked: ReadRequest<E>, expected: ExpectedTrace): Read | undefined
  /** Returns the response as a handler does; undefined if more must be read. */
  answer(found: ReadRows<R>, known: ReadContext<E>): Answered<E> | undefined
  /** Prepares a read of two messages, if `reads` declares none. */
  staged?(asked: ReadRequest<E>, core: Core): Promise<StagedRead<E> | undefined>
  /** Handler with an ordinary transaction, for calls that may need more reads. */
  fallback?: Handler<E>
}

/** A read whose first rows decide what is read next. Each of its statements has its own snapshot. */
export interface StagedRead<E extends Endpoint, R extends Statements = Statements, S extends Statements = Statements> {
  reads: R
  /** Returns the next statements, and the answer from their rows; undefined if the call needs an ordinary transaction. */
  next(found: ReadRows<R>, known: ReadContext<E>): Stage<E, S> | undefined
  /** Called once, after `next` or instead of it. */
  done(): void
}

interface Stage<E extends Endpoint, S extends Statements> {
  reads: S
  answer(found: ReadRows<S>): Answered<E>
}

/** The second half of a staged read. */
export const stage = <S extends Statements, T>(reads: S, answer: (found: ReadRows<S>) => T) => ({ reads, answer })

/** Declares a read call of the contract. The result hides the type of the statements. */
export const pipelinedRead = <const E extends Endpoint, R extends Statements>(
  _: E,
  stated: PipelinedRead<E, R>,
): PipelinedRead<E> => stated as unknown as PipelinedRead<E>

/** Declares a read of two messages, with the handler for requests that it cannot answer. */
export const stagedRead = <const E extends Endpoint>(
  _: E,
  staged: NonNullable<PipelinedRead<E>['staged']>,
  fallback: Handler<E>,
): PipelinedRead<E> => ({ reads: () => undefined, answer: () => undefined, staged, fallback })

/** Hides the types of the statements. */
export const staged = <const E extends Endpoint, R extends Statements, S extends Statements>(
  _: E,
  stated: StagedRead<E, R, S>,
): StagedRead<E> => stated as unknown as StagedRead<E>

const beginRead: Read = { name: 'begin', text: BEGIN_READ, values: [] }
const beginTraced: Read = { name: 'begin_traced', text: BEGIN_TRACED_READ, values: [] }

/**
 * Runs the statements and makes the answer of them. Returns undefined if the caller was not confirmed, and if more must be read. For a
 * token whose last answer had sensitive values the trace is written too, while the answer is serialised.
 */
export function runPipelined<T extends () => unknown>(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  bearer: Bearer,
  { reads, trace }: { reads: Statements; trace?: ((expected: ExpectedTrace) => Read | undefined) | undefined },
  answer: (entry: AuthContext, found: ReadRows<Statements>) => T | undefined,
): Promise<T | undefined> {
  const { by, storeId, traced } = bearer.cached!
  const names = Object.keys(reads)
  const expected = { userId: by.id, way: titleOf(endpoint), requestId: request.id }
  const written = traced && by.kind === 'person' ? trace?.(expected) : undefined
  return runConfirmed(pool, endpoint, bearer, traced ? beginTraced : beginRead, async (read) => {
    const { client, opening, answering } = read
    const statements = [...opening, ...names.map((name) => reads[name]!)]
    const answered = (all: Record<string, unknown>[][]) => {
      const entry = authorize(endpoint, request, all[opening.length - 1]![0] as TokenOwner | ProgramRow | undefined)
      answering(true)
      const result = answer(entry, rowsOf(names, all.slice(opening.length)))
      return { result, shown: result === undefined ? undefined : disclosedBy(endpoint, request, entry) }
    }
    if (written) {
      let made: ReturnType<typeof answered> | undefined
      let failed: unknown
      const work = (rows: Record<string, unknown>[][]) => {
        try {
          made = answered(rows)
          made.result?.()
          answering(false)
        } catch (error) {
          failed = error
        }
      }
      const early = { count: statements.length, work }
      const all = await runPipeline(client, [...statements, written, commit], early)
      if (failed !== undefined) throw failed
      const row = all[statements.length]![0] as unknown as WrittenTrace | undefined
      // Otherwise the ordinary way makes the answer again, with a trace of its own.
      return isExpected(row, made!.shown) ? made!.result : undefined
    }
    const { result, shown } = answered(await runPipeline(client, traced ? statements : [...statements, commit]))
    if (traced) {
      await commitWhile(client, shown, () => {
        result?.()
        answering(false)
      })
    } else if (shown) {
      // Its transaction could not be written in: the ordinary way makes the answer again.
      bearer.cached = cacheTraced(bearer.token, { by, storeId })
      return undefined
    }
    return result
  })
}

/** The rows of statements by their names. */
export const rowsOf = (names: readonly string[], rows: Record<string, unknown>[][]) =>
  Object.fromEntries(names.map((name, place) => [name, rows[place]!])) as ReadRows<Statements>

/** Runs the statements one by one in an authorized transaction, for callers that are not cached. */
export async function runSequential<R extends Statements>(db: Db, reads: R): Promise<ReadRows<R>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, { text, values }] of Object.entries(reads)) {
    found[name] = (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  }
  return found as ReadRows<R>
}
