import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { inStore } from '../../database/db.ts'
import { storeReceipt } from '../../ingest/receipts/receipts.ts'
import { newCredential } from '../open-api/keys.testing.ts'
import { coreOf, type TestStore, testServer } from '../store.testing.ts'
import { phoneMapping } from './data-sources.ts'
import { fresh } from './fresh.ts'

/** An item of a till. */
export const tillItem = {
  customer: { name: 'ญาดา', phone: '0812345678' },
  order: { lines: [{ sku: 'A1', price: 120 }] },
}

/** A connector that knows the shape of its items. */
export async function connectorId(store: TestStore): Promise<number> {
  const body = { name: fresh('ตัวเชื่อม'), example: tillItem }
  return (await store.call(connectors.create, { body })).id
}

/** A connector whose items are mapped. */
export async function mappedConnector(store: TestStore): Promise<number> {
  const id = await connectorId(store)
  await store.call(connectors.putMapping, { params: { id: String(id) }, body: phoneMapping })
  return id
}

/** A waiting request to a connector. */
export async function connectorRequest(store: TestStore): Promise<{ id: string; receipt_id: string }> {
  const core = await coreOf(store)
  const { id: credential } = await newCredential(store)
  const dataSource = await mappedConnector(store)
  const kind = 'records' as const
  const receipt = { credential, dataSource, kind, items: 1, body: JSON.stringify([tillItem]), lists: null }
  const id = await inStore(core.pool, store.storeId, (db) =>
    storeReceipt(db, store.storeId, { ...receipt, idempotency: undefined }),
  )
  return { id: String(dataSource), receipt_id: String(id) }
}

/** An item of a connector that failed and waits for an answer. */
export async function deadLetter(store: TestStore): Promise<{ connector: number; id: number }> {
  const { admin } = await testServer()
  const connector = await mappedConnector(store)
  const { rows } = await admin.query<{ id: number }>(
    `with run as (
      insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, total, started_at, finished_at)
      select $1::int, 'run_' || $1::int || '_' || $2::int || '_1_' || left(md5(random()::text), 8), $2, 'stream', 'completed', 1, mapping, 1, now(), now()
      from data_source where store_id = $1::int and id = $2::int returning id)
    insert into dead_letter (store_id, data_source_id, receipt_id, item_index, item, error, path, value, run, record_no)
    select $1::int, $2::int, 1, (select count(*) from dead_letter where store_id = $1::int), $3, 'maybe_somebody_else', 'customer.phone', 'x', id, 1
    from run returning id`,
    [store.storeId, connector, JSON.stringify(tillItem)],
  )
  return { connector, id: rows[0]!.id }
}

/** Names a dead letter in a request. */
export const letterRequest = ({ connector, id }: { connector: number; id: number }) => ({
  params: { id: String(connector) },
  body: { ids: [id] },
})
