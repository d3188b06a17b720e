// A dry run writes no record of a row that adds a customer and has nothing to tell. Its readers know these rows by their missing record.
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { RunRow } from '../data-sources/runs.ts'

/** Rows after the first number, up to the second one. */
interface Range {
  after: number
  upTo: number
}

/** Days after which the records of a dry run are purged (auth.purge). */
const KEPT_DAYS = 7

/** Returns the rows of a dry run in a range that add a customer and have no record; none once its records are purged or replaced. */
export async function plainAdditions(
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id'>,
  { after, upTo }: Range,
): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    select n as no from run r cross join lateral generate_series(${after}::int + 1, least(r.done, ${upTo}::int)) n
    where r.store_id = ${storeId} and r.id = ${run.id} and r.kind = 'dry' and r.version >= 0
      and coalesce(r.finished_at, now()) > now() - make_interval(days => ${sql.lit(KEPT_DAYS)})
      and not exists (select from run_record where store_id = ${storeId} and run = ${run.id} and record_no = n)
    order by n`.execute(db)
  return rows.map(({ no }) => no)
}

/** Returns the rows of a dry run that a page of its additions spans: every row without a record is one. */
export async function rangeOfAdditions(
  db: Db,
  storeId: number,
  run: Pick<RunRow, 'id'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<Range> {
  const { rows } = await sql<Range>`
    select (${offset}::int + count(*) filter (where additions <= ${offset}))::int as after,
      (${offset}::int + ${limit}::int + count(*) filter (where additions < ${offset}::int + ${limit}::int))::int as "upTo"
    from (select record_no - row_number() over (order by record_no) as additions from run_record
      where store_id = ${storeId} and run = ${run.id} and status <> 'added') before`.execute(db)
  return rows[0]!
}
