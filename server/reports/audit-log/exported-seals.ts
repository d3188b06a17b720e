import type pg from 'pg'
import type { SideLists } from '../../storage/side-lists.ts'

/** File of one server's seals outside the database: an attacker who deletes the newest hours with their seals must change it too. */
export const sealsFileOf = (server: number) =>
  server === 1 ? ('audit-seals.json' as const) : (`audit-seals-${server}.json` as const)

interface Seal {
  store_id: number
  hour: string
  hash: string
}
type Pool = Pick<pg.Pool, 'query'>

const keptSeals = async (lists: SideLists, server: number): Promise<Seal[]> =>
  JSON.parse((await lists.lines(sealsFileOf(server))).join('') || '[]') as Seal[]

const lostOf = async (pool: Pool, kept: Seal[]) =>
  (await pool.query<Omit<Seal, 'hash'>>('select * from auth.lost_seals($1)', [JSON.stringify(kept)])).rows

/** Returns the sealed hours whose seals are gone from the database. */
export const missingSeals = async (pool: Pool, lists: SideLists, server = 1) =>
  lostOf(pool, await keptSeals(lists, server))

/**
 * Keeps the newest seal of each store in a file. A seal that is missing in the database stays in the file, as the
 * evidence. The file is replaced atomically, so that a crash leaves no half of it.
 */
export async function exportSeals(pool: Pool, lists: SideLists, server = 1): Promise<void> {
  const kept = await keptSeals(lists, server)
  const lost = new Set((await lostOf(pool, kept)).map(({ store_id }) => store_id))
  const { rows } = await pool.query<Seal>('select * from auth.newest_seals()')
  const next = [
    ...kept.filter(({ store_id }) => lost.has(store_id)),
    ...rows.filter(({ store_id }) => !lost.has(store_id)),
  ]
  await lists.replace(sealsFileOf(server), [JSON.stringify(next)])
}
