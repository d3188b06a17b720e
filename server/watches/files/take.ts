import { createHmac, hkdfSync } from 'node:crypto'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Db, inStore } from '../../database/db.ts'
import { insertFile } from '../../formats/files/queries.ts'
import { detectType } from '../../formats/files/type.ts'
import { cleanFileName } from '../../http/upload.ts'
import type { Core } from '../../servers/core.ts'
import { type Stored, TooLarge } from '../../storage/storage.ts'
import { type Found, type Place, PlaceError } from '../places/place.ts'
import { insertFailed } from './fail.ts'
import { lockWatch, type WatchRow } from './queries.ts'
import type { StoredError } from './tables.ts'

/** Bytes of an equal stamp are equal. */
export const stampOf = ({ size, modifiedAt, version }: Found): string => `${size} ${modifiedAt ?? ''} ${version ?? ''}`

type Taken =
  | { stored: Stored; detected: Awaited<ReturnType<typeof detectType>> }
  /** `stored`: undefined for one that is too large. */
  | { stored?: Stored; error: StoredError }

/** Copies a file into the storage. Undefined if it has changed since it was found: the next look finds it as it is then. */
async function copyFile({ storage }: Core, storeId: number, place: Place, found: Found, signal: AbortSignal) {
  try {
    const stored = await storage.put(storeId, await place.open(found, signal), MAX_FILE_BYTES)
    if (stored.size === found.size) return stored
    await storage.remove(stored.key)
    return undefined
  } catch (error) {
    if (error instanceof PlaceError && error.reason === 'not_found') return undefined
    throw error
  }
}

async function readKind({ storage }: Core, stored: Stored): Promise<Taken> {
  try {
    if (stored.size === 0) throw new ApiError('file_empty')
    return { stored, detected: await detectType(storage, stored.key) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { stored, error: { name: error.errorName, ...(error.details && { details: error.details }) } }
  }
}

/**
 * Marks the content of a file of a store by its SHA-256. Keyed with the server's secret: decisions that a restore keeps hold the mark, and a
 * bare hash would tell who has the same file.
 */
function contentMark(secretKey: string, storeId: number, hash: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `ruam watch ${storeId}`, 32))
  return createHmac('sha256', key).update(hash).digest()
}

/** True if the file was taken as it is, and was not moved since. */
async function isTaken(db: Db, storeId: number, watchId: number, found: Found): Promise<boolean> {
  const taken = db.selectFrom('watch_file').select('id').where('store_id', '=', storeId).where('watch_id', '=', watchId)
  const same = taken.where('name', '=', found.name).where('stamp', '=', stampOf(found)).where('put_away', 'is', null)
  return (await same.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Takes a file that stood still: copies it, and puts it into the queue of its watch. A content that is in the queue or stands imported is
 * skipped. Safe to repeat: a copy without a row is an orphan, which the purge removes.
 */
export async function takeFile(
  core: Core,
  storeId: number,
  watch: WatchRow,
  place: Place,
  found: Found,
  signal: AbortSignal,
): Promise<void> {
  let taken: Taken
  try {
    if (found.size > MAX_FILE_BYTES) throw new TooLarge()
    const stored = await copyFile(core, storeId, place, found, signal)
    if (!stored) return
    taken = await readKind(core, stored)
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    taken = { error: { name: 'too_large', details: { limit: `${MAX_FILE_BYTES / 1024 / 1024} MB` } } }
  }
  const isKept = await inStore(core.pool, storeId, async (db) => {
    const held = await lockWatch(db, storeId, watch.id)
    if (held?.status !== 'active') return false
    // A look that took longer than its claim: another worker was first.
    if (await isTaken(db, storeId, held.id, found)) return false
    const { stored } = taken
    const name = cleanFileName(found.name)
    const hash = stored ? contentMark(core.config.secretKey, storeId, stored.hash) : null
    // What was taken back since no longer stands.
    await sql`update watch_file f set undone_at = r.undone_at from run r
      where f.store_id = ${storeId} and f.data_source_id = ${held.data_source_id} and f.hash = ${hash} and f.undone_at is null
        and r.store_id = f.store_id and r.id = f.run_id and r.undone_at is not null`.execute(db)
    const row = {
      ...{ store_id: storeId, watch_id: held.id, data_source_id: held.data_source_id },
      ...{ name: found.name, size: found.size, stamp: stampOf(found), hash, file_id: null },
    }
    await db
      .deleteFrom('watch_seen')
      .where('store_id', '=', storeId)
      .where('watch_id', '=', held.id)
      .where('name', '=', found.name)
      .execute()
    if ('error' in taken) {
      await insertFailed(db, row, taken.error)
      return false
    }
    const arrived = await db
      .insertInto('watch_file')
      .values({ ...row, status: 'arrived' })
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'data_source_id', 'hash'])
          .where('status', 'in', ['arrived', 'reading', 'trying', 'waiting', 'importing', 'imported'])
          .where('undone_at', 'is', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!arrived) {
      const skipped = { ...row, status: 'skipped' as const, ended_at: sql<string>`now()` }
      await db.insertInto('watch_file').values(skipped).execute()
      return false
    }
    const { type, kind, settings } = taken.detected
    const { size, key, hash: content_hash } = taken.stored
    const { id } = await insertFile(db, storeId, held.acts_for, {
      ...{ name, size, type, kind, settings, storage_key: key, content_hash },
    })
    await db
      .updateTable('watch_file')
      .set({ file_id: id })
      .where('store_id', '=', storeId)
      .where('id', '=', arrived.id)
      .execute()
    return true
  })
  if (!isKept && taken.stored) await core.storage.remove(taken.stored.key)
}
