import { inStore } from '../../database/db.ts'
import { programSource } from '../../imports/data-sources/program-sources.ts'
import { storeReceipt } from '../../ingest/receipts/receipts.ts'
import { newCredential } from '../open-api/keys.testing.ts'
import { coreOf, type TestStore } from '../store.testing.ts'

/** A request of a program that waits. */
export async function receiptId(store: TestStore): Promise<number> {
  const core = await coreOf(store)
  const { id: credential } = await newCredential(store)
  return inStore(core.pool, store.storeId, async (db) => {
    const dataSource = await programSource(db, store.storeId, credential)
    const receipt = {
      credential,
      dataSource,
      kind: 'profiles' as const,
      items: 1,
      body: '[{}]',
      lists: null,
      idempotency: undefined,
    }
    return (await storeReceipt(db, store.storeId, receipt))!
  })
}
