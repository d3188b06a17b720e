import { MAX_SAVED_LOCATIONS } from '@ruam/contract/broadcasts/saved-locations.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'

interface LocationValues {
  title: string
  address: string
  latitude: number
  longitude: number
}

const columns = ['id', 'title', 'address', 'latitude', 'longitude', 'updated_at'] as const

export const listSavedLocations = (db: Db, storeId: number) =>
  db
    .selectFrom('saved_location')
    .select(columns)
    .where('store_id', '=', storeId)
    .orderBy(sql`title collate "th-x-icu"`)
    .orderBy('id')
    .limit(MAX_SAVED_LOCATIONS)
    .execute()

export const findSavedLocation = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('saved_location')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Throws name_taken by the index saved_location_title. Returns undefined if the store has as many locations as it may. */
export async function insertSavedLocation(db: Db, storeId: number, location: LocationValues) {
  const { title, address, latitude, longitude } = location
  const { rows } = await sql<LocationValues & { id: number; updated_at: string }>`
    insert into saved_location (store_id, title, address, latitude, longitude)
    select ${storeId}, ${title}, ${address}, ${latitude}::float8, ${longitude}::float8
    where (select count(*) from saved_location where store_id = ${storeId}) < ${MAX_SAVED_LOCATIONS}
    returning id, title, address, latitude, longitude, updated_at`.execute(db)
  return rows[0]
}

/** Saves over the version that the caller has seen. Returns undefined if there is a newer one. */
export const updateSavedLocation = (
  db: Db,
  storeId: number,
  { id, seen }: { id: number; seen: string },
  { title, address, latitude, longitude }: LocationValues,
) =>
  db
    .updateTable('saved_location')
    .set({ title, address, latitude, longitude, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning(columns)
    .executeTakeFirst()

/** Returns false if there is none. */
export async function deleteSavedLocation(db: Db, storeId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('saved_location')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
