import { sql } from 'kysely'
import type pg from 'pg'
import { isLive } from '../../customers/fields/live.ts'
import type { Db } from '../../database/db.ts'
import type { RowDecision } from './decided-rows.ts'
import { linesFrom, rowLinesOf } from './lines.ts'

export async function hasImportedRows(db: Db, storeId: number): Promise<boolean> {
  const one = db.selectFrom('imported_row').select('run').where('store_id', '=', storeId).limit(1)
  return (await one.executeTakeFirst()) !== undefined
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
      select h.place, i.profile_id as first_id, i.profile_id as id from unnest(${hashes}::uuid[]) with ordinality h (hash, place)
      cross join lateral (select profile_id from imported_row
        where store_id = ${storeId} and row_hash = h.hash and not held and run <> ${run} offset 0) i
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
    select distinct h.place from unnest(${hashes}::uuid[]) with ordinality h (hash, place)
    cross join lateral (select 1 from imported_row where store_id = ${storeId} and row_hash = h.hash and held
      and run = any(${[...runs]}::int[]) offset 0) i
    where not exists (select from imported_row where store_id = ${storeId} and row_hash = h.hash and not held offset 0)`.execute(
    db,
  )
  return new Set(rows.map(({ place }) => hashes[place - 1]!))
}

/** Notes for whom a batch took its rows, and whom the waiting ones may be about. The first run to note a row keeps it. */
export async function writeImported(
  client: pg.ClientBase,
  storeId: number,
  run: number,
  decisions: readonly RowDecision[],
): Promise<void> {
  const lines = decisions.flatMap(({ hash, entry, error }) => {
    if (hash === undefined) return []
    if (entry) return [[hash, 'f', entry.id]]
    const waitsFor = error?.failure === 'maybe_somebody_else' ? error.people?.[0]?.entry.id : undefined
    return waitsFor ? [[hash, 't', waitsFor]] : []
  })
  if (lines.length === 0) return
  await client.query({
    name: 'insert-imported',
    text: `insert into imported_row (store_id, row_hash, held, profile_id, run)
      select $1, c[1]::uuid, c[2]::boolean, c[3]::bigint, $2 from ${linesFrom('$3')} on conflict do nothing`,
    values: [storeId, run, rowLinesOf(lines)],
  })
}
