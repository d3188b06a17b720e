import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import type { OfAccount } from './moves.ts'

/** Seconds that a sender may be silent before another one takes its account. It renews before each call, which may take 8 s. */
const LEASE_SECONDS = 20

/** Takes or keeps an account for a sender. Returns false if another one has it. */
export async function acquireSender(db: Db, { storeId, channelId }: OfAccount, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update rich_menu_assignment set holder = ${holder}::uuid, held_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where store_id = ${storeId} and channel_id = ${channelId}
      and (held_until is null or held_until < clock_timestamp() or holder = ${holder}::uuid)
    returning 1`.execute(db)
  return rows.length > 0
}

export const releaseSender = (db: Db, { storeId, channelId }: OfAccount, holder: string) =>
  sql`update rich_menu_assignment set holder = null, held_until = null
    where store_id = ${storeId} and channel_id = ${channelId} and holder = ${holder}::uuid`.execute(db)
