import { lineFriendJobs } from '@ruam/contract/channels/line-friends.ts'
import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'

const { kind } = lineFriendJobs.line_friends

/** First key of the advisory locks that keep a store from asking LINE twice at once. */
const LOCK = storeLocks.lineFriends

/** Returns the id of the job that asks LINE about the store's friends, if one waits or works. */
export function activeAsking(db: Db, storeId: number) {
  return db
    .selectFrom('job')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
}

/** Starts the job that asks LINE about the store's friends, or returns the one at work. */
export async function startAsking(core: Pick<Core, 'jobs'>, db: Db, storeId: number, by: Principal): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  const active = await activeAsking(db, storeId)
  return active?.id ?? startJob(core, db, storeId, by, { kind, request: {} })
}

/** Starts the job if a LINE account is in use and LINE was not asked about some id yet. */
export async function startAskingIfNew(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal,
): Promise<void> {
  const { rows } = await sql`
    select where exists (select from channel
        where store_id = ${storeId} and type in ('lineOA', 'lineModule') and status = 'active')
      and exists (select from identity where store_id = ${storeId} and kind = 'line' and asked_at is null)`.execute(db)
  if (rows.length > 0) await startAsking(core, db, storeId, by)
}

/** Makes LINE be asked about every id again: another account may have other friends. */
export async function forgetChecked(db: Db, storeId: number): Promise<void> {
  await sql`update identity set asked_at = null
    where store_id = ${storeId} and kind = 'line' and asked_at is not null`.execute(db)
}

/** Notes that LINE was asked about these ids. */
export async function recordChecked(db: Db, storeId: number, values: readonly string[]): Promise<void> {
  await sql`update identity set asked_at = clock_timestamp()
    where store_id = ${storeId} and kind = 'line' and value = any(${values}::text[])`.execute(db)
}
