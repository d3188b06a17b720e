import { DONE_DAYS, type TickedList } from '@ruam/contract/reports/work-lists.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Returns the customers of a list who were ticked off it. */
export async function tickedOff(
  db: Db,
  storeId: number,
  kind: TickedList,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select profile_id as id from work_done
    where store_id = ${storeId} and kind = ${kind} and profile_id = any(${ids}::bigint[])
      and done_at > now() - make_interval(days => ${DONE_DAYS})`.execute(db)
  return new Set(rows.map(({ id }) => Number(id)))
}

/** Ticks customers off a list, or puts them back. */
export async function tick(
  db: Db,
  storeId: number,
  userId: number,
  { kind, ids, done }: { kind: TickedList; ids: readonly number[]; done: boolean },
): Promise<void> {
  if (done)
    await sql`insert into work_done (store_id, kind, profile_id, done_by)
      select ${storeId}, ${kind}, id, ${userId} from (select distinct unnest(${ids}::bigint[]) as id) chosen order by id
      on conflict (store_id, kind, profile_id) do update set done_at = excluded.done_at, done_by = excluded.done_by`.execute(
      db,
    )
  else
    await sql`delete from work_done
      where store_id = ${storeId} and kind = ${kind} and profile_id = any(${ids}::bigint[])`.execute(db)
}
