import type pg from 'pg'
import type { SideLists } from '../../platform/core/side-lists.ts'

/** The list of one server, beside the database: who cuts off the newest hours in it together with their seals has to find this as well. */
export const keptSealsOf = (server: number) =>
  server === 1 ? ('audit-seals.json' as const) : (`audit-seals-${server}.json` as const)

interface Seal {
  store_id: number
  hour: string
  hash: string
}
type Pool = Pick<pg.Pool, 'query'>

const keptSeals = async (lists: SideLists, server: number): Promise<Seal[]> =>
  JSON.parse((await lists.lines(keptSealsOf(server))).join('') || '[]') as Seal[]

const lostOf = async (pool: Pool, kept: Seal[]) =>
  (await pool.query<Omit<Seal, 'hash'>>('select * from auth.lost_seals($1)', [JSON.stringify(kept)])).rows

/** The hours of stores that were sealed and whose seals are gone from the database. */
export const lostSeals = async (pool: Pool, lists: SideLists, server = 1) =>
  lostOf(pool, await keptSeals(lists, server))

/**
 * Keeps the newest seal of each store in a file. One that stands no more in the database stays in the file, whatever was sealed since: it
 * is what tells. Whole or not at all, so that a crash leaves no half of it.
 */
export async function keepSeals(pool: Pool, lists: SideLists, server = 1): Promise<void> {
  const kept = await keptSeals(lists, server)
  const lost = new Set((await lostOf(pool, kept)).map(({ store_id }) => store_id))
  const { rows } = await pool.query<Seal>('select * from auth.newest_seals()')
  const next = [
    ...kept.filter(({ store_id }) => lost.has(store_id)),
    ...rows.filter(({ store_id }) => !lost.has(store_id)),
  ]
  await lists.replace(keptSealsOf(server), [JSON.stringify(next)])
}
