import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { Tables } from '../core/tables.ts'

type Had = Pick<Tables['profile_label'], 'source' | 'run_id'>

/** By label: the row the profile had before, where it had one. */
export type PassedLabels = Record<string, Had | null>

interface Ends {
  from: number
  to: number
}

/**
 * Gives a profile the labels of one that goes into it; answers which, with the row it had before. A label that was taken from
 * it by hand comes back, unless a segment's rule alone speaks for it. The caller holds the labels.
 */
export async function passLabels(db: Db, storeId: number, { from, to }: Ends): Promise<PassedLabels> {
  const before = await sql<{ label_id: number } & Had>`
    select label_id, source, run_id from profile_label
    where store_id = ${storeId} and profile_id = ${to} and source = 'manual_remove'`.execute(db)
  const { rows } = await sql<{ label_id: number }>`
    insert into profile_label as x (store_id, label_id, profile_id, source, run_id)
    select ${storeId}, label_id, ${to}, source, run_id from profile_label
    where store_id = ${storeId} and profile_id = ${from} and source <> 'manual_remove' order by label_id
    on conflict (store_id, label_id, profile_id) do update set source = excluded.source, run_id = excluded.run_id
      where x.source = 'manual_remove' and excluded.source <> 'rule'
    returning label_id`.execute(db)
  const had = new Map(before.rows.map(({ label_id, source, run_id }) => [label_id, { source, run_id }]))
  return Object.fromEntries(rows.map(({ label_id }) => [label_id, had.get(label_id) ?? null]))
}

/** Takes back the labels that a profile was passed, where it still has them; answers which. The caller holds the labels. */
export async function takePassedLabels(db: Db, storeId: number, id: number, passed: PassedLabels): Promise<number[]> {
  const { rows } = await sql<{ label_id: number }>`
    with passed as (select key::int as label_id, value as had from jsonb_each(${JSON.stringify(passed)}::jsonb)),
    there as materialized (
      select x.label_id from profile_label x
      where x.store_id = ${storeId} and x.profile_id = ${id} and x.source <> 'manual_remove'
        and x.label_id in (select label_id from passed) order by x.label_id for update),
    gone as (
      delete from profile_label x where x.store_id = ${storeId} and x.profile_id = ${id}
        and x.label_id in (select p.label_id from passed p join there using (label_id) where p.had = 'null')),
    as_before as (
      update profile_label x set source = p.had ->> 'source', run_id = (p.had ->> 'run_id')::bigint
      from passed p join there using (label_id)
      where x.store_id = ${storeId} and x.profile_id = ${id} and x.label_id = p.label_id and p.had <> 'null')
    select label_id from there`.execute(db)
  return rows.map((row) => row.label_id)
}
