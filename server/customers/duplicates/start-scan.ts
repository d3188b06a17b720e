import { profileDuplicateJobs } from '@ruam/contract/customers/duplicates.ts'
import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import type { ScanRequest } from './scan.ts'

const { kind } = profileDuplicateJobs.duplicate_scan

/** First key of the advisory locks that keep a store from starting two scans. */
const LOCK = storeLocks.duplicateScan

/** The scan of a store that waits or works. */
export function activeScan(db: Db, storeId: number) {
  return db
    .selectFrom('job')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst()
}

/** Begins a scan with the caller's transaction, unless one is at work: then that one is answered. */
export async function startScan(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  by: Principal,
  request: ScanRequest,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${storeId}::int)`.execute(db)
  const active = await activeScan(db, storeId)
  return active?.id ?? startJob(core, db, storeId, by, { kind, request })
}
