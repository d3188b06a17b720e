import { acceptedPermissions } from '@ruam/contract/platform/access.ts'
import type { Endpoint, OpenAccess } from '@ruam/contract/platform/endpoint.ts'
import type pg from 'pg'
import { ApiError } from '../core/api-error.ts'
import { closedAs, contextOf, WRITE_HERE } from '../core/context.ts'
import { command, isNameless, runPipeline } from '../database/pipeline.ts'
import { onePlanOfTransaction } from '../database/plans.ts'
import type { Read } from '../database/prepared.ts'
import type { Bearer } from './authorize.ts'
import { confirmProgram } from './programs.ts'
import { type DisclosedValues, traceStatement } from './read-trace.ts'
import { evictToken } from './token-cache.ts'

/** SQL state of auth.confirm: the cached caller is wrong, or has no permission. */
const NOT_CONFIRMED = 'RU001'
/** SQL state for a column whose type changed since the statement was prepared. */
const OUTDATED = '0A000'

const writeHere: Read = { name: 'write_here', text: WRITE_HERE, values: [] }
export const commit: Read = { name: 'commit', text: 'commit', values: [] }

/** A confirmed read on its connection. */
interface Confirmed {
  client: pg.PoolClient
  /** Statements that open the transaction and verify the caller, the row of which comes last. */
  opening: Read[]
  /** Marks that an answer is being made: errors are those of the call from here on, or of the connection again. */
  answering(isAnswering: boolean): void
}

/**
 * Runs a read in one transaction. Returns undefined if `auth.confirm` rejected the cached caller, so that the ordinary way finds the
 * reason. PostgreSQL skips everything after the failed statement, so an unauthorised caller reads nothing.
 */
export async function runConfirmed<T>(
  pool: pg.Pool,
  endpoint: Endpoint,
  { token, cached }: Bearer,
  begin: Read,
  work: (read: Confirmed) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { by, storeId, traced } = cached!
  const confirmed =
    by.kind === 'program' ? confirmProgram(token, endpoint, by.id) : confirmPerson(token, endpoint, by.id)
  const client = await pool.connect()
  let broken: Error | undefined
  let isAnswering = false
  const rollback = () =>
    client.query('rollback').catch((failed: Error) => {
      broken = failed
    })
  try {
    const settings = isNameless(client) ? [command(onePlanOfTransaction)] : []
    const context = [command(contextOf(storeId)), ...(traced && storeId !== null ? [writeHere] : [])]
    const opening = [begin, ...settings, ...context, confirmed]
    const answering = (is: boolean) => {
      isAnswering = is
    }
    return await work({ client, opening, answering })
  } catch (error) {
    const { code } = error as { code?: string }
    if (isAnswering) {
      await rollback()
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

/** Writes what an answer shows and commits, while the answer is serialised. */
export async function commitWhile(
  client: pg.PoolClient,
  shown: DisclosedValues | undefined,
  serialise: () => void,
): Promise<void> {
  const committed = runPipeline(client, shown ? [traceStatement(shown), commit] : [commit])
  // Awaited below: without this, a failure of both would be an unhandled one.
  committed.catch(() => {})
  serialise()
  await committed
}
