import { tryHoldProfiles } from '../../customers/profiles/lock.ts'
import { removeDeletedConnectors } from '../../imports/connectors/queries.ts'
import { endStreamsOfDeleted } from '../../imports/stream/end-stream.ts'
import { finishReceipts, readWaiting, type WaitingReceipt } from '../../imports/stream/receipts.ts'
import { refusedResult, type StoredResult } from '../../imports/stream/results.ts'
import { type ItemKind, writeItems } from '../../imports/stream/write-items.ts'
import type { Core } from '../../platform/core/core.ts'
import { type Db, inStore } from '../../platform/core/db.ts'
import { isOutage } from '../../platform/core/sqlstate.ts'
import { ingestReplays, ingestRequests, refuseReplay, refuseRequest } from './ingest-records.ts'
import { takeTurn } from './turn.ts'

/** Items per transaction: as many as an import writes rows. */
const BATCH_ITEMS = 2500

/** Results of requests that a transaction has ended, by receipt. */
type Finished = ReadonlyMap<number, readonly StoredResult[]>

/**
 * Writes the items that wait in a store, oldest first, a batch per transaction with their results, then dead letters that are replayed.
 * Streams of deleted data sources end after them. They wait while an import or its undo holds the profiles. `done` gets the results of each committed batch.
 */
export async function ingestItems(
  core: Core,
  storeId: number,
  signal?: AbortSignal,
  done: (finished: Finished) => void = () => {},
): Promise<void> {
  while (!signal?.aborted) {
    const finished = await ingestBatch(core, storeId)
    if (!finished) return
    done(finished)
  }
}

/** Returns undefined if nothing waits, or nothing may be written. */
async function ingestBatch(core: Core, storeId: number): Promise<Finished | undefined> {
  try {
    return await ingestSome(core, storeId, BATCH_ITEMS)
  } catch (error) {
    if (isOutage(error)) throw error
    // One request that cannot be processed must not stop all others behind it.
    return ingestFirst(core, storeId)
  }
}

function ingestSome(core: Core, storeId: number, items: number): Promise<Finished | undefined> {
  return inStore(core.pool, storeId, async (db, client) => {
    if (!(await takeTurn(db, storeId)) || !(await tryHoldProfiles(db, storeId))) return undefined
    const requests = alike(await readWaiting(db, storeId, items))
    if (requests.length === 0) {
      if (await ingestReplays(core, client, storeId, items)) return new Map<number, StoredResult[]>()
      await endStreamsOfDeleted(core, db, storeId)
      await removeDeletedConnectors(db, storeId)
      return undefined
    }
    if (requests[0]!.kind === 'records') return ingestRequests(core, client, storeId, requests)
    const sent = requests.map(({ kind, body }) => ({ kind: kind as ItemKind, items: JSON.parse(body) as unknown[] }))
    const outcomes = await writeItems(core, client, storeId, requests[0]!.data_source_id, sent)
    const finished = new Map<number, StoredResult[]>()
    let from = 0
    for (const [place, { id }] of requests.entries()) {
      const until = from + sent[place]!.items.length
      finished.set(
        id,
        outcomes.slice(from, until).map(({ result }, index) => ({ ...result, index })),
      )
      from = until
    }
    await finishReceipts(db, storeId, finished)
    return finished
  })
}

/** Requests of one connector: those of another one are the next batch. */
function alike(requests: readonly WaitingReceipt[]): WaitingReceipt[] {
  const end = requests.findIndex(({ data_source_id }) => data_source_id !== requests[0]!.data_source_id)
  return end < 0 ? [...requests] : requests.slice(0, end)
}

/** Processes the oldest request alone; one that fails by itself gets its answer, and its sender can send it again. */
async function ingestFirst(core: Core, storeId: number): Promise<Finished | undefined> {
  try {
    return await ingestSome(core, storeId, 1)
  } catch (error) {
    if (isOutage(error)) throw error
    return inStore(core.pool, storeId, (db) => refuseFirst(db, storeId))
  }
}

async function refuseFirst(db: Db, storeId: number): Promise<Finished | undefined> {
  if (!(await takeTurn(db, storeId))) return undefined
  const [first] = await readWaiting(db, storeId, 1)
  if (!first) return (await refuseReplay(db, storeId)) ? new Map() : undefined
  if (first.kind === 'records') return refuseRequest(db, storeId, first)
  const refused = refusedResult('item_not_processed')
  const finished = new Map([[first.id, Array.from({ length: first.items }, (_, index) => ({ index, ...refused }))]])
  await finishReceipts(db, storeId, finished)
  return finished
}
