import { MAX_ITEMS } from '@ruam/contract/imports/items.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { noteRequest } from '../../http/request-log.ts'
import { namesToken } from '../../ingest/connectors/queries.ts'
import { lockReceiving } from '../../ingest/connectors/requests.ts'
import { failedIn, isAboutErased } from '../../ingest/items/stored-result.ts'
import { resultsOf } from '../../ingest/receipts/await-results.ts'
import { findReceipt, receiptOfKey, storeReceipt } from '../../ingest/receipts/receipts.ts'
import { checkRepeated, idempotencyOf } from '../sending/idempotency.ts'
import { programReader } from '../sending/result-reader.ts'
import { listsOf, recordsConsents } from '../sending/sender-lists.ts'
import { viewResult } from '../sending/view-results.ts'
import { testRecords } from './test-records.ts'

type Sending = Context<typeof connectorItems.sendRecords>

/** Seconds after which the results of a waiting request are worth asking for. */
const LATER_SECONDS = 2

/** Items of a body: those of its only key `items`, or the body as one item. Throws unprocessable for too many, or none. */
function itemsOf(body: Record<string, unknown>): unknown[] {
  const { items } = body
  if (!Array.isArray(items) || Object.keys(body).length > 1) return [body]
  if (items.length === 0 || items.length > MAX_ITEMS) throw new ApiError('unprocessable', { fields: ['body.items'] })
  return items
}

/** Admits a program to a live connector, which stays until the caller's transaction ends. */
async function admit(db: Db, storeId: number, user: ProgramCaller, id: number): Promise<void> {
  const connector = await lockReceiving(db, storeId, id)
  if (!connector) throw new ApiError('not_found')
  if (user.credential === 'token' && !(await namesToken(db, storeId, id, user.id)))
    throw new ApiError('call_not_open', { call: titleOf(connectorItems.sendRecords) })
  if (connector.status === 'inactive') throw new ApiError('connector_inactive')
}

/** Stores items for a connector, has them written, and answers with their results, or with their receipt if they take longer. */
export async function sendRecords({ core, storeId, user, params, body: sent, language, request, reply }: Sending) {
  const items = itemsOf(sent)
  const { id: connector } = params
  if (request.headers['ruam-dry-run'] === 'true') {
    const fields = await inStore(core.pool, storeId, async (db) => {
      await admit(db, storeId, user, connector)
      return fieldsOf(db, storeId, language)
    })
    const reader = programReader(user, fields)
    const tester = { core, storeId, language, fields, reader, recordsConsents: recordsConsents(user) }
    const { tested, forgotten } = await testRecords(tester, connector, items)
    noteRequest(request, { forgotten })
    const results = tested.results.map(({ activities: _, ...result }) => result)
    return { ...tested, receipt_id: null, status: 'done' as const, results }
  }
  const body = JSON.stringify(items)
  const idempotency = idempotencyOf(request, 'records', `${connector} ${body}`)
  const stored = await inStore(core.pool, storeId, async (db) => {
    await admit(db, storeId, user, connector)
    const fields = await fieldsOf(db, storeId, language)
    const reader = programReader(user, fields)
    const receipt = { credential: user.id, dataSource: connector, kind: 'records' as const, items: items.length, body }
    const lists = listsOf(user, fields, 'records')
    const id = await storeReceipt(db, storeId, { ...receipt, lists, idempotency })
    if (id !== undefined) return { id, results: null, repeated: false, reader }
    const first = (await receiptOfKey(db, storeId, user.id, idempotency!.key))!
    checkRepeated(first, idempotency!)
    return { id: first.id, results: first.results, repeated: true, reader }
  })
  noteRequest(request, { items: items.length, receipt: stored.id })
  if (stored.repeated) reply.header('idempotency-replayed', 'true')
  const results = stored.results ?? (await resultsOf(core, storeId, stored.id))
  if (results) {
    noteRequest(request, { failed: failedIn(results), forgotten: results.some(isAboutErased) })
    const done = await inStore(core.pool, storeId, (db) => findReceipt(db, storeId, stored.id))
    return {
      ...{ receipt_id: stored.id, status: 'done' as const },
      results: results.map((result) => viewResult(stored.reader, result, language)),
      mapping_version: done?.mapping_version ?? null,
      unmapped: done?.unmapped ?? [],
    }
  }
  reply.code(202).header('retry-after', String(LATER_SECONDS)).header('location', `/open-api/v1/receipts/${stored.id}`)
  return { receipt_id: stored.id, status: 'waiting' as const, results: null, mapping_version: null, unmapped: [] }
}
