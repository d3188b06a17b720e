import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Days that the figures of the list are about. */
const DAYS = 30

interface Figures {
  id: number
  on_the_way: number
  entered: number
  messages: number
}

/** Counts the people of automations: of these, or of all. */
export async function figuresOf(db: Db, storeId: number, ids?: readonly number[]): Promise<Map<number, Figures>> {
  const { rows } = await sql<Figures>`
    select a.id,
      (select count(*)::int from automation_run r
        where r.store_id = a.store_id and r.automation_id = a.id and r.ended_at is null) as on_the_way,
      (select count(*)::int from automation_run r where r.store_id = a.store_id and r.automation_id = a.id
        and r.entered_at > clock_timestamp() - make_interval(days => ${DAYS}::int)) as entered,
      (select count(*)::int from automation_act t where t.store_id = a.store_id and t.automation_id = a.id
        and t.kind = 'message' and t.outcome = 'done'
        and t.at > clock_timestamp() - make_interval(days => ${DAYS}::int)) as messages
    from automation a where a.store_id = ${storeId} and (${ids ? [...ids] : null}::int[] is null or a.id = any(${ids ? [...ids] : null}::int[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** People who wait at each step of each version. */
export async function waitingAt(db: Db, storeId: number, id: number) {
  const { rows } = await sql<{ version: number; step: number; people: number }>`
    select version, step, count(*)::int as people from automation_run
    where store_id = ${storeId} and automation_id = ${id} and ended_at is null
    group by version, step order by version, step`.execute(db)
  return rows
}
