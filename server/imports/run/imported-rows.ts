import { sql } from 'kysely'
import type pg from 'pg'
import { isLive } from '../../customers/fields/live.ts'
import type { Db } from '../../database/db.ts'
import type { RowDecision } from './decided-rows.ts'
import { linesFrom, rowLinesOf } from './lines.ts'
import { storedHash } from './row-hash.ts'

// Hashes of imported rows: of a row that added a profile in `profile.row_hash`, of every other matched or waiting row in `imported_row`.

export async function hasImportedRows(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`select where exists (select from imported_row where store_id = ${storeId})
    or exists (select from profile where store_id = ${storeId} and row_hash is not null)`.execute(db)
  return rows.length > 0
}

/**
 * Returns the live people for whom earlier runs took rows with these hashes, in the order in which they came to the store. A merged
 * person counts as the one who stayed, so two of them in one place are two rows.
 */
export async function findImported(
  db: Db,
  storeId: number,
  run: number,
  hashes: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ place: number; id: number }>`
    with recursive met as materialized (
      select h.place, i.profile_id as first_id, i.profile_id as id
      from unnest(${hashes}::uuid[], ${hashes.map(storedHash)}::bigint[]) with ordinality h (hash, stored, place)
      cross join lateral (
        select * from (select profile_id from imported_row
          where store_id = ${storeId} and row_hash = h.hash and not held and run <> ${run} offset 0) taken
        union
        select * from (select id from profile
          where store_id = ${storeId} and row_hash = h.stored and origin_run <> ${run} offset 0) made) i
    ), heir as (
      select * from met
      union select heir.place, heir.first_id, p.merged_into from heir
      cross join lateral (select merged_into from profile where store_id = ${storeId} and id = heir.id offset 0) p
      where p.merged_into is not null
    )
    select heir.place, heir.id from heir
    cross join lateral (select 1 from profile where store_id = ${storeId} and id = heir.id and ${isLive()} offset 0) p
    order by heir.first_id`.execute(db)
  const found = new Map<string, number[]>()
  for (const { place, id } of rows) {
    const hash = hashes[place - 1]!
    found.set(hash, [...(found.get(hash) ?? []), id])
  }
  return found
}

/** Returns those of the hashes whose row waited for an answer in one of these runs and was never taken since. */
export async function findWaiting(
  db: Db,
  storeId: number,
  runs: ReadonlySet<number>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ place: number }>`
    select distinct h.place
    from unnest(${hashes}::uuid[], ${hashes.map(storedHash)}::bigint[]) with ordinality h (hash, stored, place)
    cross join lateral (select 1 from imported_row where store_id = ${storeId} and row_hash = h.hash and held
      and run = any(${[...runs]}::int[]) offset 0) i
    where not exists (select from imported_row where store_id = ${storeId} and row_hash = h.hash and not held offset 0)
      and not exists (select from profile where store_id = ${storeId} and row_hash = h.stored offset 0)`.execute(db)
  return new Set(rows.map(({ place }) => hashes[place - 1]!))
}

/**
 * Notes for whom a batch took its rows, and whom the waiting ones may be about, except those that added a profile. The first run to note
 * a row keeps it.
 */
export async function writeImported(
  client: pg.ClientBase,
  storeId: number,
  run: number,
  decisions: readonly RowDecision[],
): Promise<void> {
  const lines = decisions.flatMap(({ no, status, hash, entry, error }) => {
    if (hash === undefined || (status === 'added' && entry?.row === no)) return []
    if (entry) return [[hash, 'f', entry.id, storedHash(hash)]]
    const waitsFor = error?.failure === 'maybe_somebody_else' ? error.people?.[0]?.entry.id : undefined
    return waitsFor ? [[hash, 't', waitsFor, null]] : []
  })
  if (lines.length === 0) return
  await client.query({
    name: 'insert-imported',
    text: `insert into imported_row (store_id, row_hash, held, profile_id, run)
      select $1, hash, held, id, $2
      from (select c[1]::uuid as hash, c[2]::boolean as held, c[3]::bigint as id, c[4]::bigint as stored from ${linesFrom('$3')} offset 0) i
      where not exists (select from (select row_hash from profile where store_id = $1 and id = i.id offset 0) own where row_hash = i.stored)
      on conflict do nothing`,
    values: [storeId, run, rowLinesOf(lines)],
  })
}
