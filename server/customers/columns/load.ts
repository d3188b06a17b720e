import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { settledUntil } from '../../database/settled-until.ts'
import type { Core } from '../../servers/core.ts'
import { fieldColumns } from '../fields/sql-types.ts'
import { columnsToPack, type PackedRows, packedRows, unpackRows } from './read-rows.ts'
import { StoreColumns } from './store-columns.ts'
import { MAX_VALUES } from './value-column.ts'

/** Profiles per statement: unpacking them takes the event loop 10 ms. */
const CHUNK = 10_000

interface Loaded {
  columns: StoreColumns
  /** Fields with too many different values. */
  unsuited: ReadonlySet<number>
}

/** Versions of the values of these fields. A field whose values are being rewritten has none. */
export const versionsOf = (storeId: number, fields: readonly number[]) => sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(id, updated_at), '{}') from profile_field
  where store_id = ${storeId} and id = any(${fields.filter((id) => !fieldColumns.has(id))}::int[]) and converting_to is null)`

/** The version of a field among those of `versionsOf`; undefined if its values are being rewritten. Columns of profiles never are. */
export const versionIn = (versions: Record<string, string>, field: number): string | undefined =>
  fieldColumns.has(field) ? '' : versions[field]

/** Reads all profiles of a store with these fields, in chunks of one transaction each. Leaves out fields with too many values. */
export async function loadColumns(
  { pool }: Pick<Core, 'pool'>,
  storeId: number,
  fields: readonly number[],
): Promise<Loaded> {
  const { settled, versions } = await inStore(pool, storeId, async (db) => {
    const settled = await settledUntil(db)
    const { rows } = await sql<{
      versions: Record<string, string>
    }>`select ${versionsOf(storeId, fields)} as versions`.execute(db)
    return { settled, versions: rows[0]!.versions }
  })
  const kept = new Map(
    fields.flatMap((id): [number, string][] => {
      const version = versionIn(versions, id)
      return version === undefined ? [] : [[id, version]]
    }),
  )
  const unsuited = new Set<number>()
  let columns = new StoreColumns(kept, settled)
  for (let after = 0; ; ) {
    const rows = await inStore(pool, storeId, (db) => readChunk(db, storeId, [...columns.columns.keys()], after))
    if (rows.ids.length === 0) return { columns, unsuited }
    columns.write(rows)
    after = rows.ids.at(-1)!
    for (const [id, { values }] of columns.columns) if (values.length > MAX_VALUES) unsuited.add(id)
    if (unsuited.size > 0) columns = columns.without(unsuited)
  }
}

async function readChunk(db: Db, storeId: number, fields: readonly number[], after: number) {
  await byIndexes(db)
  const chunk = sql`(select p.id, ${columnsToPack(fields)} from profile p
    where p.store_id = ${storeId} and p.id > ${after} order by p.id limit ${CHUNK})`
  const { rows } = await sql<PackedRows>`${packedRows(fields, chunk)}`.execute(db)
  return unpackRows(rows[0]!, fields)
}
