import type { Fault } from '../../core/sqlstate.ts'
import { tryHoldProfiles } from '../../customers/profiles/lock.ts'
import { type Db, inStore } from '../../database/db.ts'
import { readReplays, refuseLetter } from '../../imports/connectors/dead-letters.ts'
import { removeDeletedConnectors } from '../../imports/connectors/queries.ts'
import { endStreamsOfDeleted } from '../../imports/stream/end-stream.ts'
import { readWaiting, type WaitingReceipt } from '../../imports/stream/receipts.ts'
import type { StoredResult } from '../../imports/stream/results.ts'
import type { Core } from '../../servers/core.ts'
import type { Strategy } from './apart.ts'
import { ingestPatiently, isPatient } from './attempts.ts'
import { ingestReplays, ingestRequests, refuseRequest } from './ingest-records.ts'
import { ingestSent, ingestSentReplays, refuseSent } from './ingest-sent.ts'
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
const ingestBatch = (core: Core, storeId: number): Promise<Finished | undefined> =>
  ingestPatiently(core, storeId, 'items', {
    run: (extent, strategy) => ingestSome(core, storeId, extent === 'all' ? BATCH_ITEMS : 1, strategy),
    refuse: (fault) => inStore(core.pool, storeId, (db) => refuseFirst(db, storeId, fault)),
  })

function ingestSome(core: Core, storeId: number, items: number, strategy: Strategy): Promise<Finished | undefined> {
  return inStore(core.pool, storeId, async (db, client) => {
    if (!(await takeTurn(db, storeId)) || !(await tryHoldProfiles(db, storeId))) return undefined
    const requests = alike(await readWaiting(db, storeId, items))
    if (requests.length > 0) {
      const ingestAll = requests[0]!.kind === 'records' ? ingestRequests : ingestSent
      return ingestAll(core, client, storeId, requests, strategy)
    }
    const replays = await readReplays(db, storeId, items)
    if (replays) {
      const { kind } = replays
      if (kind === 'records') await ingestReplays(core, client, storeId, replays, strategy)
      else await ingestSentReplays(core, client, storeId, { ...replays, kind }, strategy)
      return new Map()
    }
    await endStreamsOfDeleted(core, db, storeId)
    await removeDeletedConnectors(db, storeId)
    return undefined
  })
}

/** Requests of one connector: those of another one are the next batch. */
function alike(requests: readonly WaitingReceipt[]): WaitingReceipt[] {
  const end = requests.findIndex(({ data_source_id }) => data_source_id !== requests[0]!.data_source_id)
  return end < 0 ? [...requests] : requests.slice(0, end)
}

async function refuseFirst(db: Db, storeId: number, fault: Fault): Promise<Finished | undefined> {
  if (!(await takeTurn(db, storeId))) return undefined
  const [first] = await readWaiting(db, storeId, 1)
  if (first) return (first.kind === 'records' ? refuseRequest : refuseSent)(db, storeId, first, fault)
  const letter = (await readReplays(db, storeId, 1))?.letters[0]
  if (!letter) return undefined
  await refuseLetter(db, storeId, letter.letter.id, isPatient(fault))
  return new Map()
}
