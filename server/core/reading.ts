import type { Answered, Endpoint, Received } from '@ruam/contract/endpoint.ts'
import type { Language } from '@ruam/contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { contextOf } from './context.ts'
import type { Db } from './db.ts'
import { anyOfThese, BEGIN_READ, type Beginning, type Caller, type Entered, type Entry, enter } from './enter.ts'
import { command, flush } from './flush.ts'
import type { Context, Handler } from './handler.ts'
import { forget } from './hints.ts'
import type { Read } from './prepared.ts'
import { Refusal } from './refusal.ts'

type Reads = Record<string, Read>
/** What the statements of `reads` have answered, by their names. */
export type Found<R extends Reads> = { [K in keyof R]: R[K] extends Read<infer Row> ? Row[] : never }

/** What is known before anything was read. Who calls is confirmed by the door before what they ask for is read. */
export interface Asked<E extends Endpoint> extends Received<E> {
  storeId: number
  userId: number
  language: Language
}

/** What is known once it was read. */
export interface Known<E extends Endpoint> extends Asked<E>, Pick<Context<E>, 'fail'> {
  user: Caller
}

/**
 * A read call that states what it reads: statements, each `prepared` once and only given its values here. They travel as one message with
 * the door in front of them, and are waited for once (decision 25).
 */
export interface Reading<E extends Endpoint, R extends Reads = Reads> {
  /** The statements; nothing where what is asked for can't be stated before something is known of it. */
  reads(asked: Asked<E>): R | undefined
  /** The answer, as a handler makes it; nothing where it takes a second look. */
  answer(found: Found<R>, known: Known<E>): Answered<E> | undefined
  /** The ordinary way of such calls, with a transaction and as many looks as it takes. Calls that never need one have none. */
  otherwise?: Handler<E>
}

/** States a read call of the contract. Its type is that of any reading, for the statements are its own affair. */
export const reading = <const E extends Endpoint, R extends Reads>(_: E, stated: Reading<E, R>): Reading<E> =>
  stated as unknown as Reading<E>

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
export async function readAtOnce(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  { token, hint }: Beginning,
  reads: Reads,
): Promise<{ entry: Entry; found: Found<Reads> } | undefined> {
  const { userId, storeId } = hint!
  const anyOf = anyOfThese(endpoint.permission as Exclude<Endpoint['permission'], 'public'>)
  const door = confirm(token, userId, `{${anyOf.join(',')}}`, endpoint.beforeDpa === true)
  const names = Object.keys(reads)
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const statements = [beginRead, command(contextOf(storeId)), door, ...names.map((name) => reads[name]!), commit]
    const [, , entered, ...rows] = await flush(client, statements)
    const found = Object.fromEntries(names.map((name, place) => [name, rows[place]!]))
    return { entry: enter(endpoint, request, entered![0] as Entered | undefined), found: found as Found<Reads> }
  } catch (error) {
    const { code } = error as { code?: string }
    const refused = code === NOT_CONFIRMED || error instanceof Refusal
    if (refused)
      await client.query('rollback').catch((failed: Error) => {
        broken = failed
      })
    else broken = error as Error
    if (!refused && code !== OUTDATED) throw error
    forget(token)
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
export async function readInTurn(db: Db, reads: Reads): Promise<Found<Reads>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, { text, values }] of Object.entries(reads)) {
    found[name] = (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows
  }
  return found as Found<Reads>
}
