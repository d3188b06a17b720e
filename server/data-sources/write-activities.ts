import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import { type Decision, reaches } from './decide.ts'
import type { Plan } from './plan.ts'

const INCOMING = 'pg_temp.incoming_activity'
const OVERLAY = 'pg_temp.overlay_activity'

/** The temporary tables that a batch's activities go through; the overlay holds what a dry run would have written by now. */
export async function prepareActivities(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists ${INCOMING}, ${OVERLAY};
    create temp table incoming_activity (record_no int, profile_id bigint, activity_at timestamptz, fields jsonb);
    create temp table overlay_activity (profile_id bigint, activity_at timestamptz, fields jsonb);
    create index on ${OVERLAY} (profile_id)`)
}

/**
 * Writes the activities of a batch, in a dry run to its overlay, and answers the rows that added one. An activity of the same
 * person, type, moment and fields is there once, so that a file imported twice adds none the second time.
 */
export async function addActivities(
  client: pg.ClientBase,
  storeId: number,
  run: { id: number; kind: 'dry' | 'real' },
  plan: Plan,
  decisions: readonly Decision[],
): Promise<Set<number>> {
  if (!plan.activity) return new Set()
  const lines = decisions.flatMap((decision) => {
    const { no, entry, activity } = decision
    if (!activity || !reaches(plan, decision)) return []
    return [[String(no), String(entry!.id), activity.at, copyValue(JSON.stringify(activity.fields))].join('\t')]
  })
  if (lines.length === 0) return new Set()
  await client.query(`truncate ${INCOMING}`)
  await copyLines(client, INCOMING, lines)
  // OFFSET 0 keeps each look a probe of an index, whatever the statistics said when the plan was made.
  const fresh = `select distinct on (profile_id, activity_at, fields) record_no, profile_id, activity_at, fields
    from ${INCOMING} i where not exists (select from activity a where a.store_id = $1 and a.profile_id = i.profile_id
      and a.type_id = $2 and a.activity_at = i.activity_at and a.fields = i.fields offset 0)`
  const first = 'order by profile_id, activity_at, fields, record_no'
  const { rows } =
    run.kind === 'dry'
      ? await client.query<{ record_no: number }>({
          name: 'overlay-activities',
          text: `with fresh as (${fresh} and not exists (select from ${OVERLAY} o where o.profile_id = i.profile_id
              and o.activity_at = i.activity_at and o.fields = i.fields offset 0) ${first}),
            kept as (insert into ${OVERLAY} select profile_id, activity_at, fields from fresh)
            select record_no from fresh`,
          values: [storeId, plan.activity.typeId],
        })
      : await client.query<{ record_no: number }>({
          name: 'add-activities',
          text: `insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no)
            select $1, profile_id, $2, activity_at, fields, $3, record_no from (${fresh} ${first}) fresh
            returning row_no as record_no`,
          values: [storeId, plan.activity.typeId, run.id],
        })
  return new Set(rows.map((row) => row.record_no))
}
