import { connectorNotice, deadLetterNotice } from '@ruam/contract/open-api/connector-notices.ts'
import type { ConnectorProblem } from '@ruam/contract/open-api/connector-states.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import { isOpenlyFailed, type StoredResult } from '../items/stored-result.ts'
import type { LockedConnector } from './queries.ts'

/** Items that fail one after another before the connector is in error: fewer are the mistakes of a day. */
const FAILING_ITEMS = 50

/** Records when items last arrived, and sets or clears the error of a connector. A new error sends a notice. */
export async function noteState(
  db: Db,
  storeId: number,
  { id, connector }: { id: number; connector: Pick<LockedConnector, 'status' | 'problem' | 'failing'> },
  results: readonly StoredResult[],
  broken: ConnectorProblem | null,
): Promise<void> {
  const lastTaken = results.findLastIndex((result) => !isOpenlyFailed(result))
  const failing = lastTaken < 0 ? connector.failing + results.length : results.length - 1 - lastTaken
  const problem = broken ?? (failing >= FAILING_ITEMS ? ('items_failing' as const) : null)
  // A connector that is switched off sends no notices.
  const isOff = connector.status === 'inactive'
  const next = isOff ? null : problem
  const isNew = next !== connector.problem
  await db
    .updateTable('connector')
    .set({
      failing,
      last_item_at: sql<string>`clock_timestamp()`,
      ...(isNew && {
        status: isOff ? ('inactive' as const) : next ? ('error' as const) : ('active' as const),
        problem: next,
        problem_at: next ? sql<string>`clock_timestamp()` : null,
      }),
    })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .execute()
  if (isNew && next) await notify(db, storeId, connectorNotice, { ending: 'failed', data: { connector_id: id } })
}

/** Counts requests that are done by the hour (UTC) in which they came. */
export async function countRequests(
  db: Db,
  storeId: number,
  id: number,
  requests: readonly { at: string; items: number; failed: number }[],
): Promise<void> {
  await sql`insert into connector_hour as h (store_id, data_source_id, hour, requests, items, failed)
    select ${storeId}::int, ${id}::int, date_trunc('hour', r.at, 'UTC'), count(*)::int, sum(r.items)::int, sum(r.failed)::int
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) r (at timestamptz, items int, failed int)
    group by 3 order by 3
    on conflict (store_id, data_source_id, hour) do update set requests = h.requests + excluded.requests,
      items = h.items + excluded.items, failed = h.failed + excluded.failed`.execute(db)
}

/** Counts refused requests of an hour. Returns false if there is no such connector. */
export async function countRefused(
  db: Db,
  storeId: number,
  id: number,
  { hour, requests }: { hour: string; requests: number },
): Promise<boolean> {
  const { rows } =
    await sql`insert into connector_hour as h (store_id, data_source_id, hour, requests, items, failed, refused)
    select store_id, data_source_id, ${hour}::timestamptz, 0, 0, 0, ${requests}::int from connector
    where store_id = ${storeId} and data_source_id = ${id}
    on conflict (store_id, data_source_id, hour) do update set refused = h.refused + excluded.refused
    returning 1`.execute(db)
  return rows.length > 0
}

/** Writes a notice for each connector whose items failed since its last one, at most once a day. */
export async function warnOfLetters(db: Db, storeId: number): Promise<void> {
  const { rows } = await sql<{ connector_id: number; items: number }>`
    with fresh as (
      select c.data_source_id as id, count(*)::int as items from connector c
      join dead_letter d on d.store_id = c.store_id and d.data_source_id = c.data_source_id and d.at > c.warned_at
        and not d.sensitive
      where c.store_id = ${storeId} and c.warned_at < now() - interval '24 hours' group by 1)
    update connector c set warned_at = clock_timestamp() from fresh
    where c.store_id = ${storeId} and c.data_source_id = fresh.id returning c.data_source_id as connector_id, fresh.items`.execute(
    db,
  )
  for (const data of rows) await notify(db, storeId, deadLetterNotice, { ending: 'failed', data })
}
