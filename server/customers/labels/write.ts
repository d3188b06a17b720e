import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { insertHistory } from '../changes/history.ts'
import { type LabelMoves, lockLabels } from '../changes/labels.ts'
import { lockLiveProfiles } from '../changes/lock-live.ts'
import type { ChangeSource } from '../changes/source.ts'
import { touching } from '../changes/touch.ts'
import { dependency } from '../membership/dependencies.ts'
import { refuseSegments } from './queries.ts'

/** Moved labels and their profiles. */
interface Moved {
  labelIds: readonly number[]
  ids: readonly number[]
}

/** Gives labels to live profiles that lack them. Returns how many profiles gained one. */
export function addLabels(db: Db, storeId: number, by: ChangeSource, { labelIds, ids }: Moved): Promise<number> {
  return moveLabels(db, storeId, by, { labelIds, ids }, async (labels, held) => {
    const moved = sql`moved as (
      insert into profile_label as x (store_id, label_id, profile_id, source)
      select ${storeId}, l.id, held.id, 'manual_add' from held cross join unnest(${labels}::int[]) as l (id) order by 2, 3
      on conflict (store_id, label_id, profile_id) do update set source = 'manual_add', run_id = null
        where x.source = 'manual_remove'
      returning label_id, profile_id)`
    // The history names labels that were taken away before, so that an undo leaves them taken away.
    return { moved, given: true, previous: await runsOf(db, storeId, 'manual_remove', labels, held) }
  })
}

/** Removes labels from live profiles that have them. Returns how many profiles lost one. */
export function removeLabels(db: Db, storeId: number, by: ChangeSource, { labelIds, ids }: Moved): Promise<number> {
  return moveLabels(db, storeId, by, { labelIds, ids }, async (labels, held) => {
    // `run_id` stays: it shows whether an import had given the label. So does the history, for the row may be another one later.
    const moved = sql`moved as (
      update profile_label set source = 'manual_remove', taken_at = clock_timestamp()
      where store_id = ${storeId} and label_id = any(${labels}::int[]) and profile_id = any(array(select id from held))
        and source <> 'manual_remove'
      returning label_id, profile_id)`
    return { moved, given: false, previous: await runsOf(db, storeId, 'import', labels, held) }
  })
}

/**
 * Gives live profiles general labels by hand. A label that an import gave is theirs from now on and stays when the import is undone.
 * Returns the number of profiles that lacked one.
 */
export async function assignLabels(
  db: Db,
  storeId: number,
  by: ChangeSource,
  ids: readonly number[],
  labelIds: readonly number[],
): Promise<number> {
  if (labelIds.length === 0 || ids.length === 0) return 0
  const people = await addLabels(db, storeId, by, { labelIds, ids })
  await db
    .updateTable('profile_label')
    .set({ source: 'manual_add', run_id: null })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`profile_id = any(${ids}::bigint[])`)
    .where('label_id', 'in', labelIds)
    .where('source', '=', 'import')
    .execute()
  return people
}

/** Locks these labels against deletion and moves by others. Throws not_found, and label_type_invalid for segments. */
export async function checkLabels(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  const labels = [...new Set(ids)]
  if ((await lockLabels(db, storeId, labels)).length === labels.length) return
  await refuseSegments(db, storeId, labels)
  throw new ApiError('not_found')
}

interface Move {
  /** A statement that names the labels it moved, of the profiles that `held` names. */
  moved: RawBuilder<unknown>
  given: boolean
  /** Further history entries by profile. */
  previous?: Previous
}

/** {profile id: {label:<id>: where a label that had been taken away, or is, came from}} */
type Previous = Record<string, Record<string, ['run' | 'system', number]>>

/**
 * Moves labels, and updates the counts of the labels and the history of each profile. Manual changes also raise the profile's time; jobs
 * and automations
 * do not, or all of their profiles would move to the top of the list. Locks the live profiles and existing labels first, so that the
 * move sees all earlier writes.
 */
export async function moveLabels(
  db: Db,
  storeId: number,
  by: ChangeSource,
  { labelIds, ids }: Moved,
  move: (labels: number[], held: number[]) => Move | Promise<Move>,
): Promise<number> {
  const held = await lockLiveProfiles(db, storeId, ids)
  const labels = await lockLabels(db, storeId, labelIds)
  if (held.length === 0 || labels.length === 0) return 0
  const { moved, given, previous = {} } = await move(labels, held)
  const history = sql`select profile_id, changes,
    coalesce(${JSON.stringify(previous)}::jsonb -> profile_id::text, '{}') as previous from people`
  const rises =
    by.job || by.source === 'automation'
      ? sql``
      : sql`risen as (${touching(storeId, sql`array(select profile_id from people)`)}),`
  const { rows } = await sql<{ people: number; labels: LabelMoves }>`
    with held as (select unnest(${held}::bigint[]) as id),
    ${moved},
    people as materialized (
      select profile_id, jsonb_object_agg('label:' || label_id, jsonb_build_array(${!given}::boolean, ${given}::boolean)) as changes
      from moved group by profile_id
    ),
    ${rises}
    recorded as (${insertHistory(storeId, by, history)})
    select (select count(*) from people) as people, coalesce((
      select jsonb_object_agg(label_id, ${given ? 1 : -1}::int * n)
      from (select label_id, count(*)::int as n from moved group by label_id) as counted), '{}') as labels`.execute(db)
  const { people, labels: moves } = rows[0]!
  const judged = { ids: held, reads: labels.map(dependency.label) }
  if (people > 0) await afterProfilesChanged(db, storeId, 'user', { labels: moves, judged })
  return people
}

/** Returns the runs that gave labels which imports gave, or which were taken away since. */
async function runsOf(
  db: Db,
  storeId: number,
  source: 'import' | 'manual_remove',
  labelIds: readonly number[],
  ids: readonly number[],
) {
  const rows = await db
    .selectFrom('profile_label')
    .select(['profile_id', 'label_id', 'run_id'])
    .where('store_id', '=', storeId)
    .where(sql<boolean>`label_id = any(${labelIds}::int[])`)
    .where(sql<boolean>`profile_id = any(${ids}::bigint[])`)
    .where('source', '=', source)
    .execute()
  const previous: Previous = {}
  for (const { profile_id, label_id, run_id } of rows) {
    previous[profile_id] ??= {}
    previous[profile_id][`label:${label_id}`] = run_id === null ? ['system', 0] : ['run', run_id]
  }
  return previous
}
