import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { Stored } from '../../storage/storage.ts'

interface NewFile {
  name: string
  /** Pixels across, of a picture that has several widths under one name. */
  width?: number
  contentType: string
  stored: Stored
  /** Milliseconds. */
  duration?: number
}

/** Inserts a public file. Returns its id. */
export async function insertMedia(
  db: Db,
  storeId: number,
  userId: number,
  { name, width, contentType, stored, duration }: NewFile,
): Promise<number> {
  const { id } = await db
    .insertInto('media')
    .values({
      ...{ store_id: storeId, created_by: userId, name, width: width ?? null },
      ...{ storage_key: stored.key, content_type: contentType, size: stored.size },
      duration: duration ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface KeptFile {
  name: string
  /** True if it has the widths of a rich message. */
  rich: boolean
  content_type: string
  duration: number | null
}

/** Keeps files from the purge, as they are named again. Returns those that the store has. */
export async function retainMedia(db: Db, storeId: number, names: readonly string[]): Promise<KeptFile[]> {
  if (names.length === 0) return []
  const { rows } = await sql<KeptFile>`
    with named as materialized (
      select id from media where store_id = ${storeId} and name = any(${names}::text[]) order by id for update
    )
    update media m set used_at = clock_timestamp() from named where m.store_id = ${storeId} and m.id = named.id
    returning m.name, m.width is not null as rich, m.content_type, m.duration`.execute(db)
  return rows
}

/** Finds a public file by its name, outside of any store, of several widths by one of them. */
export async function findMedia(pool: pg.Pool, name: string, width: number | null) {
  const { rows } = await pool.query<{ storage_key: string; content_type: string; size: number }>(
    'select * from auth.media($1, $2)',
    [name, width],
  )
  return rows[0]
}
