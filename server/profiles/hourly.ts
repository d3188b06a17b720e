import { sql } from 'kysely'
import type { Db } from '../core/db.ts'

/** Counts one that was made by hand in this hour's figures. */
export async function countHour(db: Db, storeId: number, metric: 'profile' | 'activity'): Promise<void> {
  await sql`
    insert into hourly_count as h (store_id, hour, metric, channel, value)
    values (${storeId}, date_trunc('hour', clock_timestamp(), 'UTC'), ${metric}, 'user', 1)
    on conflict (store_id, hour, metric, channel) do update set value = h.value + excluded.value`.execute(db)
}
