import { sql } from 'kysely'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type Found, type Place, PlaceError, type PutAway } from '../places/place.ts'

/** Moves of one look. */
const MOVES = 500

interface Due {
  id: number
  name: string
  stamp: string
  /** Folder into which it was moved before. */
  from: PutAway | null
  where: PutAway
}

/** Returns a file as it was found when it was taken. */
function foundOf({ name, stamp }: Due): Found {
  const [size, modifiedAt, ...version] = stamp.split(' ')
  const found = { name, size: Number(size), modifiedAt: modifiedAt === '' ? null : Number(modifiedAt) }
  const text = version.join(' ')
  return text === '' ? found : { ...found, version: text }
}

/** Moves a file. Returns false if the place refuses that, or does not have the file as it was found. Throws PlaceError. */
async function move(place: Place, due: Due, signal: AbortSignal): Promise<boolean> {
  const { where, from } = due
  const putAway = (at: PutAway | null) => place.putAway!(foundOf(due), where, signal, at)
  const isLost = (error: unknown) => error instanceof PlaceError && error.reason === 'not_found'
  try {
    await putAway(from).catch((error: unknown) => {
      // A killed process may have moved it, and noted nothing.
      if (isLost(error) && from === null && where === 'done') return putAway('waiting')
      throw error
    })
    return true
  } catch (error) {
    const isRefused = error instanceof PlaceError && error.reason === 'refused'
    if (!isRefused && !isLost(error)) throw error
    return false
  }
}

/**
 * Moves files of a place into `waiting` while a decision is open, and into `done` when they are over. A file that cannot be moved is left
 * and remembered by its name and stamp. Safe to repeat.
 */
export async function putFilesAway(core: Core, storeId: number, watchId: number, place: Place, signal: AbortSignal) {
  if (!place.putAway) return
  const due = await inStore(core.pool, storeId, async (db) => {
    // Files that are at work are moved once, by their outcome.
    const { rows } = await sql<Due>`
      select id, name, stamp, put_away as from, target as where from (
        select f.id, f.name, f.stamp, f.put_away, case
          when f.status in ('imported', 'skipped', 'discarded', 'failed') then 'done'
          when f.status = 'waiting' then 'waiting'
          when f.status = 'arrived' and exists (select from watch_file b where b.store_id = f.store_id
            and b.watch_id = f.watch_id and b.status = 'waiting' and b.id < f.id) then 'waiting' end as target
        from watch_file f where f.store_id = ${storeId} and f.watch_id = ${watchId} and f.stamp <> ''
          and f.put_away is distinct from 'done' and not f.is_left) files
      where target is not null and target is distinct from put_away order by id limit ${MOVES}`.execute(db)
    return rows
  })
  let isRead = false
  for (const file of due) {
    if (signal.aborted) return
    const isMoved = await move(place, file, signal)
    // A password that is refused is refused here too, and says nothing about the file.
    if (!isMoved && !isRead) for await (const _ of place.list(signal)) break
    isRead ||= !isMoved
    await inStore(core.pool, storeId, (db) =>
      db
        .updateTable('watch_file')
        .set(isMoved ? { put_away: file.where } : { is_left: true })
        .where('store_id', '=', storeId)
        .where('id', '=', file.id)
        .execute(),
    )
  }
}
