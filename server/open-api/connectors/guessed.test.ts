import { activities } from '@ruam/contract/customers/activities.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { expect, test } from 'vitest'
import { newStore } from '../../testing/store.testing.ts'

test('an item with an order number, a total and a time is mapped to a purchase, which a trial shows', async () => {
  const store = await newStore()
  await store.call(activities.makePurchaseType)
  const bill = {
    order: { number: 'WB-58211', total: 1290, created_at: '2026-11-22T14:32:07+07:00' },
    billing: { first_name: 'พิมพ์ชนก', last_name: 'รัตนกุล', phone: '0956621184', email: 'pim.k@gmail.com' },
  }
  const { id, example } = await store.call(connectors.create, { body: { name: 'เว็บร้าน', example: bill } })
  expect(JSON.parse(example!)).toEqual(bill)
  const params = { id: String(id) }
  const { mapping, fields } = await (async () => {
    const step = await store.call(connectors.getMapping, { params })
    return { mapping: step, fields: (await store.call(connectors.get, { params })).fields }
  })()
  const pathOf = (column: string) => fields.find((field) => field.id === column)!.path
  const mapped = mapping.mapping.map((row) => [pathOf(row.source_schema_id), row.destination_type])
  expect(mapped).toContainEqual(['billing.phone', 'system_profile'])
  expect(mapped).toContainEqual(['billing.first_name', 'system_profile'])
  expect(mapped).toContainEqual(['order.total', 'custom_activity'])
  expect(mapped).toContainEqual(['order.number', 'custom_activity'])
  expect(mapped).toContainEqual(['order.created_at', 'system_activity'])
})

test.each([
  ['traits.name', { traits: { name: 'พิมพ์ชนก รัตนกุล', phone: '0956621185' } }],
  ['billing_details.name', { billing_details: { name: 'พิมพ์ชนก รัตนกุล', phone: '0956621186' } }],
])('%s is guessed as a name', async (path, item) => {
  const store = await newStore()
  const { id, fields } = await store.call(connectors.create, { body: { name: 'ระบบอื่น', example: item } })
  const step = await store.call(connectors.getMapping, { params: { id: String(id) } })
  const column = fields.find((field) => field.path === path)!.id
  expect(step.mapping.filter((row) => row.source_schema_id === column).length).toBeGreaterThan(0)
})

test('a date of the Buddhist era asks for no order of day and month', async () => {
  const store = await newStore()
  const item = { customer: { phone: '0956621187', birth_date: '05/06/2530' } }
  const { id, fields } = await store.call(connectors.create, { body: { name: 'สมาชิก', example: item } })
  const step = await store.call(connectors.getMapping, { params: { id: String(id) } })
  const column = fields.find((field) => field.path === 'customer.birth_date')!.id
  expect(step.source_mapping.find((one) => one.source_schema_id === column)).toMatchObject({ questions: [] })
})
