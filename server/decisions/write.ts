import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { databaseNow } from '../core/now.ts'
import { onDecisions } from '../database/db.ts'
import { type Core, serverNumber } from '../servers/core.ts'
import type { SideLists } from '../storage/side-lists.ts'
import type { Decision } from './kinds.ts'
import { type Chain, decisionsOf, openChain, pruneDecisions, readDecisions, sealAll } from './list.ts'

/** A process begins a new chain once a week, so that old ones can be deleted. */
const CHAIN_MS = 7 * 86_400_000
/** Days for which the database knows a decision: longer than any line is kept. */
const KNOWN_DAYS = 60
const RETRY_MS = 10_000

type Append = (decisions: readonly Decision[]) => Promise<void>

/** Returns a function that adds decisions to the list. Those of callers that wait are written together. */
export function decisionWriter(lists: SideLists, secretKey: string, server: number): Append {
  let chain: Chain | undefined
  /** Lines of failed writes. They come first the next time: a line that was stored nevertheless is the same. */
  let unsent: string[] = []
  const waiting: { decisions: readonly Decision[]; resolve: () => void; reject: (error: unknown) => void }[] = []
  let isWriting = false

  async function write(decisions: readonly Decision[]): Promise<void> {
    if (!chain || databaseNow() - chain.openedAt > CHAIN_MS) {
      const { ends } = await readDecisions(lists, secretKey, server)
      const opened = openChain(secretKey, randomBytes(8).toString('hex'), ends)
      chain = opened.chain
      unsent.push(opened.line)
    }
    unsent.push(...sealAll(secretKey, chain, decisions))
    await lists.add(decisionsOf(server), unsent.join('\n'))
    unsent = []
  }

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      try {
        await write(batch.flatMap(({ decisions }) => decisions))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  return (decisions) =>
    new Promise((resolve, reject) => {
      waiting.push({ decisions, resolve, reject })
      if (!isWriting) void writeAll()
    })
}

type Pool = Pick<pg.Pool, 'query'>

const lastListed = new WeakMap<Pool, string>()

/** Returns the last decision that this process listed for a server; undefined if none. */
export const lastListedAt = (pool: Pool) => lastListed.get(pool)

async function listDecisions(pool: Pool, append: Append, ids: readonly string[] | null): Promise<void> {
  const { rows } = await pool.query<Decision>('select * from auth.decisions_to_list($1)', [ids])
  if (rows.length === 0) return
  await append(rows)
  lastListed.set(pool, rows.at(-1)!.id)
  await pool.query('select auth.decisions_listed($1)', [rows.map(({ id }) => id)])
}

type Server = Pick<Core, 'pool' | 'sessions' | 'lists' | 'config' | 'server'>

const writers = new WeakMap<pg.Pool, Append>()

/** Writes one chain for each process and server. */
function writerOf({ pool, lists, config, server }: Omit<Server, 'sessions'>): Append {
  const writer = writers.get(pool) ?? decisionWriter(lists, config.secretKey, serverNumber({ server }))
  writers.set(pool, writer)
  return writer
}

/** Lists the decisions of every transaction of this process after its commit and before it returns to its caller. */
export function recordDecisions(core: Server): void {
  for (const pool of new Set([core.pool, core.sessions]))
    onDecisions(pool, (ids) => listDecisions(core.pool, writerOf(core), ids))
}

/** Lists decisions without a line: their process was killed, or its storage was away. */
export const listUnrecordedDecisions = (core: Omit<Server, 'sessions'>) =>
  listDecisions(core.pool, writerOf(core), null)

export const listDecisionsSteadily = (core: Server): TimedWork => ({
  name: 'decisions',
  everyMs: RETRY_MS,
  work: () => listUnrecordedDecisions(core),
})

/** Deletes lines that no backup can lack any more, and the rows that know them. */
export const pruneDecisionsDaily = ({ pool, lists, config, server }: Server): TimedWork => ({
  name: 'prune-decisions',
  everyMs: 86_400_000,
  async work() {
    await pruneDecisions(lists, config.secretKey, serverNumber({ server }), databaseNow())
    await pool.query('select auth.purge_decisions($1)', [KNOWN_DAYS])
  },
})
