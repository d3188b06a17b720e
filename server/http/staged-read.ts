import type { Answered, Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { runPipeline } from '../database/pipeline.ts'
import type { Read } from '../database/prepared.ts'
import { type AuthContext, authorize, BEGIN_READ_COMMITTED, type Bearer, type TokenOwner } from './authorize.ts'
import { commit, commitWhile, runConfirmed } from './confirmed-read.ts'
import { type ReadContext, rowsOf, type StagedRead } from './pipelined-read.ts'
import type { ProgramRow } from './programs.ts'
import { disclosedBy } from './read-trace.ts'
import { cacheTraced } from './token-cache.ts'

const beginRead: Read = { name: 'begin_steps', text: BEGIN_READ_COMMITTED, values: [] }
const beginTraced: Read = { name: 'begin_traced_steps', text: 'begin isolation level read committed', values: [] }

/**
 * Runs a read of two messages in one transaction: the caller is confirmed in the first, and the second commits. Returns undefined if the
 * call needs an ordinary transaction.
 */
export async function runStaged<T extends () => unknown>(
  pool: pg.Pool,
  endpoint: Endpoint,
  request: FastifyRequest,
  bearer: Bearer,
  { reads, next, done }: StagedRead<Endpoint>,
  { contextOf, made }: { contextOf(entry: AuthContext): ReadContext<Endpoint>; made(answer: Answered<Endpoint>): T },
): Promise<T | undefined> {
  const { by, storeId, traced } = bearer.cached!
  const names = Object.keys(reads)
  let isDone = false
  const finish = () => {
    if (!isDone) done()
    isDone = true
  }
  try {
    return await runConfirmed(pool, endpoint, bearer, traced ? beginTraced : beginRead, async (read) => {
      const { client, opening, answering } = read
      const all = await runPipeline(client, [...opening, ...names.map((name) => reads[name]!)])
      const entry = authorize(endpoint, request, all[opening.length - 1]![0] as TokenOwner | ProgramRow | undefined)
      answering(true)
      const stage = next(rowsOf(names, all.slice(opening.length)), contextOf(entry))
      finish()
      answering(false)
      if (!stage) {
        await client.query('rollback')
        return undefined
      }
      const more = Object.keys(stage.reads)
      const statements = more.map((name) => stage.reads[name]!)
      const rows = await runPipeline(client, traced ? statements : [...statements, commit])
      answering(true)
      const result = made(stage.answer(rowsOf(more, rows)))
      const shown = disclosedBy(endpoint, request, entry)
      if (traced) {
        await commitWhile(client, shown, () => {
          result()
          answering(false)
        })
      } else if (shown) {
        // Its transaction could not be written in: the ordinary way makes the answer again.
        bearer.cached = cacheTraced(bearer.token, { by, storeId })
        return undefined
      }
      return result
    })
  } finally {
    finish()
  }
}
