import type { Language } from '@ruam/contract/errors/catalog.ts'
import { acceptedPermissions } from '@ruam/contract/platform/access.ts'
import {
  type Answered,
  type Endpoint,
  type OpenAccess,
  type Received,
  titleOf,
} from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { closedAs, contextOf, WRITE_HERE } from '../core/context.ts'
import type { Db } from '../database/db.ts'
import { command, isNameless, runPipeline } from '../database/pipeline.ts'
import { onePlanOfTransaction } from '../database/plans.ts'
import type { Read } from '../database/prepared.ts'
import {
  type AuthContext,
  authorize,
  BEGIN_READ,
  BEGIN_TRACED_READ,
  type Bearer,
  type TokenOwner,
} from './authorize.ts'
import type { Context, Handler } from './handler.ts'
import { confirmProgram, type ProgramRow } from './programs.ts'
import { disclosedBy, type ExpectedTrace, isExpected, traceStatement, type WrittenTrace } from './read-trace.ts'
import { cacheTraced, evictToken } from './token-cache.ts'

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
  /** Handler with an ordinary transaction, for calls that may need more reads. */
  fallback?: Handler<E>
}

/** Declares a read call of the contract. The result hides the type of the statements. */
export const pipelinedRead = <const E extends Endpoint, R extends Statements>(
  _: E,
  stated: PipelinedRead<E, R>,
): PipelinedRead<E> => stated as unknown as PipelinedRead<E>

/** SQL state of auth.confirm: the cached caller is wrong, or has no permission. */
const NOT_CONFIRMED = 'RU001'
/** SQL state for a column whose type changed since the statement was prepared. */
const OUTDATED = '0A000'

const beginRead: Read = { name: 'begin', text: BEGIN_READ, values: [] }
const beginTraced: Read = { name: 'begin_traced', text: BEGIN_TRACED_READ, values: [] }
const writeHere: Read = { name: 'write_here', text: WRITE_HERE, values: [] }
const commit: Read = { name: 'commit', text: 'commit', values: [] }

/**
 * Runs the statements and makes the answer of them. Returns undefined if `auth.confirm` rejected the cached caller, so that the ordinary
 * way finds the reason, and if more must be read. PostgreSQL skips everything after the failed statement, so an unauthorised caller
 * reads nothing. For a token whose last answer had sensitive values the trace is written too, while the answer is serialised.
 */
export async function runPipelined<T extends () => unknown>(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  bearer: Bearer,
  { reads, trace }: { reads: Statements; trace?: ((expected: ExpectedTrace) => Read | undefined) | undefined },
  answer: (entry: AuthContext, found: ReadRows<Statements>) => T | undefined,
): Promise<T | undefined> {
  const { token, cached } = bearer
  const { by, storeId, traced } = cached!
  const confirmed =
    by.kind === 'program' ? confirmProgram(token, endpoint, by.id) : confirmPerson(token, endpoint, by.id)
  const names = Object.keys(reads)
  const expected = { userId: by.id, way: titleOf(endpoint), requestId: request.id }
  const written = traced && by.kind === 'person' ? trace?.(expected) : undefined
  const client = await pool.connect()
  let broken: Error | undefined
  let isAnswering = false
  const rollback = () =>
    client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
  try {
    const settings = isNameless(client) ? [command(onePlanOfTransaction)] : []
    const begun = traced ? beginTraced : beginRead
    const first = [begun, ...settings, command(contextOf(storeId)), ...(traced && storeId !== null ? [writeHere] : [])]
    const statements = [...first, confirmed, ...names.map((name) => reads[name]!)]
    const answered = (all: Record<string, unknown>[][]) => {
      const [entered, ...rows] = all.slice(first.length)
      const found = Object.fromEntries(names.map((name, place) => [name, rows[place]!]))
      const entry = authorize(endpoint, request, entered![0] as TokenOwner | ProgramRow | undefined)
      isAnswering = true
      const result = answer(entry, found as ReadRows<Statements>)
      return { result, shown: result === undefined ? undefined : disclosedBy(endpoint, request, entry) }
    }
    if (written) {
      let made: ReturnType<typeof answered> | undefined
      let failed: unknown
      const work = (rows: Record<string, unknown>[][]) => {
        try {
          made = answered(rows)
          made.result?.()
          isAnswering = false
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
      const committed = runPipeline(client, shown ? [traceStatement(shown), commit] : [commit])
      // Awaited below: without this, a failure of both would be an unhandled one.
      committed.catch(() => {})
      result?.()
      isAnswering = false
      await committed
    } else if (shown) {
      // Its transaction could not be written in: the ordinary way makes the answer again.
      bearer.cached = cacheTraced(token, { by, storeId })
      return undefined
    }
    return result
  } catch (error) {
    const { code } = error as { code?: string }
    if (isAnswering) {
      if (traced) await rollback()
      throw error
    }
    const refused = code === NOT_CONFIRMED || error instanceof ApiError || closedAs(error) !== undefined
    if (refused) await rollback()
    else broken = error as Error
    if (!refused && code !== OUTDATED) throw error
    evictToken(token)
    return undefined
  } finally {
    client.release(broken)
  }
}

function confirmPerson(token: Buffer, { permission, beforeDpa }: Endpoint, userId: number): Read {
  const anyOf = acceptedPermissions(permission as Exclude<Endpoint['permission'], OpenAccess | 'program'>)
  const text = 'select * from auth.confirm($1, $2, $3, $4)'
  return { name: 'confirm', text, values: [token, userId, `{${anyOf.join(',')}}`, beforeDpa === true] }
}

/** Runs the statements one by one in an authorized transaction, for callers that are not cached. */
export async function runSequential<R extends Statements>(db: Db, reads: R): Promise<ReadRows<R>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, { text, values }] of Object.entries(reads)) {
    found[name] = (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  }
  return found as ReadRows<R>
}
