import { presetRoles, type RoleHome } from '@ruam/contract/access/preset-roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { prepared } from '../../database/prepared.ts'
import type { StoreAddress } from './tables.ts'

export interface StoreOfPerson {
  store_id: number
  name: string
  roles: string[]
  deleted_at: string | null
  sandbox: boolean
}

export async function storesOf(db: Db, userId: number): Promise<StoreOfPerson[]> {
  const { rows } = await sql<StoreOfPerson>`
    select s.*, s.store_id in (select auth.sandboxes_of(${userId})) as sandbox from auth.stores_of(${userId}) s`.execute(
    db,
  )
  return rows
}

/** Opens a store. Returns undefined if the user is not a member. */
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
    select * from auth.enter_store(${sessionId}, ${userId}, ${storeId}, ${access}, ${seconds})`.execute(db)
  return rows[0]
}

/** Records that a user opened a store. */
export async function recordVisit(db: Db, userId: number, storeId: number): Promise<void> {
  await sql`select auth.seen_in(${userId}, ${storeId})`.execute(db)
}

/** Reads the settings of a store. */
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
      'names_in_tabs',
      'photo',
      'sandbox_of',
      'updated_at',
    ])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return found && { ...found, address: { ...NO_ADDRESS, ...found.address } }
}

const NO_ADDRESS: StoreAddress = { line: '', sub_district: '', district: '', province_id: null, postal_code: '' }

/** State of the current store towards the agreement in force. */
export const agreementRow = prepared(
  'agreement',
  () => sql<{ dpa_status: 'found' | 'not-found' | 'declined' }>`select status as dpa_status from auth.agreement()`,
)

const homeOfMember = (storeId: number, userId: number) => sql<{ home: RoleHome }>`
  select r.home from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.store_id = ${storeId} and m.user_id = ${userId} and m.removed_at is null`

/** First screen of a member. */
export const homeRow = prepared('home', (_, storeId: number, userId: number) => homeOfMember(storeId, userId))

export async function homeOf(db: Db, storeId: number, userId: number): Promise<RoleHome> {
  const { rows } = await homeOfMember(storeId, userId).execute(db)
  return rows[0]!.home
}

export async function agreementStatus(db: Db): Promise<'found' | 'not-found' | 'declined'> {
  const { rows } = await sql<{ status: 'found' | 'not-found' | 'declined' }>`
    select status from auth.agreement()`.execute(db)
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
  names_in_tabs?: boolean
  photo?: null
}

/** Changes a store if the caller has read its current version. Returns false otherwise. */
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

/** Creates a store for a user who already owns one. Returns null for other users. */
export async function makeStore(db: Db, userId: number, name: string, requestId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select auth.make_store(${userId}, ${name}, ${JSON.stringify(presetRoles)}, ${requestId}) as id`.execute(db)
  return rows[0]!.id
}

/** Locks a store's row. Returns its name and whether the user still owns it. */
export async function lockStoreRow(db: Db, storeId: number, userId: number) {
  const { rows } = await sql<{ name: string }>`
    select name from store where store_id = ${storeId} for no key update`.execute(db)
  if (!rows[0]) return undefined
  const owner = await sql`
    select from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = ${OWNER}
    where m.store_id = ${storeId} and m.user_id = ${userId} and m.removed_at is null`.execute(db)
  return { name: rows[0].name, owned: owner.rows.length > 0 }
}

/** Locks the current store. Returns false if it was already locked. */
export async function lockStore(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select auth.lock_store() as locked`.execute(db)
  return rows[0]!.locked
}

/** Restores a deleted store. Returns false if it is gone, was never deleted, or belongs to another person. */
export async function restoreStore(db: Db, userId: number, storeId: number, requestId: string): Promise<boolean> {
  const { rows } = await sql<{ restored: boolean }>`
    select auth.restore_store(${userId}, ${storeId}, ${requestId}) as restored`.execute(db)
  return rows[0]!.restored
}

export async function setPhoto(db: Db, storeId: number, photo: string): Promise<void> {
  await db.updateTable('store').set({ photo }).where('store_id', '=', storeId).execute()
}

/** Reads the store's time zone, which defines its days. */
/** Reads the prefix of customer numbers in exported files. */
export async function exportPrefixOf(db: Db, storeId: number): Promise<string> {
  const store = db.selectFrom('store').select('export_mark').where('store_id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).export_mark
}

export async function timeZoneOf(db: Db, storeId: number): Promise<string> {
  const store = db.selectFrom('store').select('time_zone').where('store_id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).time_zone
}
