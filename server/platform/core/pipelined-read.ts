import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Answered, Endpoint, OpenAccess, Received } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { ApiError } from './api-error.ts'
import {
  type AuthContext,
  acceptedPermissions,
  authorize,
  BEGIN_READ,
  type Bearer,
  beginTraced,
  type TokenOwner,
} from './authorize.ts'
import { closedAs, contextOf } from './context.ts'
import type { Db } from './db.ts'
import type { Context, Handler } from './handler.ts'
import { command, isNameless, runPipeline } from './pipeline.ts'
import { onePlanOfTransaction } from './plans.ts'
import type { Read } from './prepared.ts'
import { confirmProgram, type ProgramRow } from './programs.ts'
import { shownBy, traceStatement } from './read-trace.ts'
import { evictToken } from './token-cache.ts'

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
const commit: Read = { name: 'commit', text: 'commit', values: [] }

/**
 * Runs the statements and makes the answer of them. Returns undefined if `auth.confirm` rejected the cached caller, so that the ordinary
 * way finds the reason, and if more must be read. PostgreSQL skips everything after the failed statement, so an unauthorised caller
 * reads nothing. An answer with sensitive values waits for a second message, with its trace and the commit.
 */
export async function runPipelined<T>(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  { token, cached }: Bearer,
  reads: Statements,
  answer: (entry: AuthContext, found: ReadRows<Statements>) => T | undefined,
): Promise<T | undefined> {
  const { by, storeId, traced } = cached!
  const confirmed =
    by.kind === 'program' ? confirmProgram(token, endpoint, by.id) : confirmPerson(token, endpoint, by.id)
  const names = Object.keys(reads)
  const client = await pool.connect()
  let broken: Error | undefined
  let isAnswering = false
  const rollback = () =>
    client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
  try {
    const settings = isNameless(client) ? [command(onePlanOfTransaction)] : []
    const begun = traced ? beginTraced(storeId).map(command) : [beginRead, command(contextOf(storeId))]
    const first = [begun[0]!, ...settings, ...begun.slice(1)]
    const statements = [...first, confirmed, ...names.map((name) => reads[name]!), ...(traced ? [] : [commit])]
    const [entered, ...rows] = (await runPipeline(client, statements)).slice(first.length)
    const found = Object.fromEntries(names.map((name, place) => [name, rows[place]!]))
    const entry = authorize(endpoint, request, entered![0] as TokenOwner | ProgramRow | undefined)
    isAnswering = true
    const result = answer(entry, found as ReadRows<Statements>)
    isAnswering = false
    const shown = result === undefined ? undefined : shownBy(endpoint, request, entry)
    if (traced) await runPipeline(client, shown ? [traceStatement(shown), commit] : [commit])
    else if (shown) {
      // Its transaction could not be written in: the ordinary way makes the answer again.
      cached!.traced = true
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
