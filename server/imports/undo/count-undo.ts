import type { UndoPreview } from '@ruam/contract/imports/undo.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { tiesOf } from './ties.ts'
import { touchedProfiles, type UndoScope } from './touched-profiles.ts'
import { countUndoPlan, undoPlan } from './undo-plan.ts'

type ProfileCounts = Omit<UndoPreview, 'labels_removed' | 'activities_removed'>

/**
 * Counts what an undo does with the profiles of these rows. Most were created by the run and touched by nothing else: they are found
 * with one read of each table, and only the others are looked at one by one.
 */
export async function countUndo(db: Db, scope: UndoScope, from: number, to: number): Promise<ProfileCounts> {
  const { storeId, run } = scope
  const ofTouched = (table: string, column = 'profile_id') => sql`(select t.* from ${sql.table(table)} t
    join touched on touched.id = ${sql.ref(`t.${column}`)} where t.store_id = ${storeId} offset 0)`
  const others = sql`(select id from state where not untouched)`
  await sql`set local enable_nestloop = off`.execute(db)
  const { rows } = await sql<ProfileCounts>`
    with touched as materialized (select id from ${touchedProfiles(scope, from, to, false)} rows_of_run),
    tied (id) as (${sql.join(tiesOf(scope, ofTouched), sql` union `)}),
    state as materialized (
      select p.id, p.deleted_at is null as live,
        coalesce(p.origin_run = ${run.id}, false) and p.sources = '{}' and p.merged_into is null and tied.id is null as untouched
      from touched join profile p on p.store_id = ${storeId} and p.id = touched.id left join tied on tied.id = p.id
    )
    select profiles_removed + (select count(*) from state where untouched and live)::int as profiles_removed,
      profiles_kept, profiles_restored, values_restored, values_kept
    from (select ${countUndoPlan} from ${undoPlan(scope, others)} fate) counted`.execute(db)
  return rows[0]!
}
