import { people } from '@ruam/contract/access/people.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCallLimits } from '../../http/call-limits.ts'
import { writeUses } from '../../http/program-uses.ts'
import { testApp } from '../../testing/app.testing.ts'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const make = (name = 'เครื่อง POS') => store.call(apiKeys.create, { body: { name, scopes: ['profile:read'] } })
const byId = (id: number) => ({ params: { id: String(id) } })

async function read(key: string, id = 1) {
  const { app } = await testServer()
  const reply = await app.inject({ url: `/open-api/v1/profiles/${id}`, headers: { authorization: `Bearer ${key}` } })
  return { status: reply.statusCode, body: reply.json() }
}

test('a key reads a customer by the names of the fields', async () => {
  const { key } = await make()
  const { id } = await madeProfile(store, { [field.firstName]: 'กัญญา', [field.phone]: '0891110001' })
  const { status, body } = await read(key, id)
  expect([status, body.data.values]).toEqual([200, { firstName: 'กัญญา', phone: '+66891110001' }])
  expect(body.fields[0]).toMatchObject({ name: 'firstName', display_name: 'ชื่อ' })
  expect(body.data.labels).toBe(undefined)
})

test('a key is shown once, and stored as its hash and its last four characters', async () => {
  const made = await make()
  expect(made.key).toMatch(new RegExp(`^ruam_${made.id}_[\\w-]{43}$`))
  expect(made.secret_end).toBe(made.key.slice(-4))
  const { admin } = await testServer()
  const { rows } = await admin.query('select c::text as row from credential c where store_id = $1', [store.storeId])
  expect(rows[0].row).not.toContain(made.key.slice(10))
  expect(JSON.stringify(await store.call(apiKeys.get, byId(made.id)))).not.toContain(made.key.slice(10))
})

test('a name is taken among the keys that are not revoked', async () => {
  const { id } = await make('POS')
  const again = { body: { name: ' pos ', scopes: ['profile:read' as const] } }
  expect((await store.try(apiKeys.create, again)).body).toMatchObject({ error_code: 140 })
  expect(await store.call(apiKeys.nameAvailable, { query: { keyword: 'Pos' } })).toEqual({ exists: true })
  await store.call(apiKeys.revoke, byId(id))
  expect(await store.call(apiKeys.nameAvailable, { query: { keyword: 'Pos' } })).toEqual({ exists: false })
  expect((await store.try(apiKeys.create, again)).status).toBe(200)
})

test('a member cannot grant a scope beyond their own permissions, nor by rotating a key', async () => {
  const { id } = await store.call(apiKeys.create, { body: { name: 'ทุกอย่าง', scopes: ['profile-sensitive:read'] } })
  const member = await store.member(['cdp-core.api-key.read', 'cdp-core.api-key.create', 'cdp-core.profile.read'])
  const body = { name: 'ของฉัน', scopes: ['profile:read' as const, 'profile:delete' as const] }
  const beyond = { status: 403, body: { error: 'scope_beyond_rights' } }
  expect(await member.try(apiKeys.create, { body })).toMatchObject(beyond)
  expect(await member.try(apiKeys.rotate, { ...byId(id), body: {} })).toMatchObject(beyond)
  expect((await member.try(apiKeys.create, { body: { ...body, scopes: ['profile:read'] } })).status).toBe(200)
  const { data } = await member.call(masterData.scopes)
  expect(data).toHaveLength(14)
  expect(data.filter(({ grantable }) => grantable).map(({ scope }) => scope)).toEqual([
    'profile:read',
    'activity:read',
    'webhook:manage',
  ])
})

describe('a rotation', () => {
  test('leaves the former secret valid for the overlap', async () => {
    const { id, key } = await make()
    const rotated = await store.call(apiKeys.rotate, { ...byId(id), body: {} })
    expect([(await read(key)).status, (await read(rotated.key)).status]).toEqual([404, 404])
    const { admin, core } = await testServer()
    await writeUses(core.pool)
    expect(await store.call(apiKeys.get, byId(id))).toMatchObject({ previous_used_at: expect.any(String) })
    await admin.query("update credential set previous_until = now() - interval '1 second' where id = $1", [id])
    expect([(await read(key)).body.error, (await read(rotated.key)).status]).toEqual(['key_invalid', 404])
  })

  test('without an overlap ends the former secret at once', async () => {
    const { id, key } = await make()
    await store.call(apiKeys.rotate, { ...byId(id), body: { overlap_hours: 0 } })
    expect((await read(key)).body.error).toBe('key_invalid')
  })
})

test('a revoked key is refused with both of its secrets, and cannot be rotated', async () => {
  const { id, key } = await make()
  const { key: next } = await store.call(apiKeys.rotate, { ...byId(id), body: {} })
  await store.call(apiKeys.revoke, byId(id))
  expect([(await read(key)).body.error, (await read(next)).body.error]).toEqual(['key_revoked', 'key_revoked'])
  expect((await store.try(apiKeys.rotate, { ...byId(id), body: {} })).body.error).toBe('key_not_active')
  expect((await store.try(apiKeys.revoke, byId(id))).body.error).toBe('key_not_active')
})

test('requests of a key are counted by hour, with the time and address of its last use', async () => {
  const { id, key } = await make()
  const { admin, core } = await testServer()
  for (let n = 0; n < 3; n++) await read(key)
  await writeUses(core.pool)
  const { rows } = await admin.query('select requests, refused from credential_count where credential_id = $1', [id])
  expect(rows).toEqual([{ requests: 3, refused: 3 }])
  expect(await store.call(apiKeys.get, byId(id))).toMatchObject({
    last_used_at: expect.any(String),
    last_address: '127.0.0.1',
  })
})

