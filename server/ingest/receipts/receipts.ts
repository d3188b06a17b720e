import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { forgetBodies } from '../../http/request-log.ts'
import type { StoredLists } from '../items/sender-lists.ts'
import type { SentJson } from '../items/stored-items.ts'
import { isAboutErased, type StoredResult } from '../items/stored-result.ts'

interface NewReceipt {
  credential: number
  dataSource: number
  kind: ReceiptKind
  items: number
  /** JSON text of the items. */
  body: string
  /** Fields that its sender may read and write; null: all. */
  lists: StoredLists | null
  idempotency: { key: string; bodyHash: Buffer } | undefined
}

/** Stores a request before it is answered. Returns undefined if its idempotency key was used already. */
export async function storeReceipt(db: Db, storeId: number, receipt: NewReceipt): Promise<number | undefined> {
  const { credential, dataSource, kind, items, body, lists, idempotency } = receipt
  const stored = await db
    .insertInto('receipt')
    .values({
      ...{ store_id: storeId, credential_id: credential, data_source_id: dataSource, kind, items, body },
      lineage: sql`coalesce((select lineage from credential where store_id = ${storeId} and id = ${credential}), ${credential}::int)`,
      lists: lists && JSON.stringify(lists),
      // The version before refuses a repeat without it.
      told: true,
      ...(idempotency && { idempotency_key: idempotency.key, body_hash: idempotency.bodyHash }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'credential_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

/** State of a request; `results` is null while it waits. */
export interface Receipt {
  id: number
  kind: ReceiptKind
  items: number
  at: string
  done_at: string | null
  results: StoredResult[] | null
  mapping_version: number | null
  unmapped: string[] | null
  body_hash: Buffer | null
}

const ofRecords = ['mapping_version', 'unmapped'] as const
const columns = ['id', 'kind', 'items', 'at', 'done_at', 'results', 'body_hash', ...ofRecords] as const

/** Returns a receipt; `credential` narrows it to those of one. */
export function findReceipt(db: Db, storeId: number, id: number, credential?: number): Promise<Receipt | undefined> {
  const receipt = receiptsOf(db, storeId).where('id', '=', id)
  return (credential === undefined ? receipt : receipt.where('credential_id', '=', credential)).executeTakeFirst()
}

/** Returns where the items of a request went, and what its sender could read and write then. */
export const findReceiptSender = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('receipt')
    .select(['data_source_id', 'lists'])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns the receipt of a used idempotency key. */
export function receiptOfKey(db: Db, storeId: number, credential: number, key: string): Promise<Receipt | undefined> {
  const own = receiptsOf(db, storeId).where('credential_id', '=', credential)
  return own.where('idempotency_key', '=', key).executeTakeFirst()
}

const receiptsOf = (db: Db, storeId: number) => db.selectFrom('receipt').select(columns).where('store_id', '=', storeId)

export interface WaitingReceipt {
  id: number
  credential_id: number
  /** First credential of the sender's line of successors. */
  lineage: number
  data_source_id: number
  kind: ReceiptKind
  items: number
  body: SentJson
  lists: StoredLists | null
  at: string
}

/** Returns the oldest waiting requests, as many as fit `items`, and at least one. */
export async function readWaiting(db: Db, storeId: number, items: number): Promise<WaitingReceipt[]> {
  const { rows } = await sql<WaitingReceipt>`
    select r.id, r.credential_id, coalesce(r.lineage, r.credential_id) as lineage, r.data_source_id, r.kind, r.items, r.body, r.lists, r.at from (
      select id, sum(items) over (order by id) as upto, items as own from (
        select id, items from receipt where store_id = ${storeId} and done_at is null order by id limit ${items}) oldest
    ) w
    cross join lateral (select * from receipt where store_id = ${storeId} and id = w.id offset 0) r
    where w.upto <= ${items} or w.upto = w.own
    order by r.id`.execute(db)
  return rows
}

/** Results of a request, and its rows in the stream of its program. */
export interface FinishedReceipt {
  results: StoredResult[]
  run: number | null
  first_row: number | null
  last_row: number | null
}

/** Ends requests with their results; the queue keeps their items no longer. */
export async function finishReceipts(
  db: Db,
  storeId: number,
  finished: ReadonlyMap<number, FinishedReceipt>,
): Promise<void> {
  if (finished.size === 0) return
  const rows = [...finished].map(([id, receipt]) => ({ id, ...receipt }))
  await sql`
    update receipt r set done_at = clock_timestamp(), body = null, results = f.results, run = f.run, first_row = f.first_row,
      last_row = f.last_row
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (id bigint, results jsonb, run bigint, first_row int, last_row int)
    where r.store_id = ${storeId} and r.id = f.id and r.done_at is null`.execute(db)
  await forgetBodies(db, storeId, aboutErased(finished))
}

/** Requests that had an item about an erased person. */
const aboutErased = (finished: ReadonlyMap<number, { results: readonly StoredResult[] }>) =>
  [...finished].flatMap(([id, { results }]) => (results.some(isAboutErased) ? [id] : []))

/** Replaces results of requests that are done, after their items were processed again. */
export async function replaceResults(
  db: Db,
  storeId: number,
  results: readonly { receipt: number; result: StoredResult }[],
): Promise<void> {
  if (results.length === 0) return
  const rows = results.map(({ receipt, result }) => ({ id: receipt, place: result.index, result }))
  await sql`
    with fresh as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (id bigint, place int, result jsonb))
    update receipt r set results = (
      select jsonb_agg(coalesce(f.result, e.result) order by e.place)
      from jsonb_array_elements(r.results) with ordinality e (result, place)
      left join fresh f on f.id = r.id and f.place = e.place - 1)
    where r.store_id = ${storeId} and r.done_at is not null and r.id in (select id from fresh)`.execute(db)
}

/** Result of a request to a connector. */
interface FinishedRecords {
  results: readonly StoredResult[]
  failed: number
  version: number | null
  unmapped: readonly string[]
}

/** Characters of a payload that is kept for the screen of its connector. */
const PAYLOAD_LENGTH = 64 * 1024

/** Requests of a connector whose payloads are kept. */
const KEPT_PAYLOADS = 100

/** Ends requests to a connector. Payloads of its newest requests are kept with their results. */
export async function finishRecords(
  db: Db,
  storeId: number,
  connector: number,
  finished: ReadonlyMap<number, FinishedRecords>,
): Promise<void> {
  const rows = [...finished].map(([id, request]) => ({ id, ...request }))
  await sql`
    update receipt r set done_at = clock_timestamp(), body = null, results = f.results, failed = f.failed,
      mapping_version = f.version, unmapped = f.unmapped,
      payload = case when length(r.body) <= ${PAYLOAD_LENGTH} then r.body end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (id bigint, results jsonb, failed int, version int, unmapped jsonb)
    where r.store_id = ${storeId} and r.id = f.id and r.done_at is null`.execute(db)
  await forgetBodies(db, storeId, aboutErased(finished))
  await sql`
    update receipt set payload = null
    where store_id = ${storeId} and data_source_id = ${connector} and payload is not null and id <= (
      select id from receipt where store_id = ${storeId} and data_source_id = ${connector} and kind = 'records'
      order by id desc offset ${KEPT_PAYLOADS} limit 1)`.execute(db)
}
