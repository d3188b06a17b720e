import type { DatabaseServers } from '../database-servers.ts'
import { openThere } from '../store-holds.ts'
import type { Ends } from './connect.ts'
import { freeJobs, removeJobs } from './queued-jobs.ts'
import { stopReplication } from './replicate.ts'
import { beginStep, type Move } from './state.ts'

/** Ends a move whose old copy is closed for ever. Goes forward when it is repeated, and needs the source last. */
export async function finishMove(servers: DatabaseServers, ends: Ends, move: Move): Promise<void> {
  const { home, source, target } = ends
  await beginStep(home, move.store, 'settling')
  await openThere(ends, move.store, move.target)
  await freeJobs(target, move.jobs)
  await removeJobs(source, move.store)
  // Pages of rows that were erased while the store was copied.
  const { rows } = await source.query<{ names: string[] }>(
    'select array(select table_name from rewrite where rewritten_at is distinct from wanted_at order by 1) as names',
  )
  await target.query('select auth.want_rewrite($1)', [rows[0]!.names])
  if (!move.by_copy) await stopReplication(servers.get(move.source), servers.get(move.target), move.store)
  for (const end of [source, target]) await end.query('delete from store_move_mark where store = $1', [move.store])
  await beginStep(home, move.store, 'moved')
}
