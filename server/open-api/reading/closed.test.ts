import type { Rule } from '@ruam/contract/customers/rules.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { byId, segment, settled } from '../../testing/customers/segments.testing.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { makeLogin, provision, sessionOf } from '../../testing/open-api/sql-login.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

// Segments that a field decides which a program may not read do not exist for it.

let store: TestStore
let rich: number
/** Over the income, over that segment, and over the name. */
let ids: { secret: number; over: number; open: number }

const has = (id: number): Rule => ({ kind: 'label', operator: 'has_any', label_ids: [id] })

beforeAll(async () => {
  store = await newStore()
  rich = (await madeProfile(store, { [field.firstName]: 'มั่งมี', [field.income]: 90_000 })).id
  const make = async (rule: Rule) => (await segment(store, rule)).id
  const secret = await make({ kind: 'profile', field_id: field.income, operator: 'gt', value: 50_000 })
  const over = await make(has(secret))
  const open = await make({ kind: 'profile', field_id: field.firstName, operator: 'eq', value: 'มั่งมี' })
  ids = { secret, over, open }
  await settled(store)
})

/** Ids of segments that a program meets: in the list, by their members, and on a customer. */
async function met(credential: string) {
  const { app } = await testServer()
  const ask = (url: string) =>
    app.inject({ url: `/open-api/v1${url}`, headers: { authorization: `Bearer ${credential}` } })
  const of = (rows: { id: number }[] = []) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
  const all = [ids.secret, ids.over, ids.open]
  const statuses = await Promise.all(all.map(async (id) => (await ask(`/segments/${id}/members`)).statusCode))
  // Once by a cold cache of names, once by a warm one.
  const alone = [await ask(`/profiles/${rich}`), await ask(`/profiles/${rich}`)].map((one) =>
    of(one.json().data?.labels),
  )
  const page = (await ask('/profiles')).json().data?.[0]
  return {
    listed: of((await ask('/segments')).json().data),
    members: all.filter((_, place) => statuses[place] === 200),
    labels: [...alone, of(page?.labels)],
  }
}

const metAs = (known: number[]) => ({ listed: known, members: known, labels: [known, known, known] })

describe('a program', () => {
  test('meets only segments that open fields decide, to any depth, whatever an owner opens to people', async () => {
    await store.call(segments.setMembersVisible, { ...byId(ids.secret), body: { value: true } })
    expect(await met((await newCredential(store)).credential)).toEqual(metAs([ids.open]))
  })

  test('meets them all with the fields open and the scope for sensitive ones', async () => {
    const key = await newCredential(store)
    await openFields(key)
    expect(await met(key.credential)).toEqual(metAs([ids.secret, ids.over, ids.open]))
    const lacking = await newCredential(store, { scopes: ['profile:read', 'label:read', 'segment:read'] })
    await openFields(lacking)
    expect(await met(lacking.credential)).toEqual(metAs([ids.open]))
  })

  test('meets none over fields without the scope to read customers', async () => {
    const { credential } = await newCredential(store, { scopes: ['segment:read'] })
    const { statusCode, body } = await (await testServer()).app.inject({
      url: '/open-api/v1/segments',
      headers: { authorization: `Bearer ${credential}` },
    })
    expect([statusCode, JSON.parse(body)]).toEqual([200, { data: [] }])
  })
})

test('views of the SQL login leave out segments that closed fields decide, and follow the list', async () => {
  const list = (...open: number[]) =>
    store.call(profileApi.setFields, {
      body: { fields: open.map((field_id) => ({ field_id, read: true, write: false })) },
    })
  await list(field.firstName)
  const client = await sessionOf(await makeLogin(store))
  const seen = async () => {
    await provision()
    const { rows } = await client.query<{ id: number; members: number }>(
      `select id, (select count(*)::int from segment_member m where m.segment_id = segment.id) as members from segment order by id`,
    )
    const { rows: others } = await client.query(
      'select from segment_member where segment_id <> all (select id from segment)',
    )
    return [rows, others.length]
  }
  const one = (id: number) => ({ id, members: 1 })
  expect(await seen()).toEqual([[one(ids.open)], 0])
  await list(field.firstName, field.income)
  expect(await seen()).toEqual([[one(ids.secret), one(ids.over), one(ids.open)], 0])
})
