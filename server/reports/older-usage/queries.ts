import { OLDER_USAGE_DAYS } from '@ruam/contract/reports/older-usage.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

/** A number of equal calls of one person. */
export interface CountedCalls {
  userId: number
  call: string
  calls: number
}

/** Adds calls to today's counters, and deletes counters of the store that are too old. A store that was removed meanwhile has none. */
export async function addUsage(db: Db, storeId: number, counted: readonly CountedCalls[]): Promise<void> {
  await sql`
    insert into older_usage as u (store_id, day, user_id, call, calls)
    select s.store_id, (now() at time zone 'UTC')::date, c.user_id, c.call, c.calls
    from store s cross join unnest(${counted.map(({ userId }) => userId)}::int[], ${counted.map(({ call }) => call)}::text[],
      ${counted.map(({ calls }) => calls)}::int[]) as c (user_id, call, calls)
    where s.store_id = ${storeId}
    order by 3, 4
    on conflict (store_id, day, user_id, call) do update set calls = u.calls + excluded.calls`.execute(db)
  await sql`delete from older_usage where store_id = ${storeId} and day < current_date - ${OLDER_USAGE_DAYS}::int`.execute(
    db,
  )
}

/** Calls of the older API by person and call, the latest use first. With `user_id` those of one person. */
export function listUsage(
  db: Db,
  storeId: number,
  page: { offset: number; limit: number; user_id?: number | undefined },
) {
  const used = db
    .selectFrom('older_usage as u')
    .innerJoin('users', 'users.id', 'u.user_id')
    .where('u.store_id', '=', storeId)
    .$if(page.user_id !== undefined, (rows) => rows.where('u.user_id', '=', page.user_id!))
    .groupBy(['u.user_id', 'users.first_name', 'users.last_name', 'u.call'])
    .select([
      'u.user_id',
      sql<string>`btrim(users.first_name || ' ' || users.last_name)`.as('name'),
      'u.call',
      sql<number>`sum(u.calls)::bigint`.as('calls'),
      sql<string>`min(u.day)::text`.as('first_day'),
      sql<string>`max(u.day)::text`.as('last_day'),
    ])
  return pageRows(db.selectFrom(used.as('used')), page, (rows) =>
    rows.selectAll().orderBy('last_day', 'desc').orderBy('calls', 'desc').orderBy('user_id').orderBy('call'),
  )
}
