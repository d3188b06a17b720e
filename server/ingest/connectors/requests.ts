import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Requests that are listed: payloads are kept of as many. */
const LISTED = 100

/** State of a connector that is asked to take items. */
interface Receiving {
  status: 'active' | 'inactive' | 'error'
}

/** Holds a live connector against its deletion until the caller's transaction ends; undefined if there is none. */
export async function lockReceiving(db: Db, storeId: number, id: number): Promise<Receiving | undefined> {
  const { rows } = await sql<Receiving>`
    select c.status from data_source d join connector c on c.store_id = d.store_id and c.data_source_id = d.id
    where d.store_id = ${storeId} and d.id = ${id} and d.deleted_at is null for share of d`.execute(db)
  return rows[0]
}

const requestsOf = (db: Db, storeId: number, connector: number) =>
  db
    .selectFrom('receipt')
    .leftJoin('credential', (join) =>
      join.onRef('credential.store_id', '=', 'receipt.store_id').onRef('credential.id', '=', 'receipt.credential_id'),
    )
    .select([
      'receipt.id as receipt_id',
      'receipt.at',
      'receipt.done_at',
      'receipt.items',
      'receipt.failed',
      'receipt.mapping_version',
      'receipt.unmapped',
      'receipt.results',
      sql<boolean>`receipt.payload is not null or receipt.body is not null`.as('has_payload'),
      sql<{ id: number; name: string } | null>`case when credential.id is not null
        then json_build_object('id', credential.id, 'name', credential.name) end`.as('sender'),
    ])
    .where('receipt.store_id', '=', storeId)
    .where('receipt.data_source_id', '=', connector)
    .where('receipt.kind', '=', 'records')

/** Returns the newest requests to a connector. */
export const listRequests = (db: Db, storeId: number, connector: number) =>
  requestsOf(db, storeId, connector).orderBy('receipt.id', 'desc').limit(LISTED).execute()

export const findRequest = (db: Db, storeId: number, connector: number, id: number) =>
  requestsOf(db, storeId, connector).where('receipt.id', '=', id).executeTakeFirst()

export type RequestRow = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** Returns the items of a request as JSON text; null if they are not kept. */
export async function payloadOf(db: Db, storeId: number, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('receipt')
    .select(sql<string | null>`coalesce(body, payload)`.as('payload'))
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.payload ?? null
}

/** Returns the counts of a connector by hour. */
export const hoursOf = (db: Db, storeId: number, connector: number, from: string | undefined, to: string | undefined) =>
  db
    .selectFrom('connector_hour')
    .select(['hour', 'requests', 'items', 'failed', 'refused'])
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', connector)
    .where('hour', '>=', from ?? sql<string>`now() - interval '7 days'`)
    .$if(to !== undefined, (hours) => hours.where('hour', '<=', to!))
    .orderBy('hour')
    .execute()
