import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const at = (id: number) => ({ params: { id: String(id) } })
const till = {
  customer: { first_name: 'พิมพ์ชนก', last_name: 'รัตนกุล', mobile: '+66 95 662 1184', email: 'pim.k@gmail.com' },
  order: { total: 1290, paid_at: '2026-11-22T14:32:07+07:00', lines: [{ sku: 'A1', price: 120.5 }] },
  utm: { source: 'line' },
  vip: null,
}
const make = (name: string, example: unknown = till) => store.call(connectors.create, { body: { name, example } })

describe('a connector', () => {
  test('is made from one example item, whose fields have dot paths and kinds', async () => {
    const made = await make('เว็บร้าน')
    expect(made).toMatchObject({
      ...{ name: 'เว็บร้าน', status: 'active', problem: null, mapped: false, each: null, dead_letters: 0 },
      arrays: ['order.lines'],
    })
    expect(made.fields.map(({ path, kinds, last_value }) => [path, kinds.join(), last_value])).toEqual([
      ['customer.first_name', 'text', 'พิมพ์ชนก'],
      ['customer.last_name', 'text', 'รัตนกุล'],
      ['customer.mobile', 'text', '+66 95 662 1184'],
      ['customer.email', 'text', 'pim.k@gmail.com'],
      ['order.total', 'number', '1290'],
      ['order.paid_at', 'text', '2026-11-22T14:32:07+07:00'],
      ['order.lines', 'objects', '[{"sku":"A1","price":120.5}]'],
      ['utm.source', 'text', 'line'],
      ['vip', '', null],
    ])
  })

  test('is listed by type and not as the latest data source of its maker', async () => {
    const { id } = await make('เว็บร้าน')
    const { data, total } = await store.call(connectors.list, { query: {} })
    expect([data.map((one) => one.id), total]).toEqual([[id], 1])
    expect((await store.call(dataSources.list, { query: { type: 'openapi' } })).data.map((one) => one.id)).toEqual([id])
    expect((await store.try(dataSources.latest, {})).body.error).toBe('no_latest_data_source')
  })

  test('has a name of its own among all data sources, which is checked before it is saved', async () => {
    await make('เว็บร้าน')
    expect((await store.try(connectors.create, { body: { name: ' เว็บร้าน ' } })).body).toMatchObject({
      ...{ error: 'name_taken', error_code: 140 },
    })
    const taken = { params: { field: 'name', value: 'เว็บร้าน' } as const }
    expect(await store.call(connectors.validate, taken)).toEqual({ exists: true })
  })

  test('is renamed over the version that was read, and switched off and on', async () => {
    const { id, updated_at: origin_time } = await make('เว็บร้าน')
    const { id: token } = await newCredential(store, { kind: 'token' })
    const body = { name: 'หน้าร้าน', token_ids: [token], origin_time }
    expect(await store.call(connectors.update, { ...at(id), body })).toMatchObject({
      ...{ name: 'หน้าร้าน', tokens: [{ id: token }] },
    })
    expect((await store.try(connectors.update, { ...at(id), body })).body).toMatchObject({
      ...{ error: 'stale_edit', details: { current: { name: 'หน้าร้าน' } } },
    })
    const off = await store.call(connectors.setStatus, { ...at(id), body: { status: 'inactive' } })
    expect(off.status).toBe('inactive')
  })

  test('is deleted with its address, and its name is free again', async () => {
    const { id } = await make('เว็บร้าน')
    await store.call(connectors.delete, { ...at(id), query: {} })
    expect((await store.try(connectors.get, at(id))).body.error).toBe('not_found')
    await make('เว็บร้าน')
  })

  test('refuses an example that is no object', async () => {
    for (const example of [1, 'x', null, [], [till]])
      expect((await store.try(connectors.create, { body: { name: 'ก', example } })).body.error).toBe('example_invalid')
  })
})

describe('the mapping of a connector', () => {
  test('is suggested from the last keys of its paths, but not from keys about other things', async () => {
    const { id } = await make('เว็บร้าน', { ...till, shop: { phone: '053-123-456' } })
    const { mapping, source_schema, saved, match } = await store.call(connectors.getMapping, at(id))
    const pathOf = new Map(source_schema.map((column) => [column.id, column.name]))
    expect(saved).toBe(false)
    expect(mapping.map((row) => [pathOf.get(row.source_schema_id), row.destination_id])).toEqual(
      expect.arrayContaining([
        ['customer.first_name', 1],
        ['customer.mobile', 9],
        ['customer.email', 11],
      ]),
    )
    expect(mapping.map((row) => pathOf.get(row.source_schema_id))).not.toContain('shop.phone')
    expect(match.keys).toEqual([9, 11])
  })

  test('is saved by the checks of files, and raises its version', async () => {
    const { id } = await make('เว็บร้าน')
    const { mapping, match } = await store.call(connectors.getMapping, at(id))
    await store.call(connectors.putMapping, { ...at(id), body: { mapping, match } })
    expect(await store.call(connectors.get, at(id))).toMatchObject({ mapped: true, mapping_version: 1 })
    const wrong = { mapping: [], match: { keys: [], mode: 'both' as const } }
    expect((await store.try(connectors.putMapping, { ...at(id), body: wrong })).body).toMatchObject({
      error: 'mapping_invalid',
    })
  })

  test('waits for a first item', async () => {
    const { id } = await store.call(connectors.create, { body: { name: 'ว่าง' } })
    expect((await store.try(connectors.getMapping, at(id))).body.error).toBe('example_missing')
    await store.call(connectors.addExample, { ...at(id), body: { example: till } })
    expect((await store.call(connectors.getMapping, at(id))).source_schema).toHaveLength(9)
  })
})
