import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { StoredLists } from '../items/sender-lists.ts'
import { parseItems, type SentJson } from '../items/stored-items.ts'
import { isOpenlyFailed } from '../items/stored-result.ts'
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

/** Returns a value with the one at some keys replaced. Keys that it does not have change nothing. */
export function replaceAt(value: unknown, keys: readonly string[], change: (inner: unknown) => unknown): unknown {
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
  const failed = outcomes.flatMap(({ row, failed, no, result }): NewLetter[] => {
    if (!failed) return []
    const { receiptId, index, item, letter } = records[row.of]!
    const place = letter ? null : row.place
    return [
      {
        ...{
          data_source_id: connector.id,
          kind: 'records' as const,
          receipt_id: receiptId,
          item_index: index,
          item_place: row.place,
          patient: false,
        },
        ...{ ...failed, record_no: no, run: no === null ? null : connector.run, sensitive: !isOpenlyFailed(result) },
        item: JSON.stringify(withOneRow(item, connector.each, place)),
      },
    ]
  })
  const kept = await storeDeadLetters(db, storeId, failed)
  await dropTaken(
    db,
    storeId,
    records.flatMap(({ letter }) => letter?.id ?? []),
    kept,
  )
  return failed.length
}

/** A failed item, or one row of it. */
export interface NewLetter {
  data_source_id: number
  kind: ReceiptKind
  receipt_id: number
  item_index: number
  item_place: number | null
  /** JSON text. */
  item: string
  error: string
  path: string | null
  value: string | null
  /** Record of the run that refused it. */
  run: number | null
  record_no: number | null
  /** A stored value of a sensitive field made it fail. */
  sensitive: boolean
  /** Tried again by itself, five times over an hour. */
  patient: boolean
}

/** Time of the next try after some tries; null after the fifth. */
const nextTry = (tries: RawBuilder<number>) =>
  sql`clock_timestamp() + (array['2 min', '8 min', '20 min', '30 min']::interval[])[${tries}]`

