import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A request to a connector that is done. */
interface DoneRequest {
  id: number
  at: string
  items: number
  failed: number
}

/** Writes requests to a connector into the online log. The summary is the number of items taken, and of all. */
export async function logItems(
  db: Db,
  storeId: number,
  connector: number,
  requests: readonly DoneRequest[],
): Promise<void> {
  const rows = requests.map(({ id, at, items, failed }) => ({ id, at, items, failed }))
  await sql`
    insert into online_log (store_id, at, source, channel_id, direction, event_type, external_id, status, error, summary, latency_ms)
    select ${storeId}::int, r.at, 'connector', ${connector}::int, 'in', 'items', r.id::text,
      case when r.failed = 0 then 'done' else 'failed' end, case when r.failed > 0 then 'items_failed' end,
      (r.items - r.failed) || '/' || r.items, least(extract(epoch from clock_timestamp() - r.at) * 1000, 2147483647)::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id bigint, at timestamptz, items int, failed int)
    order by r.id
    on conflict (store_id, source, channel_id, external_id) where external_id is not null do nothing`.execute(db)
}

/** Writes refused requests into the online log, one entry for each error. */
export async function logRefusedItems(
  db: Db,
  storeId: number,
  connector: number,
  refusals: readonly ErrorName[],
): Promise<void> {
  if (refusals.length === 0) return
  const entry = { store_id: storeId, source: 'connector', channel_id: connector, direction: 'in' } as const
  await db
    .insertInto('online_log')
    .values(refusals.map((error) => ({ ...entry, event_type: 'items', status: 'refused' as const, error })))
    .execute()
}
