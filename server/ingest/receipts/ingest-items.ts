import type pg from 'pg'
import { tryLockProfiles } from '../../customers/profiles/lock.ts'
import { onConnection } from '../../database/db.ts'
import { endStreamsOfDeleted } from '../../imports/run/end-stream.ts'
import type { Core } from '../../servers/core.ts'
import { readReplays, refuseLetter } from '../connectors/dead-letters.ts'
import { removeDeletedConnectors } from '../connectors/queries.ts'
import type { Strategy } from '../ingester/apart.ts'
import { type Feeder, ingestBatch, isPatient } from '../ingester/batch.ts'
import type { StoredResult } from '../items/stored-result.ts'
import { ingestReplays, ingestRequests, refuseRequest } from './ingest-records.ts'
import { ingestSent, ingestSentReplays, refuseSent } from './ingest-sent.ts'
import { readWaiting, type WaitingReceipt } from './receipts.ts'

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
    const finished = await ingestBatch(core, storeId, receiptsOf(core, storeId))
    if (!finished) return
    done(finished)
  }
}

/** The requests of programs, and dead letters that are replayed. */
const receiptsOf = (core: Core, storeId: number): Feeder<Finished> => ({
  queue: 'items',
  async ingest(db, client, limit, strategy) {
    if (!(await tryLockProfiles(db, storeId))) return undefined
    const requests = alike(await readWaiting(db, storeId, limit))
    if (requests.length > 0) {
      const ingestAll = requests[0]!.kind === 'records' ? ingestRequests : ingestSent
      return ingestAll(core, client, storeId, requests, strategy)
    }
    if (await replaySome(core, client, storeId, limit, strategy)) return new Map()
    await endStreamsOfDeleted(core, db, storeId)
    await removeDeletedConnectors(db, storeId)
    return undefined
  },
  async refuse(db, fault) {
    const [first] = await readWaiting(db, storeId, 1)
    if (first) return (first.kind === 'records' ? refuseRequest : refuseSent)(db, storeId, first, fault)
    const letter = (await readReplays(db, storeId, 1))?.letters[0]
    if (!letter) return undefined
    await refuseLetter(db, storeId, letter.letter.id, isPatient(fault))
    return new Map()
  },
})

/** Replays the oldest dead letters that are due, of one source and kind; false if none is. */
export async function replaySome(
  core: Core,
  client: pg.PoolClient,
  storeId: number,
  limit: number,
  strategy: Strategy,
): Promise<boolean> {
  const replays = await readReplays(onConnection(client), storeId, limit)
  if (!replays) return false
  const { kind } = replays
  if (kind === 'records') await ingestReplays(core, client, storeId, replays, strategy)
  else await ingestSentReplays(core, client, storeId, { ...replays, kind }, strategy)
  return true
}

/** Requests of keys and tokens, or of one connector: others are the next batch. */
function alike(requests: readonly WaitingReceipt[]): WaitingReceipt[] {
  const [first] = requests
  const end = requests.findIndex(({ kind, data_source_id }) =>
    first!.kind === 'records' ? data_source_id !== first!.data_source_id : kind === 'records',
  )
  return end < 0 ? [...requests] : requests.slice(0, end)
}
