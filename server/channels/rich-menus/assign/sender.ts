import { sql } from 'kysely'
import { type Db, inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import type { OfAccount } from './moves.ts'

/** Seconds that a sender may be silent before another one takes its account. The queue gives away the job of a killed one in 12. */
const LEASE_SECONDS = 9
/** A third of the lease. */
const RENEW_MS = 3000
const until = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes or keeps an account for a sender. Returns false if another one has it. A clock that was set back leaves no lease behind. */
export async function acquireSender(db: Db, { storeId, channelId }: OfAccount, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update rich_menu_assignment set holder = ${holder}::uuid, held_until = ${until}
    where store_id = ${storeId} and channel_id = ${channelId}
      and (held_until is null or held_until not between clock_timestamp() and ${until} or holder = ${holder}::uuid)
    returning 1`.execute(db)
  return rows.length > 0
}

/** Keeps an account for its sender until the returned function is called. A sender that lost it never takes it back by this. */
export function renewSender(
  { pool }: Pick<Core, 'pool'>,
  { storeId, channelId }: OfAccount,
  holder: string,
): () => void {
  const renewal = setInterval(() => {
    inStore(pool, storeId, (db) =>
      sql`update rich_menu_assignment set held_until = ${until}
        where store_id = ${storeId} and channel_id = ${channelId} and holder = ${holder}::uuid`.execute(db),
    ).catch(() => {})
  }, RENEW_MS)
  return () => clearInterval(renewal)
}

export const releaseSender = (db: Db, { storeId, channelId }: OfAccount, holder: string) =>
  sql`update rich_menu_assignment set holder = null, held_until = null
    where store_id = ${storeId} and channel_id = ${channelId} and holder = ${holder}::uuid`.execute(db)
