import { sql } from 'kysely'
import type { Db } from '../../platform/core/db.ts'
import { isOpenlyFailed } from '../stream/results.ts'
import { isObject, keysOfPath } from './flatten.ts'
import type { RecordOutcome } from './record-results.ts'
import type { SentRecord } from './record-rows.ts'

/** An item with one object in its array at `each`, which is its row that failed. */
function withOneRow(item: unknown, each: string | null, place: number | null): unknown {
  if (each === null || place === null) return item
  return replaceAt(item, keysOfPath(each), (array) =>
    Array.isArray(array) && array.length > 1 ? [array[place]] : array,
  )
}

function replaceAt(value: unknown, keys: readonly string[], change: (inner: unknown) => unknown): unknown {
  const [key, ...others] = keys
  if (key === undefined) return change(value)
  if (!isObject(value)) return value
  // Entries define keys as data, also one named __proto__.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaceAt(inner, others, change) : inner]),
  )
}

/** Keeps the rows that failed as dead letters, and removes the replayed letters that were taken. Returns how many rows failed. */
export async function settleLetters(
  db: Db,
  storeId: number,
  connector: { id: number; each: string | null; run: number | null },
  records: readonly SentRecord[],
  outcomes: readonly RecordOutcome[],
): Promise<number> {
  const failed = outcomes.flatMap(({ row, failed, no, result }) => {
    if (!failed) return []
    const { receiptId, index, item, letter } = records[row.of]!
    const place = letter ? null : row.place
    return [
      {
        ...{ receipt_id: receiptId, item_index: index, item_place: row.place, ...failed, record_no: no },
        sensitive: !isOpenlyFailed(result),
        item: JSON.stringify(withOneRow(item, connector.each, place)),
      },
    ]
  })
  const kept =
    failed.length === 0
      ? []
      : (
          await sql<{ id: number }>`
    insert into dead_letter as d (store_id, data_source_id, receipt_id, item_index, item_place, item, error, path, value, run, record_no, sensitive)
    select ${storeId}::int, ${connector.id}::int, f.receipt_id, f.item_index, f.item_place, f.item, f.error, f.path, f.value,
      case when f.record_no is not null then ${connector.run}::bigint end, f.record_no, f.sensitive
    from jsonb_to_recordset(${JSON.stringify(failed)}::jsonb) f (receipt_id bigint, item_index int, item_place int, item text,
      error text, path text, value text, record_no int, sensitive boolean)
    order by f.receipt_id, f.item_index, f.item_place
    on conflict (store_id, receipt_id, item_index, coalesce(item_place, -1)) do update set item = excluded.item,
      error = excluded.error, path = excluded.path, value = excluded.value, run = excluded.run, record_no = excluded.record_no,
      sensitive = excluded.sensitive, tries = d.tries + 1, at = clock_timestamp(), replay_at = null
    returning id`.execute(db)
        ).rows
  const replayed = records.flatMap(({ letter }) => letter?.id ?? [])
  const done = replayed.filter((id) => !kept.some((one) => one.id === id))
  if (done.length > 0)
    await db
      .deleteFrom('dead_letter')
      .where('store_id', '=', storeId)
      .where('id', '=', sql<number>`any(${done}::int[])`)
      .execute()
  return failed.length
}

/** Dead letters of one connector that wait for the ingester. */
interface Replays {
  connector: number
  records: SentRecord[]
}

/** Reads the oldest dead letters that wait, of the connector of the first; undefined if none waits. */
export async function readReplays(db: Db, storeId: number, limit: number): Promise<Replays | undefined> {
  const { rows } = await sql<{
    id: number
    data_source_id: number
    receipt_id: number
    item_index: number
    item_place: number | null
    item: string
  }>`select id, data_source_id, receipt_id, item_index, item_place, item from dead_letter
    where store_id = ${storeId} and replay_at is not null order by id limit ${limit}`.execute(db)
  const connector = rows[0]?.data_source_id
  if (connector === undefined) return undefined
  const records = rows
    .filter(({ data_source_id }) => data_source_id === connector)
    .map(
      ({ id, receipt_id, item_index, item_place, item }): SentRecord => ({
        ...{ receiptId: receipt_id, index: item_index, item: JSON.parse(item) as unknown },
        letter: { id, place: item_place },
      }),
    )
  return { connector, records }
}

/** Dead letters of a connector: by id, by reason, path and value, or all. */
type ChosenLetters =
  | { ids: readonly number[] }
  | { group: { error: string; path?: string | null | undefined; value?: string | undefined } }
  | { all: true }

/** Condition for the chosen letters that a person may see, in a statement over dead_letter. */
function chosen(storeId: number, connector: number, choice: ChosenLetters, seesSensitive: boolean) {
  const own = sql`store_id = ${storeId} and data_source_id = ${connector} and (${seesSensitive} or not sensitive)`
  if ('ids' in choice) return sql`${own} and id = any(${choice.ids}::int[])`
  if ('all' in choice) return own
  const { error, path, value } = choice.group
  const byPath = path === undefined ? sql`` : sql`and path is not distinct from ${path}::text`
  const byValue = value === undefined ? sql`` : sql`and value is not distinct from ${value}::text`
  return sql`${own} and error = ${error} ${byPath} ${byValue}`
}

/** Marks dead letters for the ingester. Returns their ids. */
export async function markReplays(
  db: Db,
  storeId: number,
  connector: number,
  choice: ChosenLetters,
  seesSensitive: boolean,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with these as (
      select id from dead_letter where ${chosen(storeId, connector, choice, seesSensitive)} order by id for update)
    update dead_letter d set replay_at = clock_timestamp() from these
    where d.store_id = ${storeId} and d.id = these.id returning d.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes dead letters for good, those at the ingester excepted. Returns how many. */
export async function discardLetters(
  db: Db,
  storeId: number,
  connector: number,
  choice: ChosenLetters,
  seesSensitive: boolean,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from dead_letter
    where ${chosen(storeId, connector, choice, seesSensitive)} and replay_at is null`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Ends the replay of a letter that cannot be processed. */
export async function refuseLetter(db: Db, storeId: number, id: number): Promise<void> {
  await db
    .updateTable('dead_letter')
    .set({
      error: 'item_not_processed',
      path: null,
      value: null,
      sensitive: false,
      replay_at: null,
      tries: sql`tries + 1`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
