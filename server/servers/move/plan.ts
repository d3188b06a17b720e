import { asOwner, type DatabaseServers } from '../database-servers.ts'
import { closedAt, readPlacement } from '../store-holds.ts'
import { reasonAgainst } from './can-replicate.ts'
import { isUnderWay, readMove } from './state.ts'

/** What a move will do; `done` if the store is there already. */
type Plan = { done: true; from: number } | { done: false; from: number; byCopy: boolean; name: string }

/** Finds out how a store can be moved. Throws sentences that say what to do. */
export async function planMove(
  servers: DatabaseServers,
  storeId: number,
  to: number,
  { byCopy }: { byCopy: boolean },
): Promise<Plan> {
  const known = servers.all.map(({ id }) => id)
  if (!known.includes(to))
    throw new Error(
      `There is no server ${to}: there ${known.length === 1 ? 'is server' : 'are the servers'} ${known.join(', ')}. Set DATABASE_URL_${to} for every process, restart them, and call the command again.`,
    )
  const place = await readPlacement(servers, storeId)
  const from = place?.server ?? 1
  const name = await nameOf(servers, from, storeId)
  if (!place || name === undefined)
    throw new Error(`There is no store ${storeId}. The number of a store stands in its address in the browser.`)
  const last = await asOwner(servers.home.ownerUrl, (home) => readMove(home, storeId))
  const unfinished = isUnderWay(last) ? last : undefined
  if (unfinished && unfinished.target !== to)
    throw new Error(
      `The store's move to server ${unfinished.target} is not over: run \`npm run store:move ${storeId} ${unfinished.target}\` to go on with it, or add --cancel to give it up.`,
    )
  if (from === to) return { done: true, from }
  // Decided: it can only go forward, by whatever way it came.
  if (unfinished && (await asOwner(servers.get(from).ownerUrl, (client) => closedAt(client, storeId))) === 'moved')
    return { done: false, from, byCopy: unfinished.by_copy, name }
  await refuseTaken(servers, storeId, from, to)
  if (!byCopy) {
    const reason = await reasonAgainst(servers.get(from), servers.get(to))
    if (reason)
      throw new Error(
        `Store ${storeId} cannot be copied while it works: ${reason}. Or add --copy: then its writes are held until all of its rows are copied, which can take minutes.`,
      )
  }
  return { done: false, from, byCopy, name }
}

async function nameOf(servers: DatabaseServers, from: number, storeId: number): Promise<string | undefined> {
  return asOwner(servers.get(from).ownerUrl, async (client) => {
    await client.query(`set ruam.store_id = '${storeId}'`)
    const { rows } = await client.query<{ name: string }>('select name from store where store_id = $1', [storeId])
    return rows[0]?.name
  })
}

/** Throws if a row of another store on the target has an account or a secret that is one of this store's. */
async function refuseTaken(servers: DatabaseServers, storeId: number, from: number, to: number): Promise<void> {
  const owned = await asOwner(servers.get(from).ownerUrl, async (client) => {
    await client.query(`set ruam.store_id = '${storeId}'`)
    const { rows } = await client.query<{ type: string; external_id: string }>(
      'select type, external_id from channel where store_id = $1 and external_id is not null',
      [storeId],
    )
    return rows
  })
  if (owned.length === 0) return
  const taken = await asOwner(servers.get(to).powerUrl, async (client) => {
    const { rows } = await client.query<{ type: string; external_id: string; store: number }>(
      `select c.type, c.external_id, c.store_id as store from channel c
       where (c.type, c.external_id) in (select * from unnest($1::text[], $2::text[])) and c.store_id <> $3`,
      [owned.map(({ type }) => type), owned.map((one) => one.external_id), storeId],
    )
    return rows
  })
  if (taken[0])
    throw new Error(
      `Store ${taken[0].store} on server ${to} has the same ${taken[0].type} account (${taken[0].external_id}): disconnect it in one of the two stores, then call the command again.`,
    )
}
