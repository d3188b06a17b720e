import { Readable } from 'node:stream'
import { auth } from '@ruam/contract/access/auth.ts'
import { invitations } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores, users } from '@ruam/contract/access/stores.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { newToken, tokenHash } from '../core/tokens.ts'
import { purge } from '../jobs/purge.ts'
import { startServers } from '../servers/directory.ts'
import { routerOf } from '../servers/store-router.ts'
import { freshEmail, newcomer } from '../testing/access/people.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let server: Awaited<ReturnType<typeof testServer>>
let here: TestStore
let there: TestStore
beforeAll(async () => {
  server = await testServer({ twoServers: true })
  here = await newStore({ atHome: true })
  there = await newStore()
})

/** Signs the owner of a store in again. Returns the user's token. */
async function signedIn({ userId }: TestStore): Promise<string> {
  const token = newToken()
  await server.home.admin.query('select auth.begin_session($1, $2, $3, 3600, 3600)', [
    userId,
    tokenHash(newToken()),
    tokenHash(token),
  ])
  return token
}

const send = async (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  token: string,
  payload?: object,
  app = server.app,
) => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.body ? reply.json() : undefined }
}

const enter = async ({ storeId }: TestStore, token: string) =>
  (await send('POST', '/api/stores/auth/token', token, { id: storeId })).body.token as string
const nameOf = ({ storeId }: TestStore, token: string) => send('GET', `/api/stores/${storeId}`, token)

test('each store answers from its server, and the token of one opens nothing on the other', async () => {
  expect(there.token).toMatch(/^s2-/)
  for (const store of [here, there]) expect((await nameOf(store, store.token)).status).toBe(200)
  expect((await nameOf(there, there.token.slice(3))).status).toBe(401)
  expect((await nameOf(here, `s2-${here.token}`)).status).toBe(401)
  expect((await nameOf(here, there.token)).status).toBe(404)
})

test('rows of a store lie on its server alone', async () => {
  await there.call(apiKeys.create, { body: { name: 'ที่สอง', scopes: ['profile:read'] } })
  const count = async (admin: typeof server.admin) => {
    const counted = 'select count(*)::int as n from credential where store_id = $1'
    return (await admin.query<{ n: number }>(counted, [there.storeId])).rows[0]!.n
  }
  expect([await count(server.home.admin), await count(server.admin)]).toEqual([0, 1])
})

test('a session that ends at home ends on the other server with the next request', async () => {
  const person = await signedIn(there)
  const token = await enter(there, person)
  expect((await nameOf(there, token)).status).toBe(200)
  await server.app.inject({
    method: 'POST',
    url: `/api${auth.logout.path}`,
    headers: { authorization: `Bearer ${person}` },
  })
  expect((await nameOf(there, token)).status).toBe(401)
})

test('a changed name reaches the server, whose audit log has the act', async () => {
  await there.call(auth.updateMe, { body: { first_name: 'ชื่อใหม่' } })
  const { rows } = await server.admin.query('select first_name, password_hash from users where id = $1', [there.userId])
  expect(rows).toEqual([{ first_name: 'ชื่อใหม่', password_hash: '' }])
  const acts = await server.admin.query(
    "select action from audit_log where store_id = $1 and action = 'account_changed'",
    [there.storeId],
  )
  expect(acts.rows).toHaveLength(1)
})

test('a password set on the machine ends sessions at the server, with an audit entry without author', async () => {
  const store = await newStore()
  await server.home.admin.query('select auth.set_password($1, $2)', [store.email, ''])
  await routerOf(server.home.core).notify()
  expect((await nameOf(store, store.token)).status).toBe(401)
  const { rows } = await server.admin.query(
    "select user_id, subject_id from audit_log where store_id = $1 and action = 'password_reset'",
    [store.storeId],
  )
  expect(rows).toEqual([{ user_id: null, subject_id: String(store.userId) }])
})

