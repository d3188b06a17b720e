import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { MAX_PATH, type ObservedPath } from './shape.ts'

/** Returns the fields of a connector's items in the order of their numbers. */
export const fieldsOfConnector = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('connector_field')
    .select(['no', 'path', 'kinds', 'items', 'last_value', 'first_at', 'last_at', 'changed'])
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .orderBy('no')
    .execute()

export type FieldRow = Awaited<ReturnType<typeof fieldsOfConnector>>[number]

/**
 * Notes what items held. New paths become fields with the next numbers, up to as many as a file has columns; those of a mapped connector,
 * and other kinds of values, are changes. The caller holds the connector.
 */
export async function noteFields(
  db: Db,
  storeId: number,
  id: number,
  seen: readonly ObservedPath[],
  mapped: boolean,
): Promise<void> {
  const usable = seen.filter(({ path }) => path.length <= MAX_PATH)
  const { rows: known } = await sql<{ path: string }>`
    update connector_field f set kinds = array(select distinct k from unnest(f.kinds || s.kinds) k order by k),
      items = f.items + s.items, last_value = coalesce(s.last_value, f.last_value), last_at = clock_timestamp(),
      changed = f.changed or (${mapped}::boolean and not s.kinds <@ f.kinds)
    from ${setOf(usable)} where f.store_id = ${storeId} and f.data_source_id = ${id} and f.path = s.path returning f.path`.execute(
    db,
  )
  const paths = new Set(known.map(({ path }) => path))
  const fresh = usable.filter(({ path }) => !paths.has(path)).map((one, place) => ({ ...one, place }))
  const added =
    fresh.length === 0
      ? 0n
      : (
          await sql`
    insert into connector_field (store_id, data_source_id, no, path, kinds, items, last_value, changed)
    select ${storeId}::int, ${id}::int, no, path, kinds, items, last_value, ${mapped}::boolean from (
      select s.*, s.place + 1 + (select coalesce(max(no), 0) from connector_field
        where store_id = ${storeId} and data_source_id = ${id}) as no from ${setOf(fresh)}) s
    where no <= ${MAX_FILE_COLUMNS} order by no`.execute(db)
        ).numAffectedRows
  if (fresh.length === Number(added ?? 0n) && usable.length === seen.length) return
  await db
    .updateTable('connector')
    .set({ fields_capped: true })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .where('fields_capped', '=', false)
    .execute()
}

/** Seen paths as the rows `s` of a statement. */
const setOf = (seen: readonly ObservedPath[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) s (path text, kinds text[], items int, last_value text, place int)`
