import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Chosen {
  automationId: number
  jobId: number
  labels: readonly number[]
  fields: readonly number[]
  notes: boolean
}

export async function insertUndo(
  db: Db,
  storeId: number,
  { automationId, jobId, labels, fields, notes }: Chosen,
): Promise<void> {
  await db
    .insertInto('automation_undo')
    .values({
      store_id: storeId,
      automation_id: automationId,
      job_id: jobId,
      label_ids: [...labels],
      field_ids: [...fields],
      notes,
    })
    .execute()
}

interface UndoState {
  job_id: number | null
  undone_at: string | null
}

/** Returns the job that takes an automation back now, and when it was taken back last. */
export async function undoStateOf(db: Db, storeId: number, automationId: number): Promise<UndoState> {
  const { rows } = await sql<UndoState>`
    select max(u.ended_at) as undone_at, (max(j.id) filter (where j.status in ('pending', 'processing')))::int as job_id
    from automation_undo u left join job j on j.store_id = u.store_id and j.id = u.job_id
    where u.store_id = ${storeId} and u.automation_id = ${automationId}`.execute(db)
  return rows[0]!
}

/** FROM item: recipients `m` who got a message of an automation, or perhaps did. */
const sentBy = (storeId: number, automationId: number) => sql`broadcast b
  join broadcast_recipient m on m.store_id = b.store_id and m.broadcast_id = b.id and m.status in ('accepted', 'unknown')
  where b.store_id = ${storeId} and b.automation_id = ${automationId}`

/** Counts messages that cannot be taken back, and events by the program that was told. */
export async function countSent(db: Db, storeId: number, automationId: number) {
  const { rows } = await sql<{ messages: number; people: number }>`
    select count(*)::int as messages, count(distinct m.profile_id)::int as people from ${sentBy(storeId, automationId)}`.execute(
    db,
  )
  return rows[0]!
}

/** Counts events of an automation by version and step. */
export async function countEvents(db: Db, storeId: number, automationId: number) {
  const { rows } = await sql<{ version: number; step: number; events: number }>`
    select r.version, a.step, count(*)::int as events from automation_act a
    join automation_run r on r.store_id = a.store_id and r.id = a.run_id
    where a.store_id = ${storeId} and a.automation_id = ${automationId} and a.kind = 'event' and a.outcome = 'done'
    group by r.version, a.step`.execute(db)
  return rows
}

export interface EventRow {
  run_id: number
  nth: number
  at: string
  version: number
  step: number
  profile_id: number
  name: string
}

/** Events of an automation after a place, by run. */
export async function eventsAfter(
  db: Db,
  storeId: number,
  automationId: number,
  after: Pick<EventRow, 'run_id' | 'nth'>,
  rows: number,
): Promise<EventRow[]> {
  const found = await sql<EventRow>`
    select a.run_id, a.nth, a.at, r.version, a.step, a.profile_id, coalesce(p.name, '') as name from automation_act a
    join automation_run r on r.store_id = a.store_id and r.id = a.run_id
    left join lateral (select btrim(concat_ws(' ', first_name, last_name)) as name from profile
      where store_id = ${storeId} and id = a.profile_id and deleted_at is null) p on true
    where a.store_id = ${storeId} and a.automation_id = ${automationId} and a.kind = 'event' and a.outcome = 'done'
      and (a.run_id, a.nth) > (${after.run_id}::bigint, ${after.nth}::int)
    order by a.run_id, a.nth limit ${rows}`.execute(db)
  return found.rows
}
