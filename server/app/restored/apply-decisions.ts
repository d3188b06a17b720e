import pg from 'pg'
import { contextOf } from '../../core/context.ts'
import { type Decision, LIST_BEGUN } from '../../decisions/kinds.ts'

/** Applies decisions again, in their order, as the owner of the tables. Returns how many each store had. */
export async function applyDecisions(
  client: pg.ClientBase,
  missing: readonly Decision[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  const { rows } = await client.query<{ name: string }>(
    "select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^decided_'",
  )
  const functions = new Set(rows.map(({ name }) => name))
  const sent = new Map<string, [store: number, broadcast: number]>()
  for (const { id, kind, store, body, at } of missing) {
    await client.query(contextOf(store))
    if (kind !== LIST_BEGUN) {
      const name = `decided_${kind}`
      // A list of a later version, which the database was not updated to yet.
      if (!functions.has(name))
        throw new Error(
          `The list of decisions holds a kind \`${kind}\` that this version does not know: start the newest version that ran here.`,
        )
      await client.query(`select ${pg.escapeIdentifier(name)}($1, $2, $3)`, [store, at, JSON.stringify(body)])
    }
    await client.query(
      'insert into decision (id, kind, store, body, at, listed) values ($1, $2, $3, $4, $5, true) on conflict (id) do nothing',
      [id, kind, store, JSON.stringify(body), at],
    )
    if (store !== null) counts.set(store, (counts.get(store) ?? 0) + 1)
    const { broadcast } = body as { broadcast?: number }
    if (store !== null && broadcast !== undefined) sent.set(`${store} ${broadcast}`, [store, broadcast])
  }
  for (const [store, broadcast] of sent.values()) {
    await client.query(contextOf(store))
    await client.query('select settle_sent($1, $2)', [store, broadcast])
  }
  return counts
}
