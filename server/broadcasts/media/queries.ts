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
}

/** Inserts a public file. Returns its id. */
export async function insertMedia(
  db: Db,
  storeId: number,
  userId: number,
  { name, width, contentType, stored }: NewFile,
): Promise<number> {
  const { id } = await db
    .insertInto('media')
    .values({
      ...{ store_id: storeId, created_by: userId, name, width: width ?? null },
      ...{ storage_key: stored.key, content_type: contentType, size: stored.size },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NamedFile {
  name: string
  /** True if it has the widths of a rich message. */
  rich: boolean
}

/** Keeps files from the purge, as they are named again. Returns false if the store lacks one. */
export async function retainMedia(db: Db, storeId: number, files: readonly NamedFile[]): Promise<boolean> {
  if (files.length === 0) return true
  const names = files.map(({ name }) => name)
  const { rows } = await sql<NamedFile>`
    with named as materialized (
      select id from media where store_id = ${storeId} and name = any(${names}::text[]) order by id for update
    )
    update media m set used_at = clock_timestamp() from named where m.store_id = ${storeId} and m.id = named.id
    returning m.name, m.width is not null as rich`.execute(db)
  return files.every((file) => rows.some(({ name, rich }) => name === file.name && rich === file.rich))
}

/** Finds a public file by its name, outside of any store, of several widths by one of them. */
export async function findMedia(pool: pg.Pool, name: string, width: number | null) {
  const { rows } = await pool.query<{ storage_key: string; content_type: string; size: number }>(
    'select * from auth.media($1, $2)',
    [name, width],
  )
  return rows[0]
}
