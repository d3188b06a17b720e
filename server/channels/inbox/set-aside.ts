import { sql } from 'kysely'
import type { StateFault } from '../../core/sqlstate.ts'
import type { Db } from '../../database/db.ts'
import { isPatient } from '../../ingest/ingester/batch.ts'

/** Tries of an event that cannot be applied, by itself; then a person decides. */
const MAX_TRIES = 5
/** Pauses after each try. The first are for faults that may pass by themselves, such as ours: a new version mends them. */
const PAUSES = {
  patient: ['2 min', '8 min', '20 min', '30 min'],
  quick: ['5 s', '10 s', '15 s', '30 s'],
} as const

/** Why an event was not applied, as the log names it. */
const reasonOf = (fault: StateFault) =>
  fault === 'item' ? 'event_refused' : fault === 'slow' ? 'event_slow' : 'event_failed'

/** Notes a try that failed: the next one comes after a pause, and after the last one a person decides. */
export async function setAside(db: Db, storeId: number, logId: number, fault: StateFault): Promise<void> {
  const pauses = isPatient(fault) ? PAUSES.patient : PAUSES.quick
  await sql`
    with tried as (
      update inbox set tries = tries + 1, retry_at = case when tries + 1 >= ${MAX_TRIES}::int then 'infinity'
        else clock_timestamp() + (${[...pauses]}::text[])[tries + 1]::interval end
      where store_id = ${storeId} and log_id = ${logId} returning log_id
    )
    update online_log l set status = 'failed', error = ${reasonOf(fault)} from tried
    where l.store_id = ${storeId} and l.id = tried.log_id`.execute(db)
}

/** Condition for events of `inbox` that no further try is made of. */
export const isSetAside = sql<boolean>`retry_at = 'infinity'`

/** Queues set-aside events again, all of them without `ids`. Returns their ids. */
export async function replayEvents(db: Db, storeId: number, ids: readonly number[] | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with queued as (
      update inbox i set tries = 0, retry_at = null
      where i.store_id = ${storeId} and ${isSetAside}
        and (${ids === undefined} or i.log_id = any(${[...(ids ?? [])]}::bigint[]))
      returning i.log_id
    )
    update online_log l set status = 'waiting', error = null from queued
    where l.store_id = ${storeId} and l.id = queued.log_id returning l.id`.execute(db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Counts the set-aside events of a store. */
export async function countSetAside(db: Db, storeId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from inbox where store_id = ${storeId} and ${isSetAside}`.execute(db)
  return rows[0]!.total
}
