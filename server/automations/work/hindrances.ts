import { type RawBuilder, sql } from 'kysely'
import { runningPipeline } from '../../customers/profiles/lock.ts'
import type { Db } from '../../database/db.ts'

/** Runs that one statement marks. */
const RUNS = 10_000
/** Seconds after which runs that a file holds up are looked at again. */
const IMPORT_SECONDS = 5

type Waits = 'paused' | 'import'

/** Puts due runs of automations that are not active aside: they are no longer looked at until the automation goes on. */
export async function putPausedAside(db: Db, storeId: number, upTo: string, most: number): Promise<number> {
  return marked(
    db,
    storeId,
    sql`'paused'`,
    sql`
    select r.id from (
      select id, automation_id from automation_run where store_id = ${storeId} and ended_at is null and due_at <= ${upTo}::timestamptz
        and (waits_for is null or waits_for in ('quiet_hours', 'quota'))
      order by due_at, id limit ${most}) r
    join automation a on a.store_id = ${storeId} and a.id = r.automation_id and a.status <> 'active'`,
  )
}

/** Lets runs of active automations go on that a pause held up, or a file that has ended. Returns true if there may be more. */
export async function letGoOn(db: Db, storeId: number): Promise<boolean> {
  const such = (waits: Waits) => sql`
    select r.id from automation_run r join automation a on a.store_id = r.store_id and a.id = r.automation_id and a.status = 'active'
    where r.store_id = ${storeId} and r.ended_at is null and r.waits_for = ${waits} limit ${RUNS}`
  const resumed = await marked(db, storeId, sql`null`, such('paused'))
  const isHeld = (await runningPipeline(db, storeId)) !== undefined
  const freed = isHeld ? 0 : await marked(db, storeId, sql`null`, such('import'))
  await sql`update automation_engine set looks_at = case when exists (
      select from automation_run r where r.store_id = ${storeId} and r.ended_at is null and r.waits_for = 'import')
    then clock_timestamp() + make_interval(secs => ${IMPORT_SECONDS}) end where store_id = ${storeId}`.execute(db)
  return resumed === RUNS || freed === RUNS
}

async function marked(
  db: Db,
  storeId: number,
  waitsFor: RawBuilder<unknown>,
  such: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`update automation_run set waits_for = ${waitsFor}
    where store_id = ${storeId} and id in (${such})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
