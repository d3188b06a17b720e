import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { insertHistory } from '../changes/history.ts'
import type { ChangeSource, Sources } from '../changes/source.ts'
import { isLive } from '../fields/live.ts'
import { moveLabels } from './write.ts'

/** Customers who lose a label; `taken`: it had been taken away by hand before, from the run that had given it if any. */
interface Lost {
  id: number
  taken: Sources[string] | null
}

/** Customers who have a label again; `given`: the run that had given it, if any. */
interface Regained {
  id: number
  given: Sources[string] | null
}

const regainedOf = (regained: readonly Regained[]) => sql`unnest(${regained.map(({ id }) => id)}::bigint[],
  ${regained.map(({ given }) => (given?.[0] === 'run' ? given[1] : null))}::bigint[]) as r (id, run_id)`

const lostOf = (lost: readonly Lost[]) => sql`unnest(${lost.map(({ id }) => id)}::bigint[],
  ${lost.map(({ taken }) => taken !== null)}::boolean[],
  ${lost.map(({ taken }) => (taken?.[0] === 'run' ? taken[1] : null))}::bigint[]) as l (id, taken, run_id)`

/** Takes a label that was given by hand from live profiles, or makes it one that was taken away. Returns how many profiles lost it. */
export function loseLabel(db: Db, storeId: number, by: ChangeSource, labelId: number, lost: readonly Lost[]) {
  return moveLabels(db, storeId, by, { labelIds: [labelId], ids: lost.map(({ id }) => id) }, (labels) => ({
    moved: sql`${movedOf(storeId, labels, lost)}`,
    given: false,
  }))
}

const movedOf = (
  storeId: number,
  labels: readonly number[],
  lost: readonly Lost[],
) => sql`lost as materialized (select l.* from ${lostOf(lost)} join held on held.id = l.id),
  dropped as (
    delete from profile_label x using lost
    where not lost.taken and x.store_id = ${storeId} and x.label_id = any(${labels}::int[]) and x.profile_id = lost.id
      and x.source = 'manual_add' returning x.label_id, x.profile_id),
  hidden as (
    update profile_label x set source = 'manual_remove', run_id = lost.run_id from lost
    where lost.taken and x.store_id = ${storeId} and x.label_id = any(${labels}::int[]) and x.profile_id = lost.id
      and x.source = 'manual_add' returning x.label_id, x.profile_id),
  moved as (select * from dropped union all select * from hidden)`

/** Gives a label back to live profiles from which it was taken away. Returns how many profiles have it again. */
export function regainLabel(db: Db, storeId: number, by: ChangeSource, labelId: number, regained: readonly Regained[]) {
  return moveLabels(db, storeId, by, { labelIds: [labelId], ids: regained.map(({ id }) => id) }, (labels) => ({
    moved: sql`regained as materialized (select r.* from ${regainedOf(regained)} join held on held.id = r.id),
    moved as (
      update profile_label x set run_id = coalesce(r.run_id, x.run_id),
        source = case when coalesce(r.run_id, x.run_id) is null then 'manual_add' else 'import' end
      from regained r
      where x.store_id = ${storeId} and x.label_id = any(${labels}::int[]) and x.profile_id = r.id and x.source = 'manual_remove'
      returning x.label_id, x.profile_id)`,
    given: true,
  }))
}

/** Does both to deleted and merged profiles, which no counter and no segment has. The caller has locked the profiles and the label. */
export async function putBackUncounted(
  db: Db,
  storeId: number,
  by: ChangeSource,
  labelId: number,
  { lost, regained }: { lost: readonly Lost[]; regained: readonly Regained[] },
): Promise<void> {
  const history = sql`select profile_id, '{}'::jsonb as previous,
    jsonb_build_object('label:' || ${labelId}::int, jsonb_build_array(not has, has)) as changes from moved`
  await sql`
    with held as materialized (select id from profile where store_id = ${storeId} and not ${isLive()}
      and id = any(${[...lost.map(({ id }) => id), ...regained.map(({ id }) => id)]}::bigint[])),
    lost as materialized (select l.* from ${lostOf(lost)} join held on held.id = l.id),
    dropped as (
      delete from profile_label x using lost
      where not lost.taken and x.store_id = ${storeId} and x.label_id = ${labelId} and x.profile_id = lost.id and x.source = 'manual_add'
      returning x.profile_id),
    changed as (
      update profile_label x set run_id = case when x.source = 'manual_add' then lost.run_id else coalesce(r.run_id, x.run_id) end,
        source = case when x.source = 'manual_add' then 'manual_remove' when coalesce(r.run_id, x.run_id) is null then 'manual_add' else 'import' end
      from held left join lost on lost.id = held.id and lost.taken left join ${regainedOf(regained)} on r.id = held.id
      where x.store_id = ${storeId} and x.label_id = ${labelId} and x.profile_id = held.id
        and (lost.id is not null and x.source = 'manual_add' or r.id is not null and x.source = 'manual_remove')
      returning x.profile_id, x.source <> 'manual_remove' as has),
    moved as (select profile_id, false as has from dropped union all select * from changed)
    ${insertHistory(storeId, by, history)}`.execute(db)
}

/** Forgets that a label was taken away from these customers, who would not have it anyway. */
export const forgetRemovals = (db: Db, storeId: number, labelId: number, ids: readonly number[]) =>
  sql`delete from profile_label where store_id = ${storeId} and label_id = ${labelId} and profile_id = any(${ids}::bigint[])
    and source = 'manual_remove'`.execute(db)
