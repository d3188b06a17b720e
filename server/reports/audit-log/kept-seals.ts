import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Beside the database: who cuts off the newest hours in it together with their seals has to find this as well. */
export const KEPT_SEALS = 'audit-seals.json'

interface Seal {
  store_id: number
  hour: string
  hash: string
}
type Pool = Pick<pg.Pool, 'query'>

async function keptSeals(folder: string): Promise<Seal[]> {
  const text = await readFile(join(folder, KEPT_SEALS), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw error
  })
  return JSON.parse(text) as Seal[]
}

const lostOf = async (pool: Pool, kept: Seal[]) =>
  (await pool.query<Omit<Seal, 'hash'>>('select * from auth.lost_seals($1)', [JSON.stringify(kept)])).rows

/** The hours of stores that were sealed and whose seals are gone from the database. */
export const lostSeals = async (pool: Pool, folder: string) => lostOf(pool, await keptSeals(folder))

/**
 * Keeps the newest seal of each store in a file. One that stands no more in the database stays in the file, whatever was sealed since: it
 * is what tells. Whole or not at all, so that a crash leaves no half of it.
 */
export async function keepSeals(pool: Pool, folder: string): Promise<void> {
  const kept = await keptSeals(folder)
  const lost = new Set((await lostOf(pool, kept)).map(({ store_id }) => store_id))
  const { rows } = await pool.query<Seal>('select * from auth.newest_seals()')
  const next = [
    ...kept.filter(({ store_id }) => lost.has(store_id)),
    ...rows.filter(({ store_id }) => !lost.has(store_id)),
  ]
  const path = join(folder, KEPT_SEALS)
  await writeFile(`${path}.new`, JSON.stringify(next), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
