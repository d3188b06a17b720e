import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** One person, or all with a role. */
type Whose = { userId: number } | { roleId: number }

const numbers = (ids: string[] | null) => ids?.join(', ')

/**
 * Lists active work of people whose rights change, as numbers for the audit log ("12, 15"). It continues, since half a change would be
 * worse. Exports are excluded: they end with the right.
 */
export async function remainingWork(db: Db, storeId: number, whose: Whose): Promise<{ jobs?: string; runs?: string }> {
  const author =
    'userId' in whose
      ? sql`created_by = ${whose.userId}`
      : sql`created_by in (select user_id from store_member
          where store_id = ${storeId} and role_id = ${whose.roleId} and removed_at is null)`
  const atWork = sql`store_id = ${storeId} and status in ('pending', 'processing') and ${author}`
  const { rows } = await sql<{ jobs: string[] | null; runs: string[] | null }>`select
    (select array_agg(id order by id) from job where kind <> 'export' and ${atWork}) as jobs,
    (select array_agg(run_id order by id) from run where ${atWork}) as runs`.execute(db)
  const [jobs, runs] = [numbers(rows[0]!.jobs), numbers(rows[0]!.runs)]
  return { ...(jobs && { jobs }), ...(runs && { runs }) }
}
