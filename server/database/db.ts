import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { closedAs, contextOf, writeIn } from '../core/context.ts'
import { failedWith } from '../core/sqlstate.ts'
import { inSpan } from '../core/trace.ts'
import { UnlistedDecision } from '../core/unlisted-decision.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

// Ids and counts stay far below 2^53. Instants keep their microseconds as text: a Date would drop three digits and break the
// comparison with origin_time. A date is a day, not a midnight somewhere.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(DATE, (text) => text)
pg.types.setTypeParser(TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`)

/** Database handle of query functions: always the transaction of the call or of the job's step. */
export type Db = Kysely<Tables>

export const SETTINGS = '-c TimeZone=UTC -c DateStyle=ISO'

/** Settings by which a text means the same to both servers. */
export const COPY_SETTINGS =
  "set client_encoding to 'UTF8'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres'; set timezone to 'UTC'; " +
  'set extra_float_digits to 1; set bytea_output to hex; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0'

/** `options: undefined`: for a pooler, which refuses settings at the start of a connection. */
export function createPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    idleTimeoutMillis: 30_000,
    options: SETTINGS,
    ...options,
  })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // The pool listens to idle connections alone; one in use that breaks between two statements fails with the next one.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ code, detail }) => {
      if (code !== DECISION || !detail) return
      const ids = decided.get(client) ?? []
      ids.push(detail)
      decided.set(client, ids)
    })
  })
  return pool
}

/** SQL state of the notice by which the database tells that the transaction made a decision; its detail is the decision's id. */
const DECISION = 'RU003'
/** Decisions of the transaction that is open on a connection. */
const decided = new WeakMap<pg.ClientBase, string[]>()
const listers = new WeakMap<pg.Pool, (ids: readonly string[]) => Promise<void>>()

/** Calls `list` after each commit of `transaction` on this pool that made decisions (decisions), with their ids. */
export function onDecisions(pool: pg.Pool, list: (ids: readonly string[]) => Promise<void>): void {
  listers.set(pool, list)
}

const kyselyOf = new WeakMap<pg.ClientBase, Db>()

/** Returns the query builder on one connection. The caller begins and ends its transaction. */
export function onConnection(client: pg.ClientBase): Db {
  let db = kyselyOf.get(client)
  if (!db) {
    const shared = { query: client.query.bind(client), release() {} }
    const pool = { connect: async () => shared, end: async () => {} }
    db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) })
    kyselyOf.set(client, db)
  }
  return db
}

type Work<T> = (client: pg.PoolClient, opened: pg.QueryResult[]) => Promise<T>

/** PostgreSQL ends deadlocked transactions one by one, so a transaction needs at most as many attempts as it has rivals. */
const TRIES = 10
/** Milliseconds that a write waits for a store that is held, and between two attempts. It holds no connection meanwhile. */
const HELD_MS = 10_000
const HELD_PAUSE_MS = 200

/**
 * One transaction on one connection. `begin` may carry further statements, so that a call's context costs no round trip of
 * its own; the results of all of them are handed to the work. Rolls back when the work throws. The work is done again when its locks
 * crossed those of another: it may change nothing outside of the transaction that can't be changed twice.
 */
export async function transaction<T>(pool: pg.Pool, begin: string, work: Work<T>): Promise<T> {
  const until = performance.now() + HELD_MS
  for (let tries = 1; ; tries++) {
    try {
      const { result, decisions } = await inSpan('transaction', 'client', {}, () => transactionOnce(pool, begin, work))
      if (decisions)
        await listers
          .get(pool)?.(decisions)
          .catch((cause: unknown) => {
            throw new UnlistedDecision(cause)
          })
      return result
    } catch (error) {
      if (closedAs(error) === 'held' && performance.now() < until) {
        await sleep(HELD_PAUSE_MS)
        tries--
        continue
      }
      // Deadlocks and conflicts of snapshots.
      if (!failedWith(error, 'deadlock', 'serializationFailure') || tries === TRIES) throw error
    }
  }
}

async function transactionOnce<T>(
  pool: pg.Pool,
  begin: string,
  work: Work<T>,
): Promise<{ result: T; decisions: readonly string[] | undefined }> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const opened = (await client.query(begin)) as unknown as pg.QueryResult | pg.QueryResult[]
    const result = await work(client, Array.isArray(opened) ? opened : [opened])
    await client.query('commit')
    return { result, decisions: decided.get(client) }
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
    throw error
  } finally {
    decided.delete(client)
    client.release(broken)
  }
}

/** A transaction inside one store: what a job's step works in. Waits while the store is held for the end of its move. */
export function inStore<T>(
  pool: pg.Pool,
  storeId: number,
  work: (db: Db, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return transaction(pool, `begin; ${contextOf(storeId)}; ${writeIn(storeId)}`, (client) =>
    work(onConnection(client), client),
  )
}

/** The unique index or foreign key because of which the database refused a row. */
export function violatedConstraint(error: unknown): string | undefined {
  const isRefusedRow = failedWith(error, 'uniqueViolation', 'foreignKeyViolation')
  return isRefusedRow ? (error as { constraint?: string }).constraint : undefined
}

/** Next updated_at of a changed row: rises strictly, even twice within a microsecond. */
export const risenUpdatedAt = sql<string>`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`

/** A keyword as a LIKE pattern's plain letters. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
