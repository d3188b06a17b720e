import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

export async function storesOf(db: Db, userId: number) {
  const { rows } = await sql<{
    store_id: number
    name: string
    roles: string[]
  }>`select * from door.stores_of(${userId})`.execute(db)
  return rows
}

/** Nothing comes back for somebody who is no member of the store. */
export async function enterStore(
  db: Db,
  sessionId: number,
  userId: number,
  storeId: number,
  access: Buffer,
  seconds: number,
) {
  const { rows } = await sql<{
    roles: string[]
    permissions: string[]
    dpa_status: 'found' | 'not-found' | 'declined'
  }>`
    select * from door.enter_store(${sessionId}, ${userId}, ${storeId}, ${access}, ${seconds})`.execute(db)
  return rows[0]
}

/** Writes down that somebody has opened a store. */
export async function noteSeen(db: Db, userId: number, storeId: number): Promise<void> {
  await sql`select door.seen_in(${userId}, ${storeId})`.execute(db)
}

export function findStore(db: Db, storeId: number) {
  return db
    .selectFrom('store')
    .select([
      'store_id as id',
      'name',
      'time_zone',
      'era',
      sql<'found' | 'not-found' | 'declined'>`(select status from door.agreement())`.as('dpa_status'),
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
}

/** Where the store is: what a day, and a time without a zone, means there. */
export async function timeZoneOf(db: Db, storeId: number): Promise<string> {
  const store = db.selectFrom('store').select('time_zone').where('store_id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).time_zone
}
