import { openApiSending } from '@ruam/contract/open-api/sending.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { inStore } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import { implement } from '../../http/implement.ts'
import { noteRequest } from '../../http/request-log.ts'
import { programSource } from '../../imports/data-sources/program-sources.ts'
import { sourceOfCredential } from '../../ingest/items/references.ts'
import { failedIn, isAboutErased } from '../../ingest/items/stored-result.ts'
import type { ItemKind } from '../../ingest/items/write-items.ts'
import { resultsOf } from '../../ingest/receipts/await-results.ts'
import { dryRunItems } from '../../ingest/receipts/dry-items.ts'
import { findReceipt, receiptOfKey, storeReceipt } from '../../ingest/receipts/receipts.ts'
import { lineageOf } from '../keys/credentials.ts'
import { noteReads } from '../reading/view.ts'
import { checkRepeated, idempotencyOf } from './idempotency.ts'
import { programReader } from './result-reader.ts'
import { listsOf, noteWrites } from './sender-lists.ts'
import { viewDryResult, viewResult } from './view-results.ts'

type Sending = Pick<
  Context<typeof openApiSending.sendProfiles>,
  'core' | 'storeId' | 'user' | 'language' | 'request' | 'reply'
>

/** Seconds after which the results of a waiting request are worth asking for. */
const LATER_SECONDS = 2

/** Stores a request, has it written, and answers with its results, or with its receipt where they take longer. */
async function sendItems(sending: Sending, kind: ItemKind, items: readonly unknown[]) {
  const { core, storeId, user, request, reply, language } = sending
  if (request.headers['ruam-dry-run'] === 'true') return dryRun(sending, kind, items)
  const body = JSON.stringify(items)
  const idempotency = idempotencyOf(request, kind, body)
  const stored = await inStore(core.pool, storeId, async (db) => {
    const dataSource = await programSource(db, storeId, user.id)
    const fields = await fieldsOf(db, storeId, language)
    const lists = listsOf(user, fields, kind)
    const receipt = { credential: user.id, dataSource, kind, items: items.length, body, lists, idempotency }
    noteWrites(user, fields, items)
    const reader = programReader(user, fields)
    const id = await storeReceipt(db, storeId, receipt)
    if (id !== undefined) return { id, results: null, repeated: false, reader }
    const first = (await receiptOfKey(db, storeId, user.id, idempotency!.key))!
    checkRepeated(first, idempotency!)
    return { id: first.id, results: first.results, repeated: true, reader }
  })
  noteRequest(request, { items: items.length, receipt: stored.id })
  if (stored.repeated) reply.header('idempotency-replayed', 'true')
  // The process that stored a repeated request may have been killed before it wrote the items.
  const results = stored.results ?? (await resultsOf(core, storeId, stored.id))
  if (results) {
    noteRequest(request, { failed: failedIn(results), forgotten: results.some(isAboutErased) })
    const viewed = results.map((result) => viewResult(stored.reader, result, language))
    return { receipt_id: stored.id, status: 'done' as const, results: viewed }
  }
  reply.code(202).header('retry-after', String(LATER_SECONDS)).header('location', `/open-api/v1/receipts/${stored.id}`)
  return { receipt_id: stored.id, status: 'waiting' as const, results: null }
}

/** Returns what a request would do, with the values that the program may read. */
async function dryRun(sending: Sending, kind: ItemKind, items: readonly unknown[]) {
  const { core, storeId, user, language, request } = sending
  const { dataSource, source, fields } = await inStore(core.pool, storeId, async (db) => ({
    dataSource: await programSource(db, storeId, user.id),
    source: sourceOfCredential(await lineageOf(db, storeId, user.id)),
    fields: await fieldsOf(db, storeId, language),
  }))
  const lists = listsOf(user, fields, kind)
  const outcomes = await dryRunItems(core, storeId, { kind, items, dataSource, source, lists })
  noteRequest(request, { forgotten: outcomes.some(({ result }) => isAboutErased(result)) })
  const reader = programReader(user, fields)
  noteReads(user, readableFields(user, fields))
  const results = outcomes.map(({ result, compared }) => viewDryResult(reader, result, compared, fields, language))
  return { receipt_id: null, status: 'done' as const, results }
}

export const openApiSendingRoutes = implement(openApiSending, {
  sendProfile: ({ body, ...sending }) => sendItems(sending, 'profiles', [body]),
  sendProfiles: ({ body, ...sending }) => sendItems(sending, 'profiles', body.items),
  sendActivity: ({ body, ...sending }) => sendItems(sending, 'activities', [body]),
  sendActivities: ({ body, ...sending }) => sendItems(sending, 'activities', body.items),

  async receipt({ db, storeId, user, params, language, fail }) {
    const reader = programReader(user, await fieldsOf(db, storeId, language))
    // A vendor sees what it sent itself.
    const own = user.credential === 'token' ? user.id : undefined
    const receipt = await findReceipt(db, storeId, params.id, own)
    if (!receipt) throw fail('not_found')
    const { id, kind, items, at, done_at, results, mapping_version, unmapped } = receipt
    return {
      ...{ receipt_id: id, kind, items, received_at: at, done_at },
      status: results ? ('done' as const) : ('waiting' as const),
      results: results?.map((result) => viewResult(reader, result, language)) ?? null,
      ...{ mapping_version, unmapped: unmapped ?? [] },
    }
  },
})
