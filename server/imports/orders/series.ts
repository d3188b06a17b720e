import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Names a source of references that no series has: a preview before the first import. */
export const NO_SERIES = 'series:0'

const sourceOf = (id: number) => `series:${id}`

/** Adds a series if the store has none of this name. */
export async function ensureSeries(db: Db, storeId: number, name: string): Promise<void> {
  await sql`insert into order_series (store_id, name) values (${storeId}, ${name}) on conflict do nothing`.execute(db)
}

/** Returns the source by which activities name a series; that of no series if there is none of this name. */
export async function seriesSource(db: Db, storeId: number, name: string): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from order_series where store_id = ${storeId} and name_key(name) = name_key(${name})`.execute(db)
  return rows[0] ? sourceOf(rows[0].id) : NO_SERIES
}
