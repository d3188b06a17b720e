import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import { movedWithin } from '../../customers/membership/moved-within.ts'
import type { Db } from '../../database/db.ts'
import { withinTime } from '../../database/within-time.ts'
import type { RunRow } from '../data-sources/runs.ts'

/** Milliseconds for a figure, which is left out if it takes longer. */
const PATIENCE_MS = 3000

/** Returns how many values of each field a run changed, the most first. Null if that takes too long. */
export function changedValues(
  db: Db,
  storeId: number,
  { id }: Pick<RunRow, 'id'>,
  fields: readonly Pick<Field, 'id' | 'display_name'>[],
) {
  const names = new Map(fields.map((field) => [field.id, field.display_name]))
  return withinTime(db, PATIENCE_MS, async () => {
    const { rows } = await sql<{ id: number; count: number }>`
      select field::int as id, count(*) as count
      from run_record r cross join lateral jsonb_object_keys(r.changes) field
      where r.store_id = ${storeId} and r.run = ${id} and r.changes is not null
      group by field order by 2 desc, 1`.execute(db)
    return rows.flatMap(({ id, count }) => (names.has(id) ? { id, name: names.get(id)!, count } : []))
  })
}

/** Returns the open segments that customers of a run joined and left because of it. Null if unknown, or not to be seen. */
export async function changedSegments(
  db: Db,
  storeId: number,
  run: RunRow,
  rights: Rights,
  closed: ReadonlySet<number>,
) {
  const { id, kind, started_at, finished_at, undone_at } = run
  if (kind !== 'real' || !started_at || !finished_at || undone_at || !may(rights, 'cdp-core.label.read')) return null
  const profiles = sql`select distinct profile_id from run_record
    where store_id = ${storeId} and run = ${id} and profile_id > 0 and status in ('added', 'updated', 'duplicated')`
  const all = await withinTime(db, PATIENCE_MS, () =>
    movedWithin(db, storeId, { from: started_at, to: finished_at, profiles }),
  )
  if (!all) return null
  const moved = all.filter((one) => !closed.has(one.id))
  return {
    pending: moved.some(({ pending }) => pending),
    data: moved.flatMap(({ pending: _, ...one }) => (one.joined + one.left > 0 ? one : [])),
  }
}
