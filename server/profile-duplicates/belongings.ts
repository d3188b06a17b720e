import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import type { MergeRow } from './queries.ts'

interface Ends {
  from: number
  to: number
}

/** Only what is named, or all there is. */
const among = (column: string, ids: readonly unknown[] | undefined, type: string) =>
  ids ? sql`and ${sql.raw(column)} = any(${ids}::${sql.raw(type)}[])` : sql``

// An identity's own id is told by no other table: what moved is known by its hash.
const identityHash = sql.raw(`md5(kind || ' ' || scope || ' ' || value)`)

/** Activities, consents and identities go from one profile to another; answers which. `only`: those that a merge had moved. */
export async function moveBelongings(
  db: Db,
  storeId: number,
  { from, to }: Ends,
  only?: Pick<MergeRow, 'activities' | 'consents' | 'identities'>,
) {
  const moved = async <T>(table: string, key: string, ids: readonly unknown[] | undefined, type: string) => {
    const { rows } = await sql<{ id: T }>`
      update ${sql.table(table)} set profile_id = ${to}
      where store_id = ${storeId} and profile_id = ${from} ${among(key, ids, type)} returning ${sql.raw(key)} as id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const identities = await sql<{ id: string }>`
    update identity set profile_id = ${to}
    where store_id = ${storeId} and profile_id = ${from}
      ${only ? sql`and ${identityHash} = any(${only.identities}::text[])` : sql``} returning ${identityHash} as id`.execute(
    db,
  )
  return {
    activities: await moved<number>('activity', 'id', only?.activities, 'bigint'),
    consents: await moved<number>('consent_entry', 'id', only?.consents, 'bigint'),
    identities: identities.rows.map(({ id }) => id),
  }
}

/**
 * Gives the kept profile the labels of the one that goes; answers which, with the row it had before. A label that was taken from
 * it by hand comes back, unless a segment's rule alone speaks for it.
 */
export async function giveLabels(db: Db, storeId: number, { from, to }: Ends): Promise<MergeRow['labels']> {
  const before = await sql<{ label_id: number; source: 'manual_remove'; run_id: number | null }>`
    select label_id, source, run_id from profile_label
    where store_id = ${storeId} and profile_id = ${to} and source = 'manual_remove'`.execute(db)
  const { rows } = await sql<{ label_id: number }>`
    with given as (
      insert into profile_label as x (store_id, label_id, profile_id, source, run_id)
      select ${storeId}, label_id, ${to}, source, run_id from profile_label
      where store_id = ${storeId} and profile_id = ${from} and source <> 'manual_remove' order by label_id
      on conflict (store_id, label_id, profile_id) do update set source = excluded.source, run_id = excluded.run_id
        where x.source = 'manual_remove' and excluded.source <> 'rule'
      returning label_id),
    counted as (
      update label set target_count = target_count + 1 where store_id = ${storeId} and id in (select label_id from given))
    select label_id from given`.execute(db)
  const had = new Map(before.rows.map(({ label_id, source, run_id }) => [label_id, { source, run_id }]))
  return Object.fromEntries(rows.map(({ label_id }) => [label_id, had.get(label_id) ?? null]))
}

/** Takes back the labels that a merge gave, where they still are; answers which. */
export async function takeLabels(db: Db, storeId: number, kept: number, given: MergeRow['labels']): Promise<number[]> {
  const { rows } = await sql<{ label_id: number }>`
    with given as (select key::int as label_id, value as had from jsonb_each(${JSON.stringify(given)}::jsonb)),
    there as materialized (
      select x.label_id from profile_label x
      where x.store_id = ${storeId} and x.profile_id = ${kept} and x.source <> 'manual_remove'
        and x.label_id in (select label_id from given) order by x.label_id for update),
    gone as (
      delete from profile_label x where x.store_id = ${storeId} and x.profile_id = ${kept}
        and x.label_id in (select g.label_id from given g join there using (label_id) where g.had = 'null')),
    as_before as (
      update profile_label x set source = g.had ->> 'source', run_id = (g.had ->> 'run_id')::bigint
      from given g join there using (label_id)
      where x.store_id = ${storeId} and x.profile_id = ${kept} and x.label_id = g.label_id and g.had <> 'null'),
    counted as (
      update label set target_count = target_count - 1 where store_id = ${storeId} and id in (select label_id from there))
    select label_id from there`.execute(db)
  return rows.map((row) => row.label_id)
}
