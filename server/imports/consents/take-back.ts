import { type RawBuilder, sql } from 'kysely'
import { answerIn } from '../../customers/consents/standing.ts'
import type { Db } from '../../database/db.ts'

/** Answers that an undo takes back: withdrawals whose consents stand again, and grants. */
interface TakenConsents {
  consents_restored: number
  consents_removed: number
}

/** Condition for an entry of the ledger that goes with a run. */
export const goesWithRun = (entry: string, run: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.raw(`${entry}.runs`)} is not null and is_of_run_alone(${sql.raw(`${entry}.runs`)}, ${run}::int))`

/** Counts what the undo of a run would take back of all its customers. */
export async function countTakenConsents(db: Db, storeId: number, run: number): Promise<TakenConsents> {
  const { rows } = await sql<TakenConsents>`
    select count(*) filter (where ${answerIn('e')} = 'withdrawn')::int as consents_restored,
      count(*) filter (where ${answerIn('e')} = 'granted')::int as consents_removed
    from consent_entry e
    where e.store_id = ${storeId} and ${run}::int = any(e.runs) and ${goesWithRun('e', run)}`.execute(db)
  return rows[0]!
}

/** Customers of the rows of a run, and those they were merged into. */
async function peopleOfRows(db: Db, storeId: number, run: number, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive people (id) as (
      select profile_id from run_record
      where store_id = ${storeId} and run = ${run} and record_no > ${from} and record_no <= ${to} and profile_id is not null
      union
      select p.merged_into from people join profile p on p.store_id = ${storeId} and p.id = people.id and p.merged_into is not null)
    select id from people`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes back what rows of a run said of their customers, unless somebody said the same since. Returns who changed. */
export async function takeBackConsents(
  db: Db,
  storeId: number,
  run: number,
  from: number,
  to: number,
): Promise<number[]> {
  const people = await peopleOfRows(db, storeId, run, from, to)
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from auth.take_back_consents(${run}::int, ${people}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}
