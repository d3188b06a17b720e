import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { HIDDEN } from '../../customers/profiles/masking.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { postItems } from '../../testing/open-api/till.testing.ts'
import { type Member, newStore, type TestStore } from '../../testing/store.testing.ts'

let store: TestStore
let clerk: Member
let key: string
let id: number
const at = () => ({ params: { id: String(id) } })
const post = (payload: unknown) => postItems(id, payload, key)

beforeEach(async () => {
  store = await newStore()
  const field = { field_name: 'allergy', display_name: 'แพ้ยา', data_type: 'Number' as const, sensitive: true }
  const allergy = await store.call(profileFields.create, { body: field })
  const made = await newCredential(store)
  await openFields(made)
  key = made.credential
  const example = { phone: '0815550790', allergy: '1', citizen: '1101700203450', income: '30000' }
  id = (await store.call(connectors.create, { body: { name: 'คลินิก', example } })).id
  const row = (no: string, destination_id: number, destination_type: 'system_profile' | 'custom_profile') => ({
    ...{ source_schema_id: no, destination_id, destination_type },
  })
  const mapping = [
    ...[row('1', 9, 'system_profile'), row('2', allergy.id, 'custom_profile')],
    ...[row('3', 10, 'system_profile'), row('4', 19, 'system_profile')],
  ]
  const body = { mapping, match: { keys: [10, 9], mode: 'both' as const }, unreadable_cells: 'fail' as const }
  await store.call(connectors.putMapping, { ...at(), body })
  const rights = ['datasource-open-api.read', 'datasource-open-api.edit', 'cdp-core.profile.read'] as const
  clerk = await store.member([...rights])
})

describe('a person without the right to sensitive values', () => {
  test.each([
    ['list', { value: 'Sulfa' }],
    ['list', { path: 'allergy', value: 'Sulfa' }],
    ['list', { path: 'unknown', value: 'Sulfa' }],
  ])('cannot guess a value by a filter of the %s: %o', async (_, query) => {
    await post({ phone: '0815550791', allergy: 'Sulfa' })
    const reply = await clerk.try(connectorItems.deadLetters, { ...at(), query })
    expect([reply.status, reply.body]).toMatchObject([403, { error: 'field_closed' }])
    expect((await store.call(connectorItems.deadLetters, { ...at(), query: { value: 'Sulfa' } })).total).toBe(1)
  })

  test.each(['replay', 'discard'] as const)('cannot %s a group by a guessed value', async (act) => {
    await post({ phone: '0815550791', allergy: 'Sulfa' })
    for (const path of [undefined, 'allergy']) {
      const body = { group: { error: 'number_invalid', value: 'Sulfa', ...(path && { path }) } }
      const reply = await clerk.try(connectorItems[act], { ...at(), body })
      expect([reply.status, reply.body]).toMatchObject([403, { error: 'field_closed' }])
    }
    const whole = { group: { error: 'number_invalid', path: 'allergy' } }
    expect((await clerk.try(connectorItems[act], { ...at(), body: whole })).status).toBe(200)
  })

  test('filters by a value of an open path, and sees a closed one whether or not an item has it', async () => {
    await post({ items: [{ phone: 'ไม่มี', allergy: 5 }, { phone: 'โทร' }] })
    const query = { path: 'phone', value: 'โทร' }
    const { data } = await clerk.call(connectorItems.deadLetters, { ...at(), query })
    expect(data.map(({ values }) => values)).toEqual([
      [{ path: 'phone', value: 'โทร' }, ...['allergy', 'citizen', 'income'].map((path) => ({ path, value: HIDDEN }))],
    ])
  })

  test('learns nothing of a stored value from a trial', async () => {
    await post({ phone: '0815550792', income: '30000' })
    const guess = async (income: string) =>
      (await clerk.call(connectorItems.test, { ...at(), body: { items: [{ phone: '0815550792', income }] } }))
        .results[0]
    expect(await guess('30000')).toEqual(await guess('30001'))
    expect(await guess('30000')).toMatchObject({ status: 'accepted', after: { income: HIDDEN } })
  })

  test('learns nothing of a stored citizen id from items that fail by it', async () => {
    await post({ phone: '0815550793', citizen: '1101700203450' })
    const seen = async () => ({
      letters: (await clerk.call(connectorItems.deadLetters, { ...at(), query: {} })).total,
      groups: (await clerk.call(connectorItems.deadLetterGroups, at())).total,
      hours: (await clerk.call(connectorItems.hours, { ...at(), query: {} })).data.map(({ failed }) => failed),
      count: (await clerk.call(connectors.get, at())).dead_letters,
      last: (await clerk.call(connectorItems.requests, at())).data[0]!.failed,
    })
    const before = await seen()
    const { body } = await post({ phone: '0815550793', citizen: '1101700203468' })
    expect(body.results).toMatchObject([{ status: 'accepted' }])
    expect(await seen()).toEqual(before)
    expect((await store.call(connectorItems.deadLetters, { ...at(), query: {} })).total).toBe(1)
    const { data } = await clerk.call(connectorItems.requests, at())
    const params = { id: String(id), receipt_id: String(data[0]!.receipt_id) }
    expect((await clerk.call(connectorItems.request, { params })).results).toMatchObject([
      { status: 'accepted', profile_id: null, error: null },
    ])
    expect(await clerk.call(connectorItems.discard, { ...at(), body: { all: true } })).toEqual({ discarded: 0 })
  })
})
