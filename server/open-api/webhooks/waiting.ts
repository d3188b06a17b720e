import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** An event that could not be delivered, or waits for one of its customer. */
export interface Waiting {
  change_id: number
  nth: number
  failures: number
  is_due: boolean
  /** Seconds until its next attempt. */
  seconds: number
}

/** Events that wait, of a webhook. */
export const waitingOf = (db: Db, storeId: number, webhookId: number): Promise<Waiting[]> =>
  db
    .selectFrom('webhook_waiting')
    .select(['change_id', 'nth', 'failures'])
    .select(sql<boolean>`next_at <= now()`.as('is_due'))
    .select(sql<number>`extract(epoch from next_at - now())::float8`.as('seconds'))
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', webhookId)
    .execute()

type Named = Pick<Waiting, 'change_id' | 'nth'>

export const keyOf = ({ change_id, nth }: Named): string => `${change_id} ${nth}`

/** Forgets all events that wait but for those named. */
export async function forgetWaiting(
  db: Db,
  storeId: number,
  webhookId: number,
  kept: readonly Named[] = [],
): Promise<void> {
  const [ids, nths] = [kept.map(({ change_id }) => change_id), kept.map(({ nth }) => nth)]
  await sql`delete from webhook_waiting where store_id = ${storeId} and webhook_id = ${webhookId}
    and (change_id, nth) not in (select * from unnest(${ids}::bigint[], ${nths}::int[]))`.execute(db)
}

/** Notes events that wait, with the seconds until their next attempt. */
export async function noteWaiting(
  db: Db,
  storeId: number,
  webhookId: number,
  left: readonly (Named & { failures: number; failed: boolean; seconds: number })[],
): Promise<void> {
  if (left.length === 0) return
  await sql`
    insert into webhook_waiting as w (store_id, webhook_id, change_id, nth, failures, failing_since, next_at)
    select ${storeId}, ${webhookId}, change_id, nth, failures, case when failed then now() end,
      clock_timestamp() + make_interval(secs => seconds)
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
      l (change_id bigint, nth int, failures int, failed boolean, seconds float8)
    on conflict (store_id, webhook_id, change_id, nth) do update
    set failures = excluded.failures, next_at = excluded.next_at, failing_since = coalesce(w.failing_since, excluded.failing_since)`.execute(
    db,
  )
}
