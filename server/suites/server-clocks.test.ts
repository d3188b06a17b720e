import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { openProcesses, type Processes } from './processes-scene.ts'

const name = `ruam_clocks_${process.pid}`
/** Work that goes through all servers from home. */
const ofHome = ['store-moves', 'store-strays']

let scene: Processes
let second: pg.Pool
let root: pg.Client
beforeAll(async () => {
  const { superUrl } = inject('database')
  root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  await root.query(`create database ${name}_2 owner ${OWNER}`)
  second = new pg.Pool({ connectionString: databaseUrl(superUrl, `${name}_2`), max: 2 })
  second.on('error', () => {})
  scene = await openProcesses(name, {
    DATABASE_URL_2: databaseUrl(superUrl, `${name}_2`, { name: OWNER, password: 'owner' }),
  })
  await scene.start('worker')
})
afterAll(async () => {
  await scene.stop()
  await second.end()
  await root.query(`drop database ${name}_2 with (force)`)
  await root.end()
})

test('a worker holds the leases of each server', { tags: ['verify'] }, async () => {
  const names = (rows: { name: string }[]) => rows.map((row) => row.name).toSorted()
  const sql = 'select name from lease'
  await expect.poll(async () => names(await scene.ask(sql))).toEqual(expect.arrayContaining(['purge', ...ofHome]))
  const home = names(await scene.ask(sql)).filter((work) => !ofHome.includes(work))
  expect(home.length).toBeGreaterThan(10)
  await expect.poll(async () => names((await second.query(sql)).rows)).toEqual(home)
})

test('a worker works the queue of each server', { tags: ['verify'] }, async () => {
  const add = `insert into pgboss.job (name, data, policy) select name, '{"keys": []}', policy from pgboss.queue where name = 'file-remove' returning id`
  const done = 'select state from pgboss.job where id = $1'
  const [{ id: here }] = (await scene.ask(add)) as [{ id: string }]
  const { id: there } = (await second.query<{ id: string }>(add)).rows[0]!
  await expect.poll(async () => (await scene.ask(done, [here]))[0]).toEqual({ state: 'completed' })
  await expect.poll(async () => (await second.query(done, [there])).rows[0]).toEqual({ state: 'completed' })
})
