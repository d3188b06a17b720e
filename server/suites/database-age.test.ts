import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { beginSession, endSession } from '../app/auth/queries.ts'
import { watchDatabaseAge } from '../app/restored/database-age.ts'
import { createPool, onConnection, transaction } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { recordDecisions } from '../decisions/write.ts'
import type { Core } from '../servers/core.ts'
import { diskLists, type SideLists } from '../storage/side-lists.ts'
import { testApp } from '../testing/app.testing.ts'
import { databaseUrl, OWNER, TEMPLATE } from '../testing/database.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { newFolder } from './backup-scene.ts'

const name = `ruam_test_${process.pid}_age_${Date.now().toString(36)}`
let root: pg.Pool
let core: Core
let app: Awaited<ReturnType<typeof testApp>>
let session: { user: number; id: number }
const said: string[] = []
/** Resolved while the list can be read. */
let readable: Promise<unknown> = Promise.resolve()

const ownerUrl = () => databaseUrl(inject('database').superUrl, name, { name: OWNER, password: 'owner' })

/** A process on the database; its connections break with each change below. */
async function openCore(lists: SideLists): Promise<Core> {
  const server = await testServer()
  const pool = createPool(appUrlOf(ownerUrl(), server.core.config.secretKey), { max: 3 })
  atEndOfFile(() => pool.end())
  const opened = { ...server.core, pool, readPool: pool, sessions: pool, lists, servers: undefined }
  recordDecisions(opened)
  const end = await watchDatabaseAge(opened, ownerUrl(), (line) => said.push(line))
  atEndOfFile(async () => end())
  return opened
}

const cutOff = (database: string) =>
  root.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database])

/** Copies the database as it is now. */
async function copyTo(copy: string): Promise<void> {
  await cutOff(name)
  await root.query(`create database ${copy} template ${name} owner ${OWNER}`)
}

let set = 0
/** Puts a copy in the place of the database. */
async function setBackTo(copy: string): Promise<void> {
  await cutOff(name)
  await root.query(`alter database ${name} rename to ${name}_${++set}`)
  await root.query(`alter database ${copy} rename to ${name}`)
}

const endedAt = async () => {
  const admin = new pg.Client(databaseUrl(inject('database').superUrl, name))
  await admin.connect()
  const { rows } = await admin.query('select revoked_at from user_session where id = $1', [session.id])
  await admin.end()
  return rows[0].revoked_at
}
const readyz = async () => {
  const { statusCode, body } = await app.inject({ url: '/readyz' })
  return [statusCode, JSON.parse(body).parts.decisions]
}

beforeAll(async () => {
  root = createPool(inject('database').superUrl, { max: 1 })
  atEndOfFile(() => root.end())
  await root.query(`create database ${name} template ${TEMPLATE} owner ${OWNER}`)
  const folder = await newFolder()
  const lists = diskLists(folder)
  core = await openCore({ ...lists, lines: (list) => readable.then(() => lists.lines(list)) })
  app = await testApp(core)
  const admin = new pg.Client(databaseUrl(inject('database').superUrl, name))
  await admin.connect()
  const user = await admin.query(
    "insert into users (email, first_name, last_name, password_hash) values ('age@example.com', 'a', 'b', '') returning id",
  )
  await admin.end()
  const hash = (n: number) => Buffer.alloc(32, n)
  const id = await beginSession(core.pool, {
    ...{
      userId: user.rows[0].id,
      refresh: hash(1),
      access: hash(2),
      device: hash(3),
      seconds: 3600,
      accessSeconds: 600,
    },
    ...{ words: 'Chrome', address: '127.0.0.1', requestId: 'r' },
  })
  session = { user: user.rows[0].id, id }
  for (const copy of ['b', 'c', 'd']) await copyTo(`${name}_${copy}`)
  expect(await readyz()).toEqual([200, 'ok'])
  await transaction(core.pool, 'begin', (client) =>
    endSession(onConnection(client), session.user, session.id, 'sign_out', 'r'),
  )
})

test('a process refuses readyz on a database that was set back, until the list is applied', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  readable = promise
  await setBackTo(`${name}_b`)
  expect(await readyz()).toEqual([503, expect.stringMatching(/older than its list of decisions/)])
  expect(await endedAt()).toBeNull()
  resolve()
  await until(async () => (await readyz())[0] === 200)
  expect(await endedAt()).not.toBeNull()
  expect(said.join()).toMatch(/1 decision since then were applied again/)
})

test('a process uses no connection to an older database while the list can not be read', async () => {
  readable = Promise.reject(new Error('the disk is away'))
  readable.catch(() => {})
  await setBackTo(`${name}_c`)
  await until(async () => /can't be applied: the log/.test((await readyz())[1]))
  expect((await readyz())[0]).toBe(503)
  await expect(core.pool.query('select 1')).rejects.toThrow(/older than its list/)
  const { statusCode } = await app.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${'x'.repeat(43)}` },
  })
  expect(statusCode).toBe(503)
  readable = Promise.resolve()
  await core.pool.query('select 1')
  expect(await endedAt()).not.toBeNull()
})

test('a start applies the list to a database that was set back', async () => {
  await setBackTo(`${name}_d`)
  expect(await endedAt()).toBeNull()
  await openCore(core.lists)
  expect(await endedAt()).not.toBeNull()
})
