import { people as members } from '@ruam/contract/access/people.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { callLimits } from '@ruam/contract/platform/constants.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUrlOf } from '../database/migrate.ts'
import { beginImport, openProcesses, type Processes, startFour } from './processes-scene.ts'
import { makePeople, openSockets } from './push-scene.ts'
import { type RuamClient, signIn } from './ruam-client.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

// Two processes that serve requests and two that work, on one database, as on four machines: each has a data folder of its own, but for
// the uploads, which they would share.
const tags = ['verify']

let scene: Processes
let apis: RuamProcess[] = []
let workers: RuamProcess[] = []
let client: RuamClient
beforeAll(async () => {
  scene = await openProcesses(`ruam_processes_${process.pid}`)
  ;({ apis, workers } = await startFour(scene))
  client = await signIn(apis[0]!.address)
})
afterAll(() => scene.stop())

const statusAt = async ({ address }: RuamProcess, path: string, token: string) =>
  (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).status
const holders = async () =>
  await scene.ask<{ holder: string; count: number }>(
    'select holder, count(*)::int as count from lease where until > now() group by holder order by count(*) desc',
  )

test('a process with another secret key does not start, and disturbs none of those that run', { tags }, async () => {
  const other = { ...scene.env, RUAM_SECRET_KEY: 'another secret key of thirty-two letters' }
  await expect(startRuam(scene.folder, { role: 'api', env: other })).rejects.toThrow('belongs to another secret key')
  for (const api of apis) expect(await statusAt(api, '/api/profile', client.token)).toBe(200)
  // New connections are let in as before.
  const asBefore = new pg.Client({ connectionString: appUrlOf(scene.env.DATABASE_URL!, scene.env.RUAM_SECRET_KEY!) })
  await asBefore.connect()
  await asBefore.end()
})

test('a person who is removed at one process is refused at another at once, and cut off from its events', {
  tags,
}, async () => {
  const [person] = await makePeople(scene.ask as never, 1, 1)
  const [store] = await scene.ask<{ store_id: number }>('select min(store_id) as store_id from store')
  // Into the owner's store, whose owner removes them.
  await scene.ask('update store_member set removed_at = now() where user_id = $1', [person!.userId])
  const [role] = await scene.ask<{ id: number }>(
    "insert into role (store_id, name, permissions) values ($1, 'ร้าน', array['cdp-core.datasource.create', 'cdp-core.profile.read']) returning id",
    [store!.store_id],
  )
  await scene.ask('insert into store_member (store_id, user_id, role_id) values ($1, $2, $3)', [
    store!.store_id,
    person!.userId,
    role!.id,
  ])
  await scene.ask('update access_token set store_id = $1 where session_id = $2 and store_id is not null', [
    store!.store_id,
    person!.sessionId,
  ])
  await openSockets(person!, [apis[1]!.address], 1)
  expect(await statusAt(apis[1]!, '/api/profile', person!.token)).toBe(200)
  await client.call(members.remove, { params: { id: String(person!.userId) }, query: {} })
  expect(await statusAt(apis[1]!, '/api/profile', person!.token)).toBe(401)
  await person!.sockets[0]!.connection.closed()
})

test('a key that is revoked at one process is refused by another at its next request', { tags }, async () => {
  const made = await client.call(apiKeys.create, { body: { name: 'ร้าน', scopes: ['profile:read'] } })
  expect(await statusAt(apis[1]!, '/open-api/v1/profiles', made.key)).toBe(200)
  await client.call(apiKeys.revoke, { params: { id: String(made.id) } })
  expect(await statusAt(apis[1]!, '/open-api/v1/profiles', made.key)).toBe(401)
})

test('a key that goes to two processes at once gets its limit and one lease', { tags }, async () => {
  const { burst, perSecond } = callLimits.program
  const made = await client.call(apiKeys.create, { body: { name: 'สองเครื่อง', scopes: ['profile:read'] } })
  const noted = 'select from serving_process where seen_at > $1::timestamptz'
  const since = (await scene.ask<{ now: string }>('select now()'))[0]!.now
  await expect.poll(async () => (await scene.ask(noted, [since])).length).toBe(2)
  const began = performance.now()
  const statuses = await Promise.all(
    apis.flatMap((api) => Array.from({ length: 3 * burst }, () => statusAt(api, '/open-api/v1/profiles', made.key))),
  )
  const restored = Math.ceil(((performance.now() - began) / 1000) * perSecond)
  const passed = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  expect(passed).toBeGreaterThanOrEqual(burst)
  expect(passed).toBeLessThanOrEqual(burst + burst / 10 + restored)
})

test('work by the clock is done by one process, and taken over when that is killed, as is an import', {
  tags,
}, async () => {
  const { added, ended } = await beginImport(scene, client)
  const before = await holders()
  expect(before).toHaveLength(1)
  // One after the other: it holds the leases, or works at the import, or both.
  for (const worker of workers) {
    await worker.signal('SIGKILL')
    workers[workers.indexOf(worker)] = await scene.start('worker')
  }
  await ended()
  expect((await client.call(profiles.list, { query: { limit: '1' } })).total).toBe(added)
  await expect
    .poll(holders)
    .toEqual([{ holder: expect.not.stringMatching(before[0]!.holder), count: before[0]!.count }])
})
