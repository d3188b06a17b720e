import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { createPool } from './db.ts'
import { appUrlOf, migrate } from './migrate.ts'

const name = `ruam_test_migrate_${process.pid}`
let root: pg.Client
let ownerUrl: string
let secretKey: string

beforeAll(async () => {
  const database = inject('database')
  secretKey = database.secretKey
  root = new pg.Client({ connectionString: database.superUrl })
  await root.connect()
  const locale = process.env.TEST_DATABASE_URL ? "locale 'C.UTF-8' template template0" : ''
  await root.query(`create database ${name} owner ${OWNER} ${locale}`)
  ownerUrl = databaseUrl(database.superUrl, name, { name: OWNER, password: 'owner' })
})
afterAll(async () => {
  await root.query(`drop database if exists ${name} with (force)`)
  await root.end()
})

async function asOwner<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const pool = createPool(ownerUrl, { max: 1 })
  try {
    return (await pool.query<T>(text)).rows
  } finally {
    await pool.end()
  }
}

const ran = () => asOwner<{ name: string; at: string }>('select name, at from migration order by name')

describe('migrating', () => {
  test('by three servers that start at once happens once, in the order of the names', async () => {
    const lines: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate(ownerUrl, secretKey, { log: (line) => lines.push(line) })))
    const names = (await ran()).map((row) => row.name)
    expect(lines.filter((line) => line.startsWith('Migrating'))).toEqual(names.map((file) => `Migrating ${file}`))
    expect(names.length).toBeGreaterThan(0)
  })

  test('again changes nothing', async () => {
    const before = await ran()
    await migrate(ownerUrl, secretKey)
    expect(await ran()).toEqual(before)
  })

  test('gives the application role a password that follows from the secret', async () => {
    const signIn = async (key: string) => {
      const pool = createPool(appUrlOf(ownerUrl, key), { max: 1 })
      return pool
        .query('select current_user as name')
        .then(
          ({ rows }) => rows[0].name,
          (error: { code?: string }) => error.code,
        )
        .finally(() => pool.end())
    }
    expect(await signIn(secretKey)).toBe('ruam_app')
    // Skipped if the test server accepts connections without passwords.
    if (!process.env.TEST_DATABASE_URL) expect(await signIn('another secret')).toBe('28P01')
  })

  test('is refused when a file was changed after it ran', async () => {
    await asOwner("update migration set hash = 'x' where name = (select min(name) from migration)")
    await expect(migrate(ownerUrl, secretKey)).rejects.toThrow(/0001-platform\.sql was changed after it ran/)
  })
})

test('refuses a database of the migrations before version 1 and writes nothing to it', async () => {
  const old = `${name}_old`
  await root.query(`create database ${old} owner ${OWNER} template template0`)
  const url = databaseUrl(ownerUrl, old)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const content = async () =>
    (
      await client.query(
        "select relname from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' order by 1",
      )
    ).rows
  try {
    await client.query('create table migration (name text primary key, hash text not null, at timestamptz not null)')
    await client.query("insert into migration values ('0001-stores.sql', 'x', now())")
    const before = await content()
    await expect(migrate(url, secretKey)).rejects.toThrow(/from before its first release.*Nothing in it was changed/)
    expect(await content()).toEqual(before)
    expect((await client.query('select from migration')).rows).toHaveLength(1)
  } finally {
    await client.end()
    await root.query(`drop database ${old} with (force)`)
  }
})

test('warns at the start about a database whose locale has no Thai letters', async () => {
  const plain = `${name}_c`
  await root.query(`create database ${plain} owner ${OWNER} locale 'C' locale_provider 'libc' template template0`)
  const lines: string[] = []
  await migrate(databaseUrl(ownerUrl, plain), secretKey, { log: (line) => lines.push(line) })
  await root.query(`drop database ${plain} with (force)`)
  expect(lines.at(-1)).toMatch(/no Thai letters/)
})
