import type pg from 'pg'
import type { SideLists } from '../../platform/core/side-lists.ts'

/** Beside the database: who cuts off the newest hours in it together with their seals has to find this as well. */
export const KEPT_SEALS = 'audit-seals.json'

interface Seal {
  store_id: number
  hour: string
  hash: string
}
type Pool = Pick<pg.Pool, 'query'>

const keptSeals = async (lists: SideLists): Promise<Seal[]> =>
  JSON.parse((await lists.lines(KEPT_SEALS)).join('') || '[]') as Seal[]

const lostOf = async (pool: Pool, kept: Seal[]) =>
  (await pool.query<Omit<Seal, 'hash'>>('select * from auth.lost_seals($1)', [JSON.stringify(kept)])).rows

/** The hours of stores that were sealed and whose seals are gone from the database. */
export const lostSeals = async (pool: Pool, lists: SideLists) => lostOf(pool, await keptSeals(lists))

/**
 * Keeps the newest seal of each store in a file. One that stands no more in the database stays in the file, whatever was sealed since: it
 * is what tells. Whole or not at all, so that a crash leaves no half of it.
 */
export async function keepSeals(pool: Pool, lists: SideLists): Promise<void> {
  const kept = await keptSeals(lists)
  const lost = new Set((await lostOf(pool, kept)).map(({ store_id }) => store_id))
  const { rows } = await pool.query<Seal>('select * from auth.newest_seals()')
  const next = [
    ...kept.filter(({ store_id }) => lost.has(store_id)),
    ...rows.filter(({ store_id }) => !lost.has(store_id)),
  ]
  await lists.replace(KEPT_SEALS, [JSON.stringify(next)])
}
