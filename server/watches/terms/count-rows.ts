import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { ofKeys } from '../../imports/run/record-queries.ts'

type RowFigures = Pick<WatchFigures, 'rows' | 'failed' | 'unnamed' | 'held' | 'changed' | 'renamed' | 'added'> & {
  unread_cells: number
  duplicated: number
}

/** Columns of names, and of values that tell people apart. */
const identity = [
  'first_name',
  'last_name',
  'first_name_en',
  'last_name_en',
  'phone',
  'email',
  'citizen_id',
  'line_user_id',
]
const identifying = systemFields.flatMap(({ id, column }) => (identity.includes(column) ? [String(id)] : []))

/** Counts the rows of an ended dry run by what they would do. */
export async function countRows(db: Db, storeId: number, run: number): Promise<RowFigures> {
  const { rows } = await sql<RowFigures>`
    select r.total as rows, r.unread_cells, r.duplicated, r.held, r.added, n.changed, n.renamed,
      (r.failed - r.held - n.unnamed)::float8 / greatest(r.total, 1) as failed, n.unnamed::float8 / greatest(r.total, 1) as unnamed
    from run r cross join lateral (
      select count(*) filter (where status = 'failed' and error ->> 'failure' = any(${[...ofKeys]}::text[]))::int as unnamed,
        count(distinct profile_id) filter (where profile_id > 0 and changes <> '{}')::int as changed,
        count(distinct profile_id) filter (where profile_id > 0 and changes ?| ${identifying}::text[])::int as renamed
      from run_record where store_id = ${storeId} and run = ${run}) n
    where r.store_id = ${storeId} and r.id = ${run}`.execute(db)
  return rows[0]!
}
