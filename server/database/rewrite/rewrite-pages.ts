import pg from 'pg'
import { failedWith } from '../../core/sqlstate.ts'
import { sessionLocks } from '../postgres/locks.ts'

/** One process at a time rewrites. */
const REWRITE_LOCK = sessionLocks.rewrite
/** A rewrite that waits for a table in use has everybody else wait behind it: so long at most. */
const LOCK_WAIT_MS = 1000

export interface Rewritten {
  table: string
  /** Milliseconds during which the table could not be read. */
  ms: number
  /** False if it was in use, or an open snapshot may still see the erased rows: the rewrite stays pending. */
  done: boolean
}

/**
 * Rewrites each table from which rows of a customer were erased since its last rewrite: PostgreSQL leaves the bytes of removed rows in
 * the pages of a table and its indexes until something overwrites them. Commits each table by itself: if this process ends, the rest
 * stays pending. A table can't be read while it is rewritten. `ownerUrl`: of the tables' owner, or of a superuser, who can also rewrite
 * the planner's samples of values and have the old pages leave the disk at once.
 */
export async function rewritePages(
  ownerUrl: string,
  tell: (table: Rewritten) => void = () => {},
): Promise<Rewritten[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam rewrite' })
  // The next statement reports a database that has gone away.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: lock } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      REWRITE_LOCK,
    ])
    if (!lock[0]!.mine) return []
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`)
    const { rows } = await client.query<{ table: string; wanted_at: string }>(`
      select table_name as table, wanted_at::text from rewrite
      where rewritten_at is distinct from wanted_at and to_regclass('public.' || quote_ident(table_name)) is not null order by 1`)
    const ended: Rewritten[] = []
    for (const { table, wanted_at } of rows) {
      const rewritten = await rewriteTable(client, table)
      if (rewritten.done)
        await client.query('update rewrite set rewritten_at = $2 where table_name = $1', [table, wanted_at])
      ended.push(rewritten)
      tell(rewritten)
    }
    if (ended.some(({ done }) => done)) await cleanSamples(client)
    return ended
  } finally {
    await client.end()
  }
}

async function rewriteTable(client: pg.Client, table: string): Promise<Rewritten> {
  const left: number[] = []
  const listen = ({ detail }: { detail?: string | undefined }) => {
    const rows = /^\D*(\d+)/.exec(detail ?? '')?.[1]
    if (rows) left.push(Number(rows))
  }
  client.on('notice', listen)
  const begun = performance.now()
  try {
    await client.query(`vacuum (full, verbose, analyze) public.${pg.escapeIdentifier(table)}`)
    // A long transaction may see rows that were removed since it began, so they were written again too.
    return { table, ms: performance.now() - begun, done: left[0] === 0 }
  } catch (error) {
    if (!failedWith(error, 'lockNotAvailable')) throw error
    return { table, ms: 0, done: false }
  } finally {
    client.off('notice', listen)
  }
}

/** The planner keeps samples of every column in a system table. A checkpoint releases the old files. */
async function cleanSamples(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ powerful: boolean }>(
    'select rolsuper as powerful from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.powerful) return
  await client.query('vacuum full pg_catalog.pg_statistic').catch((error: { code?: string }) => {
    if (!failedWith(error, 'lockNotAvailable')) throw error
  })
  await client.query('checkpoint')
}
