import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../core/db.ts'
import { prepared } from '../core/prepared.ts'
import type { StoreAddress } from './tables.ts'

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

/** What a store says of itself. */
export async function findStore(db: Db, storeId: number) {
  const found = await db
    .selectFrom('store')
    .select([
      'store_id as id',
      'name',
      'business_type',
      'phone',
      'tax_id',
      'address',
      'time_zone',
      'languages',
      'era',
      'photo',
      'updated_at',
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return found && { ...found, address: { ...NO_ADDRESS, ...found.address } }
}

const NO_ADDRESS: StoreAddress = { line: '', sub_district: '', district: '', province_id: null, postal_code: '' }

/** How the current store stands to the agreement in force. */
export const agreementRow = prepared(
  'agreement',
  () => sql<{ dpa_status: 'found' | 'not-found' | 'declined' }>`select status as dpa_status from door.agreement()`,
)

export async function agreementStatus(db: Db): Promise<'found' | 'not-found' | 'declined'> {
  const { rows } = await sql<{ status: 'found' | 'not-found' | 'declined' }>`
    select status from door.agreement()`.execute(db)
  return rows[0]!.status
}

export interface StoreChange {
  name?: string
  business_type?: string
  phone?: string | null
  tax_id?: string | null
  address?: StoreAddress
  time_zone?: string
  languages?: ('th' | 'en')[]
  era?: 'ce' | 'be'
  photo?: null
}

/** Changes a store over the version that was read; false when there is a newer one. */
export async function updateStore(db: Db, storeId: number, seen: string, change: StoreChange): Promise<boolean> {
  const { address, ...others } = change
  const updated = await db
    .updateTable('store')
    .set({ ...others, ...(address && { address: JSON.stringify(address) }), updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('store_id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function setPhoto(db: Db, storeId: number, photo: string): Promise<void> {
  await db.updateTable('store').set({ photo }).where('store_id', '=', storeId).execute()
}

/** Where the store is: what a day, and a time without a zone, means there. */
export async function timeZoneOf(db: Db, storeId: number): Promise<string> {
  const store = db.selectFrom('store').select('time_zone').where('store_id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).time_zone
}
