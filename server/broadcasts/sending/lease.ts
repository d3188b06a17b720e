import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Seconds that a sender may be silent before another one takes its channel. */
const LEASE_SECONDS = 10

export interface Lease {
  storeId: number
  channelId: number
  /** A UUID of this sender alone. */
  holder: string
}

/**
 * Takes a channel that no living sender holds. Returns false if one does. No lease ends later than it is long: a clock that was set back leaves
 * none behind.
 */
export async function acquireLease(db: Db, { storeId, channelId, holder }: Lease): Promise<boolean> {
  const { rows } = await sql`
    insert into broadcast_lease as l (store_id, channel_id, holder, until)
    values (${storeId}, ${channelId}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (store_id, channel_id) do update set holder = excluded.holder, until = excluded.until
      where l.until not between clock_timestamp() and excluded.until or l.holder = excluded.holder
    returning 1`.execute(db)
  return rows.length > 0
}

/** Locks and renews the lease for the transaction. Returns false if another sender has it. */
export async function renewLease(db: Db, { storeId, channelId, holder }: Lease): Promise<boolean> {
  const { rows } = await sql`
    update broadcast_lease set until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where store_id = ${storeId} and channel_id = ${channelId} and holder = ${holder}::uuid returning 1`.execute(db)
  return rows.length > 0
}

export async function endLease(db: Db, { storeId, channelId, holder }: Lease): Promise<void> {
  await sql`delete from broadcast_lease
    where store_id = ${storeId} and channel_id = ${channelId} and holder = ${holder}::uuid`.execute(db)
}
