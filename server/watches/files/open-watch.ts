import { sql } from 'kysely'
import { inStore, risenUpdatedAt } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { openPlace } from '../places/open-place.ts'
import { type Place, PlaceError } from '../places/place.ts'
import { secretOf } from '../places/secret.ts'
import type { WatchRow } from './queries.ts'

/** Opens the place of a watch with its secret, and pins the host key of a server at the first connection. Throws PlaceError. */
export async function openWatch(core: Core, storeId: number, watch: WatchRow, signal: AbortSignal): Promise<Place> {
  const { place: at } = watch
  const { place, hostKey } = await openPlace(core, storeId, at, secretOf(core, storeId, watch), signal)
  if (at.kind !== 'sftp' || at.host_key !== null) return place
  const pinned = await inStore(core.pool, storeId, async (db) => {
    // The place may have changed since it was read, or have its key from another look.
    const { rows } = await sql`update watch set place = ${JSON.stringify({ ...at, host_key: hostKey })}::jsonb,
        updated_at = ${risenUpdatedAt}
      where store_id = ${storeId} and id = ${watch.id} and place = ${JSON.stringify(at)}::jsonb returning 1`.execute(db)
    return rows.length > 0
  })
  if (!pinned) throw new PlaceError('unreachable')
  return place
}
