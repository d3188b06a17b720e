import { isUnreachable } from '../../core/sqlstate.ts'
import { asOwner, type DatabaseServer, type DatabaseServers } from '../database-servers.ts'
import { acquireMoverLock } from './mover-lock.ts'
import { removeCopy } from './remove-copy.ts'
import { unpublish, unsubscribe } from './replicate.ts'
import { readSlots } from './slots.ts'
import { isUnderWay, readMove } from './state.ts'

/** Removes the subscription of a move that was given up, and the rows that arrived. Returns what there was. */
export async function removeTarget(target: DatabaseServer, storeId: number): Promise<string[]> {
  const removed = await unsubscribe(target, storeId)
  const arriving = "store = $1 and state = 'arriving'"
  const { rowCount } = await asOwner(target.ownerUrl, (client) =>
    client.query(`select from store_closed where ${arriving}`, [storeId]),
  )
  if (!rowCount) return removed
  await removeCopy(target.ownerUrl, storeId)
  await asOwner(target.ownerUrl, (client) => client.query(`delete from store_closed where ${arriving}`, [storeId]))
  return [...removed, 'unfinished copy']
}

/** Stores of which a database has a slot, a publication, a subscription or an unfinished copy of a move. */
async function storesWithParts({ powerUrl }: DatabaseServer): Promise<number[]> {
  return asOwner(powerUrl, async (client) => {
    const slots = (await readSlots(client)).flatMap(({ store }) => (store === null ? [] : [store]))
    const { rows } = await client.query<{ store: number }>(
      `select substring(name from '^ruam_move_(\\d+)$')::int as store from (
         select pubname::text as name from pg_publication
         union all select subname::text from pg_subscription s join pg_database d on d.oid = s.subdbid and d.datname = current_database()) n
       where name ~ '^ruam_move_\\d+$'
       union select store from store_closed where state = 'arriving'`,
    )
    return [...new Set([...slots, ...rows.map(({ store }) => store)])]
  })
}

/**
 * Removes what moves left that are not under way: of a server that was away when one was given up, or from before a backup was restored. Servers
 * that are away are left out. Returns a sentence about each part. `only`: of a store whose lock the caller has.
 */
export async function removeLeftovers(servers: DatabaseServers, { only }: { only?: number } = {}): Promise<string[]> {
  const said: string[] = []
  for (const server of servers.all) {
    const stores = await storesWithParts(server).catch(unlessAway)
    for (const store of stores ?? []) {
      if (only !== undefined && store !== only) continue
      const lock = only === undefined ? await acquireMoverLock(servers.home.ownerUrl, store) : undefined
      if (only === undefined && !lock) continue
      try {
        if (isUnderWay(await asOwner(servers.home.ownerUrl, (home) => readMove(home, store)))) continue
        const parts = [...(await removeTarget(server, store)), ...(await unpublish(server, store))]
        said.push(
          ...parts.map(
            (part) => `Removed what an earlier move of store ${store} left on server ${server.id}: ${part}.`,
          ),
        )
      } finally {
        await lock?.release()
      }
    }
  }
  return said
}

/** Returns nothing for a server that is away; throws other errors. */
export function unlessAway(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
