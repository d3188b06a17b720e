import { asOwner } from '../database-servers.ts'

/** How a database stands to a store. */
type Closed = 'open' | 'held' | 'moved' | 'arriving'

export async function closedAt(
  server: { ownerUrl: string },
  storeId: number,
): Promise<{ state: Closed; since: string | null }> {
  const { rows } = await asOwner(server.ownerUrl, (client) =>
    client.query<{ state: Closed; since: string }>('select state, since::text from store_closed where store = $1', [
      storeId,
    ]),
  )
  return rows[0] ?? { state: 'open', since: null }
}

/** Waits until no function of schema auth writes any more: those that begin see the store held. */
export async function waitForFunctions(source: { ownerUrl: string }): Promise<void> {
  await asOwner(source.ownerUrl, async (client) => {
    await client.query("begin; set local lock_timeout = '3s'")
    await client.query('select pg_advisory_xact_lock(44, 0)')
    await client.query('commit')
  })
}

/**
 * Closes the old copy for ever: the decision of a move. False unless the store has been held since then, for it may have been written
 * meanwhile. The lock keeps its writers out until the commit.
 */
export async function leaveSource(source: { ownerUrl: string }, storeId: number, since: string): Promise<boolean> {
  return asOwner(source.ownerUrl, async (client) => {
    await client.query("begin; set local lock_timeout = '2s'; set local synchronous_commit = on")
    await client.query('select pg_advisory_xact_lock(44, $1)', [storeId])
    const { rowCount } = await client.query(
      "update store_closed set state = 'moved' where store = $1 and state = 'held' and since = $2::timestamptz",
      [storeId, since],
    )
    await client.query('commit')
    return rowCount === 1
  })
}
