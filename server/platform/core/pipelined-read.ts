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
  type Caller,
  type TokenOwner,
} from './authorize.ts'
import { contextOf } from './context.ts'
import type { Db } from './db.ts'
import type { Context, Handler } from './handler.ts'
import { command, runPipeline } from './pipeline.ts'
import type { Read } from './prepared.ts'
import { evictToken } from './token-cache.ts'

type Statements = Record<string, Read>
/** What the statements of `reads` have answered, by their names. */
export type ReadRows<R extends Statements> = { [K in keyof R]: R[K] extends Read<infer Row> ? Row[] : never }

/** What is known before anything was read. Who calls is confirmed by the door before what they ask for is read. */
export interface ReadRequest<E extends Endpoint> extends Received<E> {
  storeId: number
  userId: number
  language: Language
}

/** What is known once it was read. */
export interface ReadContext<E extends Endpoint> extends ReadRequest<E>, Pick<Context<E>, 'fail'> {
  user: Caller
}

/**
 * A read call that states what it reads: statements, each `prepared` once and only given its values here. They travel as one message with
 * the door in front of them, and are waited for once (decision 25).
 */
export interface PipelinedRead<E extends Endpoint, R extends Statements = Statements> {
  /** The statements; nothing where what is asked for can't be stated before something is known of it. */
  reads(asked: ReadRequest<E>): R | undefined
  /** The answer, as a handler makes it; nothing where it takes a second look. */
  answer(found: ReadRows<R>, known: ReadContext<E>): Answered<E> | undefined
  /** The ordinary way of such calls, with a transaction and as many looks as it takes. Calls that never need one have none. */
  fallback?: Handler<E>
}

/** States a read call of the contract. Its type is that of any reading, for the statements are its own affair. */
export const pipelinedRead = <const E extends Endpoint, R extends Statements>(
  _: E,
  stated: PipelinedRead<E, R>,
): PipelinedRead<E> => stated as unknown as PipelinedRead<E>

/** Of door.confirm: the token is not who we thought, or may not do this. */
const NOT_CONFIRMED = 'RU001'
/** A column has got another type since the statement was prepared. */
const OUTDATED = '0A000'

const beginRead: Read = { name: 'begin', text: BEGIN_READ, values: [] }
const commit: Read = { name: 'commit', text: 'commit', values: [] }

/**
 * What the door and the statements have answered; nothing when the door has not confirmed the hint, so that it must be asked by itself. It
 * says why. No statement after it was done then: not by us, but by PostgreSQL, which skips what follows an error.
 */
export async function runPipelined(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  { token, cached }: Bearer,
  reads: Statements,
): Promise<{ entry: AuthContext; found: ReadRows<Statements> } | undefined> {
  const { userId, storeId } = cached!
  const anyOf = acceptedPermissions(endpoint.permission as Exclude<Endpoint['permission'], OpenAccess>)
  const door = confirm(token, userId, `{${anyOf.join(',')}}`, endpoint.beforeDpa === true)
  const names = Object.keys(reads)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const statements = [beginRead, command(contextOf(storeId)), door, ...names.map((name) => reads[name]!), commit]
    const [, , entered, ...rows] = await runPipeline(client, statements)
    const found = Object.fromEntries(names.map((name, place) => [name, rows[place]!]))
    return {
      entry: authorize(endpoint, request, entered![0] as TokenOwner | undefined),
      found: found as ReadRows<Statements>,
    }
  } catch (error) {
    const { code } = error as { code?: string }
    const refused = code === NOT_CONFIRMED || error instanceof ApiError
    if (refused)
      await client.query('rollback').catch((failed: Error) => {
        broken = failed
      })
    else broken = error as Error
    if (!refused && code !== OUTDATED) throw error
    evictToken(token)
    return undefined
  } finally {
    client.release(broken)
  }
}

const confirm = (token: Buffer, userId: number, anyOf: string, beforeDpa: boolean): Read => ({
  name: 'confirm',
  text: 'select * from door.confirm($1, $2, $3, $4)',
  values: [token, userId, anyOf, beforeDpa],
})

/** The same statements one after the other, in a transaction that the door has opened: for who is not known yet. */
export async function runSequential(db: Db, reads: Statements): Promise<ReadRows<Statements>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, { text, values }] of Object.entries(reads)) {
    found[name] = (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  }
  return found as ReadRows<Statements>
}
