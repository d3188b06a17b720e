import { sql } from 'kysely'
import { inStore } from '../../database/db.ts'
import { retainReader } from '../../open-api/changes/follow.ts'
import { insertWebhook } from '../../open-api/webhooks/queries.ts'
import { newSecret } from '../../open-api/webhooks/secret.ts'
import { newCredential } from '../open-api/keys.testing.ts'
import { coreOf, type TestStore } from '../store.testing.ts'

/** A webhook of a new API key. */
export async function webhook(store: TestStore) {
  const { pool, config } = await coreOf(store)
  const { id: credential } = await newCredential(store, { scopes: ['label:read', 'webhook:manage'] })
  const { sealed } = newSecret(config.secretKey, store.storeId)
  return inStore(pool, store.storeId, async (db) => {
    const { epoch, position } = await retainReader(db, store.storeId)
    const place = { epoch, position, nth: 0 }
    const given = { url: 'https://example.com/ruam', types: ['label.added' as const], secret: sealed }
    return { ...(await insertWebhook(db, store.storeId, { credential, ...given, place })), credential }
  })
}

/** A delivery that failed. */
export async function webhookDelivery(store: TestStore): Promise<{ id: string; delivery_id: string; program: string }> {
  const { pool } = await coreOf(store)
  const { id, credential } = await webhook(store)
  const delivery = await inStore(pool, store.storeId, async (db) => {
    const { rows } = await sql<{ id: number }>`
      with place as (
        update change_reader set position = position + 1 where store_id = ${store.storeId} returning position
      ), event as (
        insert into change (store_id, kind, subject_id, profile_ids, position)
        select ${store.storeId}, 'label.added', 1, '{1}', position from place returning id
      )
      insert into webhook_delivery (store_id, webhook_id, event_id, type, change_id, nth, status, ms)
      select ${store.storeId}, ${id}, gen_random_uuid(), 'label.added', id, 1, 500, 3 from event returning id`.execute(
      db,
    )
    return rows[0]!
  })
  return { id: String(id), delivery_id: String(delivery.id), program: String(credential) }
}
