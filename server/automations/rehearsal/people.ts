import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Rehearsed } from './rehearse.ts'
import type { RehearsedActRow } from './tables.ts'

/** Entrants of a transaction. */
const PAGE_ROWS = 2500
/** Maximum customers who did not enter and are kept for a value of today. */
const MOST_OTHERS = 10_000

interface PersonRow {
  profile_id: number
  entered_at: string | null
  month: string | null
  messages: number
  reasons: string[]
  conflicts: number[]
  as_today: string[]
  acts: RehearsedActRow[]
}

/** Calls `save` with the entrants of the draft, in the order of their entries, and then with others for whom a value of today was used. */
export async function eachPage(
  { past, draft }: Rehearsed,
  save: (rows: PersonRow[], first: number) => Promise<void>,
): Promise<void> {
  const { db, storeId, timeZone } = past.world
  const kind = draft.definition.trigger?.kind ?? ''
  const marks = sql`
    array(select distinct place from past_conflict c where c.profile_id = r.profile_id order by place) as conflicts,
    array(select distinct coalesce(field::text, 'line') from as_today t where t.profile_id = r.profile_id order by 1) as as_today`
  let after = null as { at: string; id: number } | null
  let first = 1
  for (let more = true; more; ) {
    const { rows }: { rows: (PersonRow & { id: number })[] } = await sql<PersonRow & { id: number }>`
      select r.id, r.profile_id, r.entered_at, date_trunc('month', r.entered_at at time zone ${timeZone}::text)::date::text as month,
        (select count(*)::int from automation_act a where a.store_id = ${storeId} and a.run_id = r.id and a.kind = 'message' and a.outcome = 'done') as messages,
        array(select distinct a.reason from automation_act a where a.store_id = ${storeId} and a.run_id = r.id and a.kind = 'message'
          and a.outcome = 'skipped' and a.reason is not null order by 1) as reasons, ${marks},
        (select jsonb_agg(jsonb_build_array(a.at, a.kind, a.step, case a.kind when 'entered' then ${kind} else a.outcome end, a.reason) order by a.nth)
          from automation_act a where a.store_id = ${storeId} and a.run_id = r.id) as acts
      from (select id, profile_id, entered_at from automation_run where store_id = ${storeId} and automation_id = ${draft.automation_id}
        and (${after === null} or (entered_at, id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::bigint))
        order by entered_at, id limit ${PAGE_ROWS}) r
      order by r.entered_at, r.id`.execute(db)
    if (rows.length > 0)
      await save(
        rows.map(({ id: _, ...row }) => row),
        first,
      )
    first += rows.length
    const last = rows.at(-1)
    after = last ? { at: last.entered_at!, id: last.id } : after
    more = rows.length === PAGE_ROWS
  }
  const { rows: others } = await sql<PersonRow>`
    select r.profile_id, null as entered_at, null as month, 0 as messages, '{}'::text[] as reasons, ${marks}, '[]'::jsonb as acts
    from (select distinct profile_id from as_today t where not exists (
      select from automation_run o where o.store_id = ${storeId} and o.automation_id = ${draft.automation_id} and o.profile_id = t.profile_id)
      order by profile_id limit ${MOST_OTHERS}) r`.execute(db)
  for (let at = 0; at < others.length; at += PAGE_ROWS) await save(others.slice(at, at + PAGE_ROWS), first + at)
}

export interface RehearsalKey {
  automation_id: number
  edition: number
}

/** Writes people of a result. Those who were erased meanwhile are left out. */
export async function insertPeople(
  db: Db,
  storeId: number,
  { automation_id, edition }: RehearsalKey,
  rows: readonly PersonRow[],
  first: number,
): Promise<void> {
  await sql`insert into automation_rehearsal_person (store_id, automation_id, edition, nth, profile_id, entered_at, month, messages, reasons,
      conflicts, as_today, acts)
    select ${storeId}, ${automation_id}, ${edition}, ${first}::int + r.place::int - 1, r.profile_id, r.entered_at, r.month, r.messages, r.reasons,
      r.conflicts, r.as_today, r.acts
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (profile_id bigint, entered_at timestamptz, month date, messages int,
      reasons text[], conflicts int[], as_today text[], acts jsonb)) with ordinality r (profile_id, entered_at, month, messages, reasons, conflicts,
      as_today, acts, place)
    join profile p on p.store_id = ${storeId} and p.id = r.profile_id and p.deleted_at is null and p.merged_into is null`.execute(
    db,
  )
}

export const deletePeople = (db: Db, storeId: number, { automation_id, edition }: RehearsalKey) =>
  db
    .deleteFrom('automation_rehearsal_person')
    .where('store_id', '=', storeId)
    .where('automation_id', '=', automation_id)
    .where('edition', '=', edition)
    .execute()
