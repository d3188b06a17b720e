import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { flip } from '../store-holds.ts'
import { freeJobs, removeJobs } from './queued-jobs.ts'
import { stopReplication } from './replicate.ts'
import { beginStep, type Move } from './state.ts'

/** Ends a move whose old copy is closed for ever. Goes forward when it is repeated, and needs the source last. */
export async function finishMove(servers: DatabaseServers, move: Move): Promise<void> {
  const [source, target] = [servers.get(move.source), servers.get(move.target)]
  await beginStep(servers, move.store, 'settling')
  await flip(servers, move.store, move.target)
  await asOwner(target.ownerUrl, (client) => freeJobs(client, move.jobs))
  const erased = await asOwner(source.ownerUrl, async (client) => {
    await removeJobs(client, move.store)
    // Pages of rows that were erased while the store was copied.
    const { rows } = await client.query<{ name: string }>(
      'select table_name as name from rewrite where rewritten_at is distinct from wanted_at order by 1',
    )
    return rows.map(({ name }) => name)
  })
  await asOwner(target.ownerUrl, (client) => client.query('select auth.want_rewrite($1)', [erased]))
  if (!move.by_copy) await stopReplication(source, target, move.store)
  for (const { ownerUrl } of [source, target])
    await asOwner(ownerUrl, (client) => client.query('delete from store_move_mark where store = $1', [move.store]))
  await beginStep(servers, move.store, 'moved')
}
