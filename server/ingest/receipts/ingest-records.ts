import { MAX_UNMAPPED } from '@ruam/contract/open-api/sending.ts'
import type pg from 'pg'
import type { StateFault } from '../../core/sqlstate.ts'
import { type Db, onConnection } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type Replay, refuseLetter, settleLetters } from '../connectors/dead-letters.ts'
import { refusedOutcome, resultsOfItems } from '../connectors/record-results.ts'
import type { ConnectorRecordRow, SentRecord } from '../connectors/record-rows.ts'
import { countRequests } from '../connectors/state.ts'
import { writeConnectorRecords } from '../connectors/write-records.ts'
import type { Strategy } from '../ingester/apart.ts'
import { isPatient } from '../ingester/batch.ts'
import { parseItems } from '../items/stored-items.ts'
import { isOpenlyFailed, type StoredResult } from '../items/stored-result.ts'
import { logItems } from './log-items.ts'
import { finishRecords, type WaitingReceipt } from './receipts.ts'

type Working = Pick<Core, 'config' | 'jobs' | 'report'>

/** Outcome of an item and of its request. */
interface Ended {
  result: StoredResult
  version: number | null
  unmapped: readonly string[]
}

/** Writes requests to one connector in the caller's transaction, and ends them. Returns their results by receipt. */
export async function ingestRequests(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  requests: readonly WaitingReceipt[],
  strategy: Strategy,
): Promise<Map<number, StoredResult[]>> {
  const db = onConnection(client)
  const connector = requests[0]!.data_source_id
  const records = requests.flatMap(recordsOf)
  const ended = await strategy<SentRecord, Ended>(db, records, {
    keyOf: ({ receiptId, index }) => `${receiptId}.${index}`,
    write: (some) => write(core, client, storeId, connector, some),
    async refuse(record, fault, error) {
      core.report?.(error, `item set aside: ${fault}`)
      const [result] = await keepRefused(db, storeId, connector, [record], fault)
      return { result: result!, version: null, unmapped: [] }
    },
  })
  let from = 0
  const finished = requests.map(({ id, at, items }) => {
    const own = ended.slice(from, from + items)
    from += items
    const results = own.map(({ result }) => result)
    const failed = results.filter(isOpenlyFailed).length
    const version = own.find((one) => one.version !== null)?.version ?? null
    const unmapped = [...new Set(own.flatMap((one) => one.unmapped))].slice(0, MAX_UNMAPPED)
    return { id, at, items, failed, results, version, unmapped }
  })
  await finishRecords(db, storeId, connector, new Map(finished.map(({ id, ...request }) => [id, request])))
  await countRequests(db, storeId, connector, finished)
  await logItems(db, storeId, connector, finished)
  return new Map(finished.map(({ id, results }) => [id, results]))
}

async function write(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  connector: number,
  records: readonly SentRecord[],
): Promise<Ended[]> {
  const { results, version, unmapped } = await writeConnectorRecords(core, client, storeId, connector, records)
  // Each request names its unmapped paths once.
  const named = new Set<number>()
  return results.map((result, place) => {
    const { receiptId } = records[place]!
    const own = named.has(receiptId) ? [] : (unmapped.get(receiptId) ?? [])
    named.add(receiptId)
    return { result, version, unmapped: own }
  })
}

/** Writes dead letters of one connector in the caller's transaction. */
export async function ingestReplays(
  core: Working,
  client: pg.PoolClient,
  storeId: number,
  { source, letters }: { source: number; letters: readonly Replay[] },
  strategy: Strategy,
): Promise<void> {
  const db = onConnection(client)
  await strategy<Replay, unknown>(db, letters, {
    keyOf: ({ receiptId, index }) => `${receiptId}.${index}`,
    write: async (some) => (await writeConnectorRecords(core, client, storeId, source, some)).results,
    refuse({ letter }, fault, error) {
      core.report?.(error, `dead letter not taken: ${fault}`)
      return refuseLetter(db, storeId, letter.id, isPatient(fault))
    },
  })
}

/** Ends a request that cannot be processed: its items become dead letters. */
export async function refuseRequest(
  db: Db,
  storeId: number,
  request: WaitingReceipt,
  fault: StateFault,
): Promise<Map<number, StoredResult[]>> {
  const { id, at, items, data_source_id: connector } = request
  const results = await keepRefused(db, storeId, connector, recordsOf(request), fault)
  const finished = { results, failed: items, version: null, unmapped: [] }
  await finishRecords(db, storeId, connector, new Map([[id, finished]]))
  await countRequests(db, storeId, connector, [{ at, items, failed: items }])
  await logItems(db, storeId, connector, [{ id, at, items, failed: items }])
  return new Map([[id, results]])
}

const recordsOf = ({ id, body, lists }: WaitingReceipt): SentRecord[] =>
  (parseItems(body) as unknown[]).map((item, index) => ({ receiptId: id, index, item, lists }))

/** Keeps items that cannot be processed as dead letters. Returns their results. */
async function keepRefused(
  db: Db,
  storeId: number,
  connector: number,
  records: readonly SentRecord[],
  fault: StateFault,
): Promise<StoredResult[]> {
  const rows = records.map((_, of): ConnectorRecordRow => ({ of, place: null, cells: undefined }))
  const outcomes = rows.map((row) => refusedOutcome(row, 'item_not_processed', isPatient(fault)))
  await settleLetters(db, storeId, { id: connector, each: null, run: null }, records, outcomes)
  return resultsOfItems(records, outcomes)
}
