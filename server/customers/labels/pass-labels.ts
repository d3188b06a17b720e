import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'
import type { LabelMoves } from '../changes/labels.ts'

type Row = Tables['profile_label']

/** The row a profile had before; `source` null where it had none. `out`: it was kept out of a segment. */
interface Had {
  source: Row['source'] | null
  run_id: number | null
  pinned_by?: number | null
  pinned_at?: string | null
  out?: true
}

/** By label: the row the profile had before, where it had one. */
export type PassedLabels = Record<string, Had | null>

interface Ends {
  from: number
  to: number
}

const isMember = (source: Row['source'] | null | undefined) => Boolean(source) && source !== 'manual_remove'

/** Maps each label to 1 if the profile gained it, -1 if it lost it. */
const movesOf = (rows: readonly { label_id: number; was: boolean; is: boolean }[]): LabelMoves =>
  Object.fromEntries(rows.filter(({ was, is }) => was !== is).map(({ label_id, is }) => [label_id, is ? 1 : -1]))

/**
 * Gives a profile the labels of one that goes into it, and keeps it out of the segments that one was kept out of; answers which, with the
 * row it had before, and what it has got and lost by it. A label that was taken from it by hand comes back. A pin of either counts for more
 * than a rule; what a rule alone gave is not passed, for rules judge the one who is left. The caller holds the labels.
 */
export async function passLabels(
  db: Db,
  storeId: number,
  { from, to }: Ends,
): Promise<{ passed: PassedLabels; moves: LabelMoves }> {
  const before = await sql<{ label_id: number; source: Row['source'] } & Had>`
    select label_id, source, run_id, pinned_by, pinned_at from profile_label
    where store_id = ${storeId} and profile_id = ${to} and source in ('manual_remove', 'rule')`.execute(db)
  const { rows } = await sql<{ label_id: number; source: Row['source'] }>`
    insert into profile_label as x (store_id, label_id, profile_id, source, run_id, pinned_by, pinned_at)
    select ${storeId}, label_id, ${to}, source, run_id, pinned_by, pinned_at from profile_label
    where store_id = ${storeId} and profile_id = ${from} and (source in ('manual_add', 'import') or pinned_at is not null) order by label_id
    on conflict (store_id, label_id, profile_id) do update
      set source = excluded.source, run_id = excluded.run_id, pinned_by = excluded.pinned_by, pinned_at = excluded.pinned_at
      where (x.source = 'manual_remove' and excluded.source <> 'manual_remove')
        or (x.source = 'rule' and excluded.source in ('manual_add', 'manual_remove'))
    returning label_id, source`.execute(db)
  const had = new Map(before.rows.map(({ label_id, ...row }) => [label_id, row]))
  const passed = rows.map(({ label_id, source }): [string, Had | null] => {
    // Labels given by rules are not copied: the rule is evaluated for the profile.
    const row = had.get(label_id)?.source === 'rule' ? undefined : had.get(label_id)
    if (source !== 'manual_remove') return [String(label_id), row ?? null]
    return [String(label_id), { source: null, run_id: null, ...row, out: true }]
  })
  const moved = rows.map(({ label_id, source }) => ({
    label_id,
    was: isMember(had.get(label_id)?.source),
    is: isMember(source),
  }))
  return { passed: Object.fromEntries(passed), moves: movesOf(moved) }
}

/** Reverts passed labels that are unchanged since. Returns the gains and losses. The caller holds the labels. */
export async function revertPassedLabels(
  db: Db,
  storeId: number,
  id: number,
  passed: PassedLabels,
): Promise<LabelMoves> {
  const { rows } = await sql<{ label_id: number; was: boolean; is: boolean }>`
    with passed as (select key::int as label_id, nullif(value, 'null') as had from jsonb_each(${JSON.stringify(passed)}::jsonb)),
    there as materialized (
      select x.label_id, x.source, p.had from profile_label x join passed p using (label_id)
      where x.store_id = ${storeId} and x.profile_id = ${id}
        and (x.source = 'manual_remove') = coalesce((p.had ->> 'out')::boolean, false) order by x.label_id for update of x),
    gone as (
      delete from profile_label x where x.store_id = ${storeId} and x.profile_id = ${id}
        and x.label_id in (select label_id from there where had ->> 'source' is null)),
    as_before as (
      update profile_label x set source = t.had ->> 'source', run_id = (t.had ->> 'run_id')::bigint,
        pinned_by = (t.had ->> 'pinned_by')::int, pinned_at = (t.had ->> 'pinned_at')::timestamptz
      from there t
      where x.store_id = ${storeId} and x.profile_id = ${id} and x.label_id = t.label_id and t.had ->> 'source' is not null)
    select label_id, source <> 'manual_remove' as was, coalesce(had ->> 'source' <> 'manual_remove', false) as is from there`.execute(
    db,
  )
  return movesOf(rows)
}
