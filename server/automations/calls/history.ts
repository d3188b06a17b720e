import type { AutomationHistoryEntry } from '@ruam/contract/automations/people.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import { nameOfPerson } from '../../customers/segments/people.ts'
import type { Db } from '../../database/db.ts'

/** Returns a page of the acts on an automation, the newest first, and how many there are. */
export async function historyOf(
  db: Db,
  storeId: number,
  id: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const acts = sql`audit_log a where a.store_id = ${storeId} and a.subject_type = 'automation' and a.subject_id = ${String(id)}`
  const { rows } = await sql<AutomationHistoryEntry>`
    select a.at, a.action, a.details, (select jsonb_build_object('id', id, 'name', ${nameOfPerson}) from users where id = a.user_id) as user
    from ${acts} order by a.at desc, a.id desc offset ${offset} limit ${rowsOf(limit)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${acts}`.execute(db)
  return { data: rows, total: counted.rows[0]!.total }
}
