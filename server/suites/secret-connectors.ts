import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { inStore } from '../database/db.ts'
import { ingestItems } from '../ingest/receipts/ingest-items.ts'
import { storeReceipt } from '../ingest/receipts/receipts.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { fresh } from '../testing/things/fresh.ts'
import { freshPhone, NAME, PHONE, type SecretStore, secretValues } from './secrets.ts'

/** Ids of system fields. */
const [CITIZEN, INCOME] = [10, 19]

/** States of a connector with sensitive values: not mapped, mapped without them, and mapped to their fields. */
export const connectorStates = ['shaped', 'open', 'meant'] as const
type ConnectorState = (typeof connectorStates)[number]

const paths = ['name', 'phone', 'เลขบัตรประชาชน', 'income', 'allergy', 'visa', 'points'].map((key) => `member.${key}`)

/** A connector with a request that is done, an item that was taken, and one that failed. */
export async function secretConnector(
  planted: SecretStore,
  state: ConnectorState,
): Promise<{ id: string; receipt_id: string }> {
  const { store, allergy, visa, points } = planted
  const { core, admin } = await testServer()
  const item = (phone: string, place: 0 | 1) => {
    const values = [fresh('ลูกค้า'), phone, ...secretValues(place)]
    return { member: Object.fromEntries(paths.map((path, at) => [path.slice('member.'.length), values[at]])) }
  }
  const { id, fields } = await store.call(connectors.create, {
    body: { name: fresh('ลับ'), example: item(freshPhone(), 0) },
  })
  const row = (place: number, destination_id: number, destination_type: 'system_profile' | 'custom_profile') => ({
    source_schema_id: fields.find(({ path }) => path === paths[place])!.id,
    ...{ destination_id, destination_type },
  })
  const named = [row(0, NAME, 'system_profile'), row(1, PHONE, 'system_profile')]
  const meant = [
    ...[row(2, CITIZEN, 'system_profile'), row(3, INCOME, 'system_profile'), row(4, allergy, 'custom_profile')],
    ...[row(5, visa, 'custom_profile'), row(6, points, 'custom_profile')],
  ]
  if (state !== 'shaped')
    await store.call(connectors.putMapping, {
      params: { id: String(id) },
      body: {
        mapping: state === 'open' ? named : [...named, ...meant],
        match: { keys: [PHONE], mode: 'both' },
      },
    })
  const { id: credential } = await newCredential(store)
  const items = [item(freshPhone(), 0), item('08111', 1)]
  const receipt_id = await inStore(core.pool, store.storeId, (db) =>
    storeReceipt(db, store.storeId, {
      ...{ credential, dataSource: id, kind: 'records', items: items.length, lists: null, idempotency: undefined },
      body: JSON.stringify(items),
    }),
  )
  await ingestItems(core, store.storeId)
  // A letter whose reason is a sensitive value.
  await admin.query(
    `update dead_letter set path = $3, value = $4 where store_id = $1 and data_source_id = $2 and error <> 'mapping_missing'`,
    [store.storeId, id, paths[2], secretValues(1)[0]],
  )
  return { id: String(id), receipt_id: String(receipt_id) }
}
