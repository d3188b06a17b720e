import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { olderProfiles } from '@ruam/contract/older/profiles.ts'
import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Pipeline } from '../../database/pipeline.ts'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { fieldBody } from '../../testing/things/fields.ts'

let store: TestStore
let id: number
let plain: number

beforeAll(async () => {
  store = await newStore()
  id = (await madeProfile(store, { [field.firstName]: 'ญาดา', [field.citizenId]: '1101700230708' })).id
  plain = (await madeProfile(store, { [field.firstName]: 'ปิติ' })).id
})

interface Row {
  viewer: string
  role: string | null
  way: string
  field_ids: number[]
  profile_ids: number[]
}
const traces = () =>
  rowsOf<Row>(
    store,
    'select viewer, role, way, field_ids, profile_ids::int[] from sensitive_read where store_id = $1 order by id',
  )

/** Rows that a call adds. */
async function added(call: () => Promise<unknown>) {
  const before = (await traces()).length
  await call()
  return (await traces()).slice(before)
}

const member = (may: boolean) =>
  store.member(['cdp-core.profile.read', ...(may ? (['cdp-core.profile-sensitive.read'] as const) : [])])

/** Calls of people whose answers hold the citizen id, for a member with the right. */
const ways: [string, (by: Member) => Promise<unknown>][] = [
  [titleOf(profiles.list), (by) => by.call(profiles.list, { query: {} })],
  [titleOf(profiles.list), (by) => by.call(profiles.list, { query: { keyword: 'ญาดา' } })],
  [titleOf(profiles.query), (by) => by.call(profiles.query, { body: {} })],
  [titleOf(profiles.query), (by) => by.call(profiles.query, { body: { filter: { keyword: 'ญาดา' } } })],
  [titleOf(profileHistory.list), (by) => by.call(profileHistory.list, { params: { id: String(id) }, query: {} })],
  [titleOf(olderProfiles.list), (by) => by.call(olderProfiles.list, { query: {} })],
]

describe('an answer with a sensitive value in clear text', () => {
  test.each(ways)('writes one row at each call: %s', async (way, ask) => {
    const by = await member(true)
    for (const time of ['first', 'second', 'third']) {
      const rows = await added(() => ask(by))
      const row = { viewer: `person:${by.userId}`, way, field_ids: [field.citizenId], profile_ids: [id] }
      expect([time, rows]).toEqual([time, [expect.objectContaining(row)]])
    }
  })

  test('names sensitive fields of the store’s own at each call', async () => {
    const own = await newStore()
    const body = { ...fieldBody('allergy', 'String'), sensitive: true }
    const { id: allergy } = await own.call(profileFields.create, { body })
    const { id: person } = await madeProfile(own, { [field.citizenId]: '1101700230708', [allergy]: 'กุ้ง' })
    await madeProfile(own, { [field.firstName]: 'ปิติ' })
    for (const _time of [1, 2, 3]) await own.call(profiles.list, { query: {} })
    const row = { field_ids: [field.citizenId, allergy], profile_ids: [person] }
    expect(
      await rowsOf<Row>(own, 'select field_ids, profile_ids::int[] from sensitive_read where store_id = $1'),
    ).toEqual([row, row, row])
  })

  test.each(ways.filter(([way], n) => way !== titleOf(profileHistory.list) && n % 2 === 0))(
    'writes it in the one message of its read: %s',
    async (_, ask) => {
      const { core } = await testServer()
      const by = await member(true)
      for (const _time of [1, 2]) await ask(by)
      const client = await core.readPool.connect()
      const query = vi.spyOn(Object.getPrototypeOf(client), 'query')
      client.release()
      let messages = 0
      const rows = await added(async () => {
        await ask(by)
        messages = query.mock.calls.filter(([sent]) => sent instanceof Pipeline).length
      })
      query.mockRestore()
      expect([rows.length, messages]).toEqual([1, 1])
    },
  )

  test('writes one row without a customer when values are offered', async () => {
    const by = await member(true)
    const ask = () => by.call(profiles.searchField, { params: { field: 'citizenId' }, query: { value: '11' } })
    const row = { way: titleOf(profiles.searchField), field_ids: [field.citizenId], profile_ids: [] }
    expect(await added(ask)).toMatchObject([row])
    expect(await added(ask)).toMatchObject([row])
  })

  test('writes one row for a program', async () => {
    const key = await newCredential(store)
    await openFields(key)
    const { credential } = key
    const { app } = await testServer()
    const ask = async (url: string) => {
      const reply = await app.inject({
        url: `/api/open-api/v1/${url}`.replace('/api', ''),
        headers: { authorization: `Bearer ${credential}` },
      })
      expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('1101700230708')])
    }
    for (const [url, call] of [
      ['profiles', openApiReading.profiles],
      [`profiles/${id}`, openApiReading.profile],
      [`profiles/${id}`, openApiReading.profile],
      ['profiles/field.citizenId:1101700230708', openApiReading.profile],
    ] as const)
      expect(await added(() => ask(url))).toEqual([
        {
          viewer: `program:${key.id}`,
          role: null,
          way: titleOf(call),
          field_ids: [field.citizenId],
          profile_ids: [id],
        },
      ])
  })
})

describe('no row is written', () => {
  test.each(ways.filter(([way]) => way !== titleOf(profileHistory.list)))(
    'for a member without the right: %s',
    async (_, ask) => {
      const by = await member(false)
      for (const _time of [1, 2]) expect(await added(() => ask(by))).toEqual([])
    },
  )

  test('for a member who lost the right', async () => {
    const by = await member(true)
    for (const _time of [1, 2]) await by.call(profiles.list, { query: {} })
    await rowsOf(
      store,
      `update role set permissions = '{cdp-core.profile.read}' where store_id = $1
         and id = (select role_id from store_member where store_id = $1 and user_id = $2)`,
      by.userId,
    )
    expect(await added(() => by.call(profiles.list, { query: {} }))).toEqual([])
  })

  test('when the answer has no sensitive value', async () => {
    const by = await member(true)
    await by.call(profiles.list, { query: {} })
    const asked = () => by.call(profileHistory.list, { params: { id: String(plain) }, query: {} })
    expect(await added(asked)).toEqual([])
  })
})

test('the first reads of a token are answered and traced when they are sent at once', async () => {
  const by = await member(true)
  // Its token is known then, and no answer has shown a sensitive value yet.
  await by.call(profiles.list, { query: { keyword: 'ปิติ' } })
  const rows = await added(() =>
    Promise.all(
      Array.from({ length: 8 }, () => [
        by.call(profileHistory.list, { params: { id: String(id) }, query: {} }),
        by.call(profiles.list, { query: {} }),
      ]).flat(),
    ),
  )
  expect(rows.length).toBe(16)
})

test('the application cannot change or delete a row', async () => {
  const { core } = await testServer()
  for (const text of ["update sensitive_read set viewer = 'person:1'", 'delete from sensitive_read'])
    await expect(core.pool.query(text)).rejects.toThrow('permission denied')
})
