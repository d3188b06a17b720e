import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseUrl, OWNER } from '../../testing/database.testing.ts'
import { testServer } from '../../testing/store.testing.ts'
import { prepareServer } from './prepare-server.ts'

const PASSWORD = 'second'
const names = { owner: `second_owner_${process.pid}`, database: `ruam_test_second_${process.pid}` }

let root: pg.Client
let home: Parameters<typeof prepareServer>[0]['home']
let second: string
beforeAll(async () => {
  const { superUrl } = inject('database')
  root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  await root.query(`drop database if exists ${names.database}`)
  await root.query(`drop role if exists ${names.owner}`)
  await root.query(`create role ${names.owner} login password '${PASSWORD}'`)
  await root.query(`create database ${names.database}`)
  const { home: server } = await testServer()
  const name = new URL(server.core.config.appUrl!).pathname.slice(1)
  const ownerUrl = databaseUrl(superUrl, name, { name: OWNER, password: 'owner' })
  home = { ownerUrl, powerUrl: databaseUrl(superUrl, name), embedded: true }
  second = databaseUrl(superUrl, names.database, { name: names.owner, password: PASSWORD })
})
afterAll(() => root.end())

async function prepare(url = second, known: number[] = []) {
  const said: string[] = []
  const { secretKey } = inject('database')
  const id = await prepareServer({ home, url, known, secretKey, say: (line) => said.push(line) })
  return { id, said: said.filter((line) => !line.startsWith('Migrating')) }
}

test('a database whose owner may not do what is needed is refused with each missing right', async () => {
  await expect(prepare()).rejects.toThrow(
    [
      `The role ${names.owner} may not make roles: run \`alter role "${names.owner}" createrole\` as a superuser.`,
      `The role ${names.owner} may not make schemas: run \`alter database "${names.database}" owner to "${names.owner}"\` as a superuser.`,
      `The role ${names.owner} may not make tables: run \`grant create on schema public to "${names.owner}"\` as a superuser.`,
    ].join('\n'),
  )
})

test('the database of home is refused under any address, and one that is not there', async () => {
  const other = new URL(home.ownerUrl)
  other.hostname = 'localhost'
  await expect(prepare(other.href)).rejects.toThrow('This is the database of server 1: make another one.')
  await expect(prepare('postgres://nobody@127.0.0.1:9/ruam')).rejects.toThrow(/^The database can't be reached: /)
})

test('a database with tables of another program is refused', async () => {
  const own = new pg.Client({ connectionString: databaseUrl(inject('database').superUrl, names.database) })
  await own.connect()
  try {
    await root.query(`alter role ${names.owner} superuser`)
    await own.query('create table bookings (id int)')
    await expect(prepare()).rejects.toThrow('has tables of another program: make an empty one.')
    await own.query('drop table bookings')
  } finally {
    await own.end()
  }
})

test('an empty database becomes a server with ids of its own, and the setting is printed; again is the same', async () => {
  await root.query(`alter role ${names.owner} superuser`)
  const first = await prepare()
  expect(first.id).toBe(2)
  expect(first.said).toContain(`DATABASE_URL_2=${second}`)
  expect(first.said).toContain('Stores move from server 1 while they work once it has started with this setting.')
  expect(first.said.at(-1)).toMatch(/^Moves from server 2 to server 1 hold a store's writes .*wal_level = replica/)
  expect(await prepare()).toEqual(first)
  const own = new pg.Client({ connectionString: second })
  await own.connect()
  const { rows } = await own.query<{ id: string }>("select nextval(pg_get_serial_sequence('label', 'id')) as id")
  await own.end()
  expect(Number(rows[0]!.id)).toBe(100_000_001)
  expect((await prepare(second, [2])).id).toBe(3)
})
