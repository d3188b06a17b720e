import type pg from 'pg'
import { readReplays, refuseLetter, settleLetters } from '../../imports/connectors/dead-letters.ts'
import { refusedOutcome, resultsOfItems } from '../../imports/connectors/record-results.ts'
import type { RecordRow, SentRecord } from '../../imports/connectors/record-rows.ts'
import { countRequests } from '../../imports/connectors/state.ts'
import { writeRecords } from '../../imports/connectors/write-records.ts'
import { finishRecords, type WaitingReceipt } from '../../imports/stream/receipts.ts'
import { isOpenlyFailed, type StoredResult } from '../../imports/stream/results.ts'
import type { Core } from '../../platform/core/core.ts'
import { type Db, onConnection } from '../../platform/core/db.ts'
import { logItems } from './log-items.ts'

type Working = Pick<Core, 'config' | 'jobs'>

/** Writes requests to one connector in the caller's transaction, and ends them. Returns their results by receipt. */
export async function ingestRequests(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  requests: readonly WaitingReceipt[],
): Promise<Map<number, StoredResult[]>> {
  const db = onConnection(client)
  const connector = requests[0]!.data_source_id
  const records = requests.flatMap(({ id, body }) =>
    (JSON.parse(body) as unknown[]).map((item, index): SentRecord => ({ receiptId: id, index, item })),
  )
  const { results, version, unmapped } = await writeRecords(core, client, storeId, connector, records)
  let from = 0
  const finished = requests.map(({ id, at, items }) => {
    const own = results.slice(from, from + items)
    from += items
    const failed = own.filter(isOpenlyFailed).length
    return { id, at, items, failed, results: own, version, unmapped: unmapped.get(id) ?? [] }
  })
  await finishRecords(db, storeId, connector, new Map(finished.map(({ id, ...request }) => [id, request])))
  await countRequests(db, storeId, connector, finished)
  await logItems(db, storeId, connector, finished)
  return new Map(finished.map(({ id, results }) => [id, results]))
}

/** Writes dead letters that wait for their replay, in the caller's transaction. Returns false if there are none. */
export async function ingestReplays(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  letters: number,
): Promise<boolean> {
  const replays = await readReplays(onConnection(client), storeId, letters)
  if (!replays) return false
  await writeRecords(core, client, storeId, replays.connector, replays.records)
  return true
}

/** Ends the replay of the oldest letter, which cannot be processed. Returns false if there is none. */
export async function refuseReplay(db: Db, storeId: number): Promise<boolean> {
  const letter = (await readReplays(db, storeId, 1))?.records[0]?.letter
  if (letter) await refuseLetter(db, storeId, letter.id)
  return letter !== undefined
}

/** Ends a request that cannot be processed: its items become dead letters. */
export async function refuseRequest(
  db: Db,
  storeId: number,
  { id, at, items, body, data_source_id }: WaitingReceipt,
): Promise<Map<number, StoredResult[]>> {
  const records = (JSON.parse(body) as unknown[]).map((item, index): SentRecord => ({ receiptId: id, index, item }))
  const rows = records.map((_, of): RecordRow => ({ of, place: null, cells: undefined }))
  const outcomes = rows.map((row) => refusedOutcome(row, 'item_not_processed'))
  await settleLetters(db, storeId, { id: data_source_id, each: null, run: null }, records, outcomes)
  const results = resultsOfItems(records, outcomes)
  await finishRecords(
    db,
    storeId,
    data_source_id,
    new Map([[id, { results, failed: items, version: null, unmapped: [] }]]),
  )
  await countRequests(db, storeId, data_source_id, [{ at, items, failed: items }])
  await logItems(db, storeId, data_source_id, [{ id, at, items, failed: items }])
  return new Map([[id, results]])
}
