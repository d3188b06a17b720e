import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'

type DestinationType = MappingRow['destination_type']

/** The key of a field in what mappedCounts answers. */
export const usageKey = (type: string, id: number) => `${type}:${id}`

/** Counts data sources that map a column to each field; omits unmapped fields. */
export async function mappedCounts(db: Db, storeId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ type: string; id: number; count: number }>`
    select row ->> 'destination_type' as type, (row ->> 'destination_id')::int as id, count(distinct d.id) as count
    from data_source d, jsonb_array_elements(d.mapping -> 'mapping') row
    where d.store_id = ${storeId} and d.deleted_at is null and d.mapping is not null
    group by 1, 2`.execute(db)
  return new Map(rows.map(({ type, id, count }) => [usageKey(type, id), count]))
}

/** Things that use a field: how many, and the names of a few. */
interface Users {
  count: number
  names: string[]
}

const MAX_NAMES = 5

export const usersOf = (names: string[]): Users => ({ count: names.length, names: names.slice(0, MAX_NAMES) })

/**
 * The data sources that map a column to the field. None of them can begin a run until the caller's transaction ends. To be held
 * before lockForPipeline, as a run that begins does.
 */
export async function lockSources(db: Db, storeId: number, type: DestinationType, id: number) {
  const row = JSON.stringify({ mapping: [{ destination_id: id, destination_type: type }] })
  return db
    .selectFrom('data_source')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`mapping @> ${row}::jsonb`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Dry runs of these data sources promise what no longer holds. */
export async function outdateDryRuns(db: Db, storeId: number, sources: { id: number }[]): Promise<void> {
  if (sources.length === 0) return
  await db
    .updateTable('data_source')
    .set({ version: sql`version + 1`, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where(
      'id',
      'in',
      sources.map(({ id }) => id),
    )
    .execute()
}
