import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { Stored } from '../../storage/storage.ts'

interface NewFile {
  name: string
  contentType: string
  stored: Stored
}

/** Inserts a public file. Returns its id. */
export async function insertMedia(
  db: Db,
  storeId: number,
  userId: number,
  { name, contentType, stored }: NewFile,
): Promise<number> {
  const { id } = await db
    .insertInto('media')
    .values({
      ...{ store_id: storeId, created_by: userId, name },
      ...{ storage_key: stored.key, content_type: contentType, size: stored.size },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps files from the purge, as they are named again. Returns how many of the names the store has. */
export async function retainMedia(db: Db, storeId: number, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0
  const { rows } = await sql`
    with named as materialized (
      select id from media where store_id = ${storeId} and name = any(${names}::text[]) order by id for update
    )
    update media m set used_at = clock_timestamp() from named where m.store_id = ${storeId} and m.id = named.id
    returning 1`.execute(db)
  return rows.length
}

/** Finds a public file by its name, outside of any store. */
export async function findMedia(pool: pg.Pool, name: string) {
  const { rows } = await pool.query<{ storage_key: string; content_type: string; size: number }>(
    'select * from auth.media($1)',
    [name],
  )
  return rows[0]
}
