import { activities } from '@ruam/contract/customers/activities.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { coreOf, type TestStore, testServer } from '../store.testing.ts'

/** Sends items to a connector. */
export async function postItems(
  id: number,
  payload: unknown,
  credential: string,
  headers: Record<string, string> = {},
) {
  const { app } = await testServer()
  const reply = await app.inject({
    ...{ method: 'POST', url: `/open-api/v1/connectors/${id}/records` },
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** Ingests whatever waits in a store, as the clock does. */
export async function ingestAll({ storeId }: Pick<TestStore, 'storeId'>): Promise<void> {
  await ingestItems(await coreOf({ storeId }), storeId)
}

/** An item of a till. */
export const bill = (n: number, change: object = {}) => ({
  member: { name: `ลูกค้า${n}`, mobile: `08155506${String(n).padStart(2, '0')}`, email: `p${n}@example.com` },
  bill: { no: `B${n}`, total: 100 + n, paid_at: '2026-11-22T14:32:07+07:00' },
  till: { no: 3 },
  ...change,
})

/** A connector of a till with its mapping: name, phone and e-mail, and a purchase for each item. */
export async function makeTill(store: TestStore) {
  const amount = await store.call(activities.createField, {
    query: {},
    body: { name: 'amountPaid', display_name: 'ยอดที่จ่าย', data_type: 'Number' },
  })
  const number = await store.call(activities.createField, {
    query: {},
    body: { name: 'billNo', display_name: 'เลขที่บิล', data_type: 'String' },
  })
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [amount.id, number.id] } })
  const { id, fields } = await store.call(connectors.create, { body: { name: 'เครื่องคิดเงิน', example: bill(0) } })
  const no = (path: string) => fields.find((field) => field.path === path)!.id
  const row = (
    path: string,
    destination_id: number,
    destination_type: MappingBody['mapping'][number]['destination_type'],
  ) => ({
    ...{ source_schema_id: no(path), destination_id, destination_type },
  })
  const mapping = [
    row('member.name', 1, 'system_profile'),
    row('member.mobile', 9, 'system_profile'),
    row('member.email', 11, 'system_profile'),
    row('bill.paid_at', activityDate.id, 'system_activity'),
    row('bill.total', amount.id, 'custom_activity'),
    row('bill.no', number.id, 'custom_activity'),
  ]
  const map = (keys: number[]) =>
    store.call(connectors.putMapping, {
      params: { id: String(id) },
      body: { activity_id: type.id, activity_key: number.id, mapping, match: { keys, mode: 'both' } },
    })
  return { id, map }
}
