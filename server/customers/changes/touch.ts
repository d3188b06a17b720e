import { type RawBuilder, sql } from 'kysely'
import { risenUpdatedAt } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'

/** Lets the time of live profiles rise whose values stay as they are, for lists sort by it; answers their ids. `ids`: an array. */
export const touching = (storeId: number, ids: RawBuilder<unknown>) => sql<{ id: number }>`
  update profile set updated_at = ${risenUpdatedAt}
  where store_id = ${storeId} and id = any(${ids}) and ${isLive()}
  returning id`