test('the online log counts the requests of each program in a range', async () => {
  const [often, seldom] = [await make('บ่อย'), await make('นานๆ ที')]
  for (const key of [often.key, often.key, seldom.key]) await read(key)
  const { core } = await testServer()
  await writeUses(core.pool)
  const { data } = await store.call(onlineLog.callers, { query: {} })
  expect(data.map(({ id, kind, name, requests, refused }) => ({ id, kind, name, requests, refused }))).toEqual([
    { id: often.id, kind: 'key', name: 'บ่อย', requests: 2, refused: 2 },
    { id: seldom.id, kind: 'key', name: 'นานๆ ที', requests: 1, refused: 1 },
  ])
  expect((await store.call(onlineLog.callers, { query: { to: '2020-01-31' } })).data).toEqual([])
  expect((await (await newStore()).call(onlineLog.callers, { query: {} })).data).toEqual([])
})

describe('a member who saw secrets', () => {
  const rights = ['cdp-core.api-key.read', 'cdp-core.api-key.create', 'cdp-core.profile.read'] as const
  const body = (name: string) => ({ body: { name, scopes: ['profile:read' as const] } })

  test('is listed with the keys that they made or rotated, which end with the removal', async () => {
    const member = await store.member(rights)
    const made = await member.call(apiKeys.create, body('เครื่อง POS'))
    const others = await store.call(apiKeys.create, body('เว็บ'))
    const rotated = await member.call(apiKeys.rotate, { ...byId(others.id), body: {} })
    const gone = await member.call(apiKeys.create, body('ยกเลิกแล้ว'))
    await store.call(apiKeys.revoke, byId(gone.id))
    const seen = [
      { id: made.id, name: 'เครื่อง POS', kind: 'key' },
      { id: others.id, name: 'เว็บ', kind: 'key' },
    ]
    expect((await store.call(people.keys, byId(member.userId))).data).toEqual(seen)
    expect(await store.call(people.remove, { ...byId(member.userId), query: {} })).toEqual({
      ended: seen,
      taken_over: [],
    })
    for (const { key } of [made, others, rotated]) expect((await read(key)).status).toBe(401)
    const acts = await store.call(auditLog.list, { query: { action: 'member_removed' } })
    expect(acts.data[0]!.details).toMatchObject({ keys_ended: `${made.id}, ${others.id}` })
    const ends = await store.call(auditLog.list, { query: { action: 'api_key_revoked' } })
    expect(ends.data.map(({ subject_id }) => subject_id)).toEqual(
      expect.arrayContaining([String(made.id), String(others.id)]),
    )
  })

  test('loses a key that is taken over: the new secret works at once, the seen one for the hours', async () => {
    const member = await store.member(rights)
    const { id, key } = await member.call(apiKeys.create, body('รับช่วง'))
    const query = { keep: String(id), hours: '48' }
    const { taken_over } = await store.call(people.remove, { ...byId(member.userId), query })
    const { secret } = taken_over[0]!
    const { previous_until } = await store.call(apiKeys.get, byId(id))
    expect(Date.parse(previous_until!) - Date.now()).toBeGreaterThan(47 * 3_600_000)
    expect([(await read(secret)).status, (await read(key)).status]).toEqual([404, 404])
    const { admin } = await testServer()
    await admin.query('update credential set previous_until = now() where id = $1', [id])
    expect([(await read(secret)).status, (await read(key)).status]).toEqual([404, 401])
  })

  test('is refused: more than seven days, and keys of others', async () => {
    const member = await store.member(rights)
    const { id } = await store.call(apiKeys.create, body('ของเจ้าของ'))
    const remove = (query: object) => store.try(people.remove, { ...byId(member.userId), query })
    expect((await remove({ hours: '169' })).body).toMatchObject({
      error: 'invalid_input',
      details: { fields: ['query.hours'] },
    })
    expect((await remove({ keep: String(id) })).status).toBe(404)
  })
})

test('the 101st call in a second is refused, and every response says how many are left', async () => {
  const { core } = await testServer()
  const { key } = await make()
  let time = 1_000_000
  const app = await testApp({ ...core, limits: newCallLimits(core.pool, { now: () => time }) })
  const call = () => app.inject({ url: '/open-api/v1/profiles/1', headers: { authorization: `Bearer ${key}` } })
  const replies = []
  for (let n = 0; n < 101; n++) replies.push(await call())
  expect(replies[0]!.headers).toMatchObject({
    'ratelimit-policy': '"credential";q=100;w=1',
    ratelimit: '"credential";r=99;t=1',
  })
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array(100).fill(404), 429])
  expect(replies[100]!.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"credential";r=0;t=1' })
  time += 1000
  expect((await call()).statusCode).toBe(404)
  await app.close()
})

test('errors of programs have a status of their own, a reference and the address of their documentation', async () => {
  const { app } = await testServer()
  const { key } = await make()
  const headers = { authorization: `Bearer ${key}`, host: 'cdp.example.com' }
  const reply = await app.inject({ url: '/open-api/v1/profiles/1?x=1', headers })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    {
      error: 'unprocessable',
      details: { fields: ['query.x'] },
      request_id: expect.any(String),
      docs_url: 'http://cdp.example.com/docs/open-api/datasource-api/get-started#unprocessable',
    },
  ])
})
