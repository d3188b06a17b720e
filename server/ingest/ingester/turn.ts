import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/**
 * Makes this transaction the store's only ingester, after those at work. Returns false if the store has gone, or its owner has not
 * accepted the agreement.
 */
export async function acquireTurn(db: Db, storeId: number): Promise<boolean> {
  return (await lockIngester(db, storeId)) && (await hasAgreement(db, storeId))
}

/** Waits for the ingester at work, and keeps others from beginning until the caller's transaction ends. */
export async function lockIngester(db: Db, storeId: number): Promise<boolean> {
  await sql`insert into ingester (store_id) values (${storeId}) on conflict (store_id) do nothing`.execute(db)
  const { rows } = await sql`select from ingester where store_id = ${storeId} for update`.execute(db)
  return rows.length > 0
}

async function hasAgreement(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select status from dpa_decision where store_id = ${storeId} order by id desc limit 1`.execute(db)
  return rows[0]?.status === 'accepted'
}
