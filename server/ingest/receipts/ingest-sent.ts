import type pg from 'pg'
import type { StateFault } from '../../core/sqlstate.ts'
import { type Db, onConnection } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { dropTaken, type NewLetter, type Replay, storeDeadLetters } from '../connectors/dead-letters.ts'
import type { Strategy } from '../ingester/apart.ts'
import { isPatient } from '../ingester/batch.ts'
import { sourceOfCredential } from '../items/references.ts'
import { parseItems } from '../items/stored-items.ts'
import { isOpenlyFailed, refusedResult, type StoredResult } from '../items/stored-result.ts'
import { type ItemKind, type SentItems, writeItems } from '../items/write-items.ts'
import { type FinishedReceipt, finishReceipts, replaceResults, type WaitingReceipt } from './receipts.ts'

/** Sender of items: a waiting request, or that of dead letters. */
type Sender = Pick<WaitingReceipt, 'id' | 'lists' | 'data_source_id'> & {
  kind: ItemKind
  credential_id: number | null
  lineage: number | null
}

/** An item in the field names of the store, or a dead letter that is replayed. */
interface QueuedItem {
  sender: Sender
  index: number
  item: unknown
  letter?: number
}

interface Ended {
  result: StoredResult
  record: { run: number; no: number } | null
  patient: boolean
}

/** Writes requests of keys and tokens in the caller's transaction, and ends them. Returns their results by receipt. */
export async function ingestSent(
  core: Core,
  client: pg.PoolClient,
  storeId: number,
  requests: readonly WaitingReceipt[],
  strategy: Strategy,
): Promise<Map<number, StoredResult[]>> {
  const items = requests.flatMap(itemsOf)
  const ended = await writeQueued(core, client, storeId, items, strategy)
  return finish(onConnection(client), storeId, items, ended)
}

/** Writes dead letters of keys and tokens in the caller's transaction. Their receipts get the new results. */
export async function ingestSentReplays(
  core: Core,
  client: pg.PoolClient,
  storeId: number,
  { source, kind, letters }: { source: number; kind: ItemKind; letters: readonly Replay[] },
  strategy: Strategy,
): Promise<void> {
  const db = onConnection(client)
  const items = letters.map(({ receiptId, index, item, lists, letter, credential, lineage }): QueuedItem => {
    const sender = { id: receiptId, kind, lists, credential_id: credential, lineage, data_source_id: source }
    return { sender, index, item, letter: letter.id }
  })
  const ended = await writeQueued(core, client, storeId, items, strategy)
  await replaceResults(
    db,
    storeId,
    items.map(({ sender, index }, place) => ({ receipt: sender.id, result: { ...ended[place]!.result, index } })),
  )
}

/** Ends a request that cannot be processed: its items become dead letters. */
export async function refuseSent(
  db: Db,
  storeId: number,
  request: WaitingReceipt,
  fault: StateFault,
): Promise<Map<number, StoredResult[]>> {
  const items = itemsOf(request)
  const ended = items.map(() => refused(fault))
  await settle(db, storeId, items, ended)
  return finish(db, storeId, items, ended)
}

function itemsOf(request: WaitingReceipt): QueuedItem[] {
  const { id, lists, credential_id, lineage, data_source_id } = request
  // One for all of its items: what is known of a sender is prepared once for each request.
  const sender = { id, lists, credential_id, lineage, data_source_id, kind: request.kind as ItemKind }
  return (parseItems(request.body) as unknown[]).map((item, index) => ({ sender, index, item }))
}

async function writeQueued(
  core: Core,
  client: pg.PoolClient,
  storeId: number,
  items: readonly QueuedItem[],
  strategy: Strategy,
): Promise<readonly Ended[]> {
  const db = onConnection(client)
  const ended = await strategy<QueuedItem, Ended>(db, items, {
    keyOf: ({ sender, index }) => `${sender.id}.${index}`,
    async write(some) {
      const outcomes = await writeItems(core, client, storeId, sentOf(some))
      return outcomes.map(({ result, record }) => ({ result, record, patient: false }))
    },
    refuse(_, fault, error) {
      core.report?.(error, `item set aside: ${fault}`)
      return refused(fault)
    },
  })
  await settle(db, storeId, items, ended)
  return ended
}

/** Items by request, so that each request keeps what is known of its sender. */
function sentOf(items: readonly QueuedItem[]): SentItems[] {
  const sent: { sender: Sender; items: unknown[] }[] = []
  for (const { sender, item } of items) {
    const last = sent.at(-1)
    if (last?.sender === sender) last.items.push(item)
    else sent.push({ sender, items: [item] })
  }
  // Letters outlive their receipt by moments: their references are then their own.
  const sourceOf = ({ id, lineage }: Sender) => (lineage === null ? `receipt:${id}` : sourceOfCredential(lineage))
  return sent.map(({ sender, items }) => {
    const { kind, lists, data_source_id: dataSource } = sender
    return { kind, lists, items, dataSource, source: sourceOf(sender) }
  })
}

const refused = (fault: StateFault): Ended => ({
  result: { index: 0, ...refusedResult('item_not_processed') },
  record: null,
  patient: isPatient(fault),
})

/** Keeps the failed items as dead letters, and removes the replayed ones that were taken. Nothing is kept of erased people. */
async function settle(db: Db, storeId: number, items: readonly QueuedItem[], ended: readonly Ended[]): Promise<void> {
  const failed = items.flatMap(({ sender, index, item }, place): NewLetter[] => {
    const { result, record, patient } = ended[place]!
    const isFailed = result.status === 'failed' || result.status === 'conflict'
    if (!isFailed || result.error === null || result.error === 'erased_person') return []
    return [
      {
        ...{
          data_source_id: sender.data_source_id,
          kind: sender.kind,
          receipt_id: sender.id,
          item_index: index,
          item_place: null,
          item: JSON.stringify(item),
        },
        ...{ error: result.error, path: result.field, value: null, patient },
        ...{ run: record?.run ?? null, record_no: record?.no ?? null, sensitive: !isOpenlyFailed(result) },
      },
    ]
  })
  const kept = await storeDeadLetters(db, storeId, failed)
  await dropTaken(
    db,
    storeId,
    items.flatMap(({ letter }) => letter ?? []),
    kept,
  )
}

async function finish(
  db: Db,
  storeId: number,
  items: readonly QueuedItem[],
  ended: readonly Ended[],
): Promise<Map<number, StoredResult[]>> {
  const finished = new Map<number, FinishedReceipt>()
  for (const [place, { sender, index }] of items.entries()) {
    const { result, record } = ended[place]!
    const own = finished.get(sender.id) ?? { results: [], run: null, first_row: null, last_row: null }
    own.results.push({ ...result, index })
    if (record) {
      own.run = record.run
      own.first_row ??= record.no
      own.last_row = record.no
    }
    finished.set(sender.id, own)
  }
  await finishReceipts(db, storeId, finished)
  return new Map([...finished].map(([id, { results }]) => [id, results]))
}