/** Keeps failed items, and counts the try of one that was kept before. Returns their ids. */
export async function storeDeadLetters(db: Db, storeId: number, letters: readonly NewLetter[]): Promise<number[]> {
  if (letters.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into dead_letter as d (store_id, data_source_id, kind, receipt_id, item_index, item_place, item, error, path, value, run,
      record_no, sensitive, replay_at)
    select ${storeId}::int, f.data_source_id, f.kind, f.receipt_id, f.item_index, f.item_place, f.item, f.error, f.path, f.value, f.run,
      f.record_no, f.sensitive, case when f.patient then ${nextTry(sql`1`)} end
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) f (data_source_id int, kind text, receipt_id bigint, item_index int, item_place int,
      item text, error text, path text, value text, run bigint, record_no int, sensitive boolean, patient boolean)
    order by f.receipt_id, f.item_index, f.item_place
    on conflict (store_id, receipt_id, item_index, coalesce(item_place, -1)) do update set item = excluded.item,
      error = excluded.error, path = excluded.path, value = excluded.value, run = excluded.run, record_no = excluded.record_no,
      sensitive = excluded.sensitive, tries = d.tries + 1, at = clock_timestamp(),
      replay_at = case when excluded.replay_at is not null then ${nextTry(sql`d.tries + 1`)} end
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the replayed letters whose items were taken, those that failed again excepted. */
export async function dropTaken(
  db: Db,
  storeId: number,
  replayed: readonly number[],
  failed: readonly number[],
): Promise<void> {
  const taken = replayed.filter((id) => !failed.includes(id))
  if (taken.length === 0) return
  await db
    .deleteFrom('dead_letter')
    .where('store_id', '=', storeId)
    .where('id', '=', sql<number>`any(${taken}::int[])`)
    .execute()
}

/** Dead letters of one source and kind that wait for the ingester. */
interface Replays {
  source: number
  kind: ReceiptKind
  letters: Replay[]
}

/** A dead letter that is replayed, with the sender of its request; null if its receipt is gone. */
export interface Replay extends SentRecord {
  letter: { id: number; place: number | null }
  credential: number | null
  /** First credential of the sender's line of successors. */
  lineage: number | null
}

/** Reads the oldest dead letters that are due, of the source and kind of the first; undefined if none is. */
export async function readReplays(db: Db, storeId: number, limit: number): Promise<Replays | undefined> {
  const { rows } = await sql<{
    id: number
    data_source_id: number
    kind: ReceiptKind
    credential_id: number | null
    lineage: number | null
    receipt_id: number
    item_index: number
    item_place: number | null
    item: SentJson
    lists: StoredLists | null
  }>`select d.id, d.data_source_id, d.kind, r.credential_id, coalesce(r.lineage, r.credential_id) as lineage, r.lists, d.receipt_id,
      d.item_index, d.item_place, d.item
    from (select * from dead_letter where store_id = ${storeId} and replay_at <= clock_timestamp() order by id limit ${limit}) d
    left join receipt r on r.store_id = ${storeId} and r.id = d.receipt_id
    order by d.id`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const { data_source_id: source, kind } = first
  const letters = rows
    .filter((row) => row.data_source_id === source && row.kind === kind)
    .map(
      ({ id, receipt_id, item_index, item_place, item, lists, credential_id, lineage }): Replay => ({
        lists,
        ...{ receiptId: receipt_id, index: item_index, item: parseItems(item) },
        ...{ letter: { id, place: item_place }, credential: credential_id, lineage },
      }),
    )
  return { source, kind, letters }
}

/** Dead letters of a connector: by id, by reason, path and value, or all. */
export type ChosenLetters =
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

/** A dead letter with the value that was refused. */
interface MendableLetter {
  id: number
  item: SentJson
  error: string
  path: string
  value: string | null
}

/** Letters that one call corrects. */
const MAX_MENDED = 10_000

/** Locks dead letters of a connector whose value was refused, those at the ingester excepted. */
export async function mendableLetters(
  db: Db,
  storeId: number,
  connector: number,
  choice: ChosenLetters,
  seesSensitive: boolean,
): Promise<MendableLetter[]> {
  const { rows } = await sql<MendableLetter>`select id, item, error, path, value from dead_letter
    where ${chosen(storeId, connector, choice, seesSensitive)} and kind = 'records' and path is not null and replay_at is null
    order by id limit ${MAX_MENDED} for update`.execute(db)
  return rows
}

/** Stores corrected items. Their receipt keeps what was sent. */
export async function storeMended(
  db: Db,
  storeId: number,
  letters: readonly { id: number; item: string }[],
): Promise<void> {
  await sql`update dead_letter d set item = m.item from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) m (id int, item text)
    where d.store_id = ${storeId} and d.id = m.id`.execute(db)
}

/** Returns ids of chosen dead letters that a person may see, the oldest first. */
export async function oldestLetters(
  db: Db,
  storeId: number,
  source: number,
  choice: ChosenLetters,
  { seesSensitive, limit }: { seesSensitive: boolean; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from dead_letter where ${chosen(storeId, source, choice, seesSensitive)} order by id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Takes all dead letters of a store from the ingester: for a transaction that is rolled back. */
export const cancelReplays = (db: Db, storeId: number) =>
  db
    .updateTable('dead_letter')
    .set({ replay_at: null })
    .where('store_id', '=', storeId)
    .where('replay_at', 'is not', null)
    .execute()

/** Marks dead letters for the ingester. Returns their ids. */
export async function requestReplays(
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

/** Ends the replay of a letter that cannot be processed. A `patient` one is tried again by itself. */
export async function refuseLetter(db: Db, storeId: number, id: number, patient: boolean): Promise<void> {
  await db
    .updateTable('dead_letter')
    .set({
      ...{ error: 'item_not_processed', path: null, value: null, sensitive: false, at: sql<string>`clock_timestamp()` },
      ...{ tries: sql`tries + 1`, replay_at: patient ? sql<string>`${nextTry(sql`tries + 1`)}` : null },
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
