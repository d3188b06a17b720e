import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import type { Program } from '@ruam/contract/open-api/programs.ts'
import { openApiSending } from '@ruam/contract/open-api/sending.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { inStore } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { openBody } from '../../http/request-log.ts'
import { sourceOfCredential } from '../../ingest/items/references.ts'
import type { ItemKind } from '../../ingest/items/write-items.ts'
import { dryRunItems } from '../../ingest/receipts/dry-items.ts'
import { findReceiptSender } from '../../ingest/receipts/receipts.ts'
import type { Core } from '../../servers/core.ts'
import { testRecords } from '../connectors/test-records.ts'
import { lineageOf } from '../keys/credentials.ts'
import { personReader } from '../sending/result-reader.ts'
import { viewDryResult } from '../sending/view-results.ts'

interface Resender {
  core: Core
  storeId: number
  user: Pick<Caller, 'rights' | 'trace'>
  language: Language
}

const kinds = new Map<string, ItemKind>([
  [titleOf(openApiSending.sendProfile), 'profiles'],
  [titleOf(openApiSending.sendProfiles), 'profiles'],
  [titleOf(openApiSending.sendActivity), 'activities'],
  [titleOf(openApiSending.sendActivities), 'activities'],
])

/** Returns what the items of a logged request would do now, with what its program may write. Undefined if it sent none. */
export async function resendRequest(
  { core, storeId, user, language }: Resender,
  program: Program,
  { call, body, receipt_id }: { call: string; body: Buffer; receipt_id: number | null },
): Promise<ItemResult[] | undefined> {
  if (receipt_id === null) return undefined
  const sent = JSON.parse(openBody(core.config.secretKey, storeId, program.id, body)) as { items?: unknown }
  const items = Array.isArray(sent.items) ? sent.items : [sent]
  const { receipt, fields, source } = await inStore(core.pool, storeId, async (db) => ({
    receipt: await findReceiptSender(db, storeId, receipt_id),
    fields: await fieldsOf(db, storeId, language),
    source: sourceOfCredential(await lineageOf(db, storeId, program.id)),
  }))
  if (!receipt) return undefined
  const reader = personReader(user, fields)
  if (call === titleOf(connectorItems.sendRecords)) {
    const tester = { core, storeId, language, fields, reader, recordsConsents: receipt.lists?.consents === true }
    const { tested } = await testRecords(tester, receipt.data_source_id, items)
    return tested.results.map(({ activities: _, ...result }) => result)
  }
  const kind = kinds.get(call)
  if (!kind) return undefined
  const { lists } = receipt
  const outcomes = await dryRunItems(core, storeId, { kind, items, dataSource: receipt.data_source_id, source, lists })
  return outcomes.map(({ result, compared }) => viewDryResult(reader, result, compared, fields, language))
}
