import { inStore } from '../../database/db.ts'
import { sealBody } from '../../http/request-log.ts'
import { programSource } from '../../imports/data-sources/program-sources.ts'
import { newCredential } from '../open-api/keys.testing.ts'
import { coreOf, type TestStore, testServer } from '../store.testing.ts'

/** A key with its data source. */
export async function programId(store: TestStore): Promise<number> {
  const { id } = await newCredential(store)
  const core = await coreOf(store)
  await inStore(core.pool, store.storeId, (db) => programSource(db, store.storeId, id))
  return id
}

/** A logged request of a key that sent one customer. */
export async function loggedRequest(
  store: TestStore,
  item: object = { values: { phone: '0819990001' } },
): Promise<{ id: string; request: string }> {
  const id = await programId(store)
  const core = await coreOf(store)
  const { admin } = await testServer()
  const source = await inStore(core.pool, store.storeId, (db) => programSource(db, store.storeId, id))
  const body = sealBody(core.config.secretKey, store.storeId, id, JSON.stringify(item))
  const { rows } = await admin.query<{ id: number }>(
    `with sent as (
      insert into receipt (store_id, credential_id, data_source_id, kind, items, results, done_at, told)
      values ($1, $2, $4, 'profiles', 1, '[]', now(), true) returning id)
     insert into program_request (store_id, credential_id, at, call, status, items, failed, duration_ms, request_id, address, receipt_id,
       body, body_bytes)
     select $1, $2, now(), 'POST /open-api/v1/profiles', 200, 1, 0, 3, gen_random_uuid()::text, '127.0.0.1', sent.id, $3, 33
     from sent returning id`,
    [store.storeId, id, body, source],
  )
  return { id: String(id), request: String(rows[0]!.id) }
}
