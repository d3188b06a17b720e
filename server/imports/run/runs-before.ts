import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { RunRow } from '../data-sources/runs.ts'

/**
 * The runs that stand of the same rows under the same mapping: of this file, or of one with the same bytes that was read the same way.
 * Undefined where there is none.
 */
export async function runsBefore(db: Db, storeId: number, run: RunRow): Promise<ReadonlySet<number> | undefined> {
  const { rows } = await sql<{ id: number }>`
    select r.id from file own
    join file f on f.store_id = own.store_id
      and (f.id = own.id or (f.content_hash = own.content_hash and f.settings = own.settings))
    join run r on r.store_id = f.store_id and r.file_id = f.id
    where own.store_id = ${storeId} and own.id = ${run.file_id} and r.id < ${run.id} and r.kind = 'real' and r.done > 0
      and r.undone_at is null and r.mapping -> 'mapping' = ${JSON.stringify(run.mapping.mapping)}::jsonb
    order by r.id`.execute(db)
  return rows.length > 0 ? new Set(rows.map(({ id }) => id)) : undefined
}

/** Returns the runs if no records are left of the newest of them: they go after 31 days. */
export async function withoutRecords(
  db: Db,
  storeId: number,
  runs: ReadonlySet<number> | undefined,
): Promise<ReadonlySet<number> | null> {
  if (!runs) return null
  const one = db.selectFrom('run_record').select('run').where('store_id', '=', storeId)
  return (await one
    .where('run', '=', Math.max(...runs))
    .limit(1)
    .executeTakeFirst())
    ? null
    : runs
}

/** Rows from `first` to `last` that waited for an answer when the newest of these runs ended. */
export async function waitedBefore(
  db: Db,
  storeId: number,
  runs: ReadonlySet<number>,
  first: number,
  last: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ no: number }>`
    select record_no as no from run_record
    where store_id = ${storeId} and run = ${Math.max(...runs)} and status = 'conflict'
      and record_no between ${first} and ${last} and error ->> 'failure' = 'maybe_somebody_else'
    order by record_no`.execute(db)
  return new Set(rows.map(({ no }) => no))
}
