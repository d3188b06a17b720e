import type { endReasons } from '@ruam/contract/automations/people.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface End {
  reason: (typeof endReasons)[number]
  at: string
}

/** Ends all runs of an automation that the caller has locked, each with its act. Returns their number. */
export async function stopRuns(db: Db, storeId: number, automationId: number, { reason, at }: End): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with ended as (
      update automation_run
      set step = null, due_at = null, waits_for = null, ended_at = ${at}::timestamptz, end_reason = ${reason}, acts = acts + 1
      where store_id = ${storeId} and automation_id = ${automationId} and ended_at is null
      returning id, profile_id, acts
    ), noted as (
      insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, outcome)
      select ${storeId}, id, acts, ${automationId}, profile_id, ${at}::timestamptz, 'ended', ${reason} from ended
    )
    select count(*)::int as people from ended`.execute(db)
  return rows[0]!.people
}
