import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { onePlan } from '../../database/plans.ts'
import { settledUntil } from '../../database/settled-until.ts'
import { versionIn, versionsOf } from './load.ts'
import { packedSets, unpackSets } from './packed-sets.ts'
import { columnsToPack, type PackedRows, packedRows, unpackRows } from './read-rows.ts'
import type { StoreColumns } from './store-columns.ts'

/** Maximum changed profiles that a count reads. With more, reading all rows is as fast. */
const MOST_CHANGED = 120_000

/** Sets of ids that were read in the same snapshot. */
type IdSets = readonly number[][]

interface Now extends PackedRows {
  live: number | null
  versions: Record<string, string>
  changed_count: number
  sets: string
  isolation: string
}

/**
 * Brings columns up to date, and reads sets of ids with the same snapshot. Returns undefined if the columns are of no use any more: too much
 * has changed, values of a field were rewritten, or a change was overlooked. The transaction must be read committed: an older snapshot would
 * miss changes before `settled`, for good.
 */
export async function refresh(
  db: Db,
  storeId: number,
  columns: StoreColumns,
  sets: readonly RawBuilder<unknown>[],
): Promise<IdSets | undefined> {
  const fields = [...columns.columns.keys()]
  const settled = await settledUntil(db)
  await onePlan(db, 'on')
  const now = await readNow(db, storeId, columns, fields, sets)
  await onePlan(db, 'off')
  if (now.isolation !== 'read committed') throw new Error(`Columns were refreshed in a ${now.isolation} transaction`)
  if (now.changed_count > MOST_CHANGED) return undefined
  if (fields.some((id) => versionIn(now.versions, id) !== columns.columns.get(id)!.version)) return undefined
  columns.write(unpackRows(now, fields))
  columns.settled = settled
  if (columns.liveCount !== now.live) return undefined
  return unpackSets(now.sets)
}

async function readNow(
  db: Db,
  storeId: number,
  { settled }: StoreColumns,
  fields: readonly number[],
  sets: readonly RawBuilder<unknown>[],
): Promise<Now> {
  const idSets = sets.map((ids) => sql`select array_agg(id)::text from ${ids} one`)
  const { rows } = await sql<Now>`
    with changed as materialized (${changedIds(storeId, settled, MOST_CHANGED)}),
    now as materialized (${packedRows(fields, changedProfiles(storeId, fields))})
    select now.*, ${packedSets(idSets)} as sets, (select count(*) from changed) as changed_count,
      (select live from profile_total where store_id = ${storeId}) as live, ${versionsOf(storeId, fields)} as versions,
      current_setting('transaction_isolation') as isolation
    from now`.execute(db)
  return rows[0]!
}

/** Ids of profiles that were changed or removed since then, at most one more than `limit` of each kind. */
export function changedIds(storeId: number, since: string, limit: number) {
  const most = sql.lit(limit + 1)
  const changed = sql`from profile where store_id = ${storeId} and updated_at >= ${since}::timestamptz`
  return sql`select id from (
      (select id ${changed} and deleted_at is null and merged_into is null order by updated_at, id limit ${most})
      union all (select id ${changed} and (deleted_at is not null or merged_into is not null) is true order by updated_at, id limit ${most})
      union all (select profile_id from profile_touch where store_id = ${storeId} and at >= ${since}::timestamptz order by at, profile_id limit ${most})
    ) each group by id`
}

/** These profiles as they are now; those that were removed count as deleted. */
const changedProfiles = (storeId: number, fields: readonly number[]) => sql`(
  select who.id, packed.* from changed who
  left join lateral (select * from profile where store_id = ${storeId} and id = who.id offset 0) p on true
  cross join lateral (select ${columnsToPack(fields)}) packed order by who.id)`