test('a new user and one with an account join a store of the other server', async () => {
  const { data } = await there.call(roles.listOfSettings, { query: {} })
  const roleId = data.find(({ name }) => name !== 'owner')!.id
  const invited = async (email: string) => {
    const { link } = await there.call(invitations.create, { body: { email, role_id: roleId, send: false } })
    return link!.split('#')[1]!
  }
  const accept = (body: object, token?: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api${auth.acceptInvitation.path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      payload: body,
    })
  const joined = await accept(newcomer(await invited(freshEmail())))
  expect(joined.statusCode).toBe(200)
  const entered = await send('POST', '/api/stores/auth/token', joined.json().access_token, { id: there.storeId })
  expect(entered.status).toBe(200)

  const member = await accept({ token: await invited(here.email) }, here.personToken)
  expect(member.statusCode).toBe(200)
  const listed = await here.call(users.stores, { params: { user_id: String(here.userId) } })
  expect(listed.data.map(({ id }) => id).toSorted()).toEqual([here.storeId, there.storeId].toSorted())
  const further = await send('POST', '/api/stores/auth/token', member.json().access_token, { id: there.storeId })
  expect(further.status).toBe(200)
})

test('new stores go to the server with the fewest', async () => {
  const before = await server.home.admin.query<{ server: number }>('select server from store_directory')
  const made = await there.call(stores.create, { body: { name: 'ร้านใหม่' } })
  const placed = await server.home.admin.query<{ server: number }>(
    'select server from store_directory where store = $1',
    [made.id],
  )
  const count = (one: number) => before.rows.filter((row) => row.server === one).length
  expect(placed.rows[0]!.server).toBe(count(1) <= count(2) ? 1 : 2)
  const token = await enter({ ...there, storeId: made.id }, there.personToken)
  expect((await nameOf({ ...there, storeId: made.id }, token)).body.name).toBe('ร้านใหม่')
})

test('a deleted store of the other server comes back', async () => {
  const store = await newStore()
  await store.call(stores.delete, { params: { id: String(store.storeId) }, body: { name: 'ร้านทดสอบ' } })
  expect((await nameOf(store, store.token)).status).toBe(401)
  await store.call(stores.restore, { params: { id: String(store.storeId) } })
  const token = await enter(store, store.personToken)
  expect((await nameOf(store, token)).status).toBe(200)
})

test('the sweep of one server leaves the files of stores on the other', async () => {
  const { storage } = server.home.core
  const { key } = await storage.put(there.storeId, Readable.from([Buffer.from('ไฟล์')]), 100)
  const old = {
    ...storage,
    async *olderThan() {
      yield { storeId: there.storeId, keys: [key] }
    },
  }
  const core = { ...server.home.core, storage: old as typeof storage }
  await purge(core, await purge(core))
  expect(await storage.size(key)).toBeGreaterThan(0)
  const owning = { ...server.core, storage: old as typeof storage }
  await purge(owning, await purge(owning))
  await expect(storage.size(key)).rejects.toThrow()
})

test('a key of a program leads to the server of its store', async () => {
  const made = await there.call(apiKeys.create, { body: { name: 'ระบบหน้าร้าน', scopes: ['profile:read'] } })
  for (let times = 0; times < 2; times++)
    expect((await send('GET', '/open-api/v1/profiles', made.key)).status).toBe(200)
  expect((await send('GET', '/open-api/v1/profiles', `ruam_1_${'x'.repeat(43)}`)).status).toBe(401)
})

test('while a server is away its stores say so, and all others work', async () => {
  const core = { ...server.home.core }
  const directory = await startServers(core, [2])
  core.servers = directory
  const app = await createApp(core, { web: false })
  try {
    const away = await send('GET', `/api/stores/${there.storeId}`, there.token, undefined, app)
    expect([away.status, away.body.error]).toEqual([503, 'server_away'])
    expect((await send('GET', `/api/stores/${here.storeId}`, here.token, undefined, app)).status).toBe(200)
    const listed = await send('GET', `/api/users/${there.userId}/user-stores`, there.personToken, undefined, app)
    const shown = (listed.body.data as { id: number; away?: true }[]).find(({ id }) => id === there.storeId)
    expect(shown).toMatchObject({ away: true })
    const entered = await send('POST', '/api/stores/auth/token', there.personToken, { id: there.storeId }, app)
    expect([entered.status, entered.body.error]).toEqual([503, 'server_away'])
    const unknown = await send('GET', '/open-api/v1/profiles', `ruam_1_${'y'.repeat(43)}`, undefined, app)
    expect(unknown.body.error).toBe('server_away')
  } finally {
    directory.close()
    await app.close()
  }
})
