import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'

/** First key of the advisory locks of a store's rules. */
const LOCK = storeLocks.rules

/**
 * Keeps everybody else from writing rules of segments, and from deleting or retyping what rules name, until the caller's transaction
 * ends: two people at once make no circle, and no rule or activity type comes to name what goes at that moment. To be held before
 * anything else.
 */
export async function lockRules(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
}
