import type pg from 'pg'
import { holdLabels } from '../changes/labels.ts'
import type { Db } from '../core/db.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { type Decision, reaches } from './decide.ts'
import type { Plan } from './plan.ts'

const OVERLAY = 'pg_temp.overlay_label'

export interface GivenLabel {
  label_id: number
  profile_id: number
}

/** The dry run's table of the labels that its batches so far would have given. Nothing of it outlives the connection. */
export async function prepareLabels(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists ${OVERLAY};
    create temp table overlay_label (label_id int, profile_id bigint, primary key (label_id, profile_id))`)
}

/**
 * Gives the run's labels to everybody in a batch whose row was taken, and answers which profiles got which.
 * A label that somebody took away by hand comes back, for the file says so now; unless that was after the run began (decision 19).
 */
export async function addLabels(
  client: pg.ClientBase,
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id' | 'kind' | 'created_at'>,
  plan: Plan,
  decisions: readonly Decision[],
): Promise<GivenLabel[]> {
  if (plan.labels.length === 0) return []
  const ids = [...new Set(decisions.flatMap((decision) => (reaches(plan, decision) ? [decision.entry!.id!] : [])))]
  if (ids.length === 0) return []
  const { rows } =
    run.kind === 'dry'
      ? await client.query<GivenLabel>({
          name: 'overlay-labels',
          // The probe may not be flattened: by the statistics of an empty store it would read all labels of the store.
          text: `insert into ${OVERLAY} (label_id, profile_id)
            select l.id, p.id from unnest($2::int[]) as l (id) cross join unnest($3::bigint[]) as p (id)
            where not exists (select from profile_label x where x.store_id = $1
              and x.label_id = l.id and x.profile_id = p.id and x.source <> 'manual_remove' offset 0)
            on conflict do nothing returning label_id, profile_id`,
          values: [storeId, plan.labels, ids],
        })
      : await client.query<GivenLabel>({
          name: 'add-labels',
          // A label that was deleted since the run began is given to nobody. Held before they are given, as everybody does.
          text: `insert into profile_label as x (store_id, label_id, profile_id, source, run_id)
              select $1, l.id, p.id, 'import', $4 from unnest($2::int[]) as l (id) cross join unnest($3::bigint[]) as p (id) order by l.id, p.id
              on conflict (store_id, label_id, profile_id) do update set source = 'import', run_id = excluded.run_id
                where x.source = 'manual_remove' and (x.taken_at is null or x.taken_at < $5::timestamptz)
              returning label_id, profile_id`,
          values: [storeId, await holdLabels(db, storeId, plan.labels), ids, run.id, run.created_at],
        })
  return rows
}
