import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { baseline, replaced } from './baseline.ts'
import { createPool } from './db.ts'
import { appUrlOf, migrate } from './migrate.ts'
import { migrationFiles } from './migration-files.ts'

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

  test('begins the ids of a further server once', async () => {
    const files = () => asOwner("select relname, relfilenode from pg_class where relkind = 'S' order by relname")
    await migrate(ownerUrl, secretKey, { server: 2 })
    const before = await files()
    await migrate(ownerUrl, secretKey, { server: 2 })
    // A sequence that begins again has a new file.
    expect(await files()).toEqual(before)
    expect(await asOwner("select nextval('label_id_seq')::float8 as id")).toEqual([{ id: 100_000_001 }])
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
    // Another database of the cluster has the names without a suffix.
    expect(await signIn(secretKey)).toMatch(/^ruam_app_[0-9a-f]{8}$/)
    // Skipped if the test server accepts connections without passwords.
    if (!process.env.TEST_DATABASE_URL) expect(await signIn('another secret')).toBe('28P01')
  })

  test('again skips the baseline in a database that ran the migrations it replaced', async () => {
    await asOwner(`delete from migration where name in (${[...baseline.keys()].map((file) => `'${file}'`).join()})`)
    const rows = [...replaced].map(([file, hash]) => `('${file}', '${hash}')`)
    await asOwner(`insert into migration (name, hash) values ${rows.join()}`)
    const lines: string[] = []
    await migrate(ownerUrl, secretKey, { log: (line) => lines.push(line) })
    expect(lines).toEqual([])
    expect((await ran()).map((row) => row.name)).toEqual([
      ...replaced.keys(),
      ...migrationFiles().map((file) => file.name),
    ])
    await asOwner(`delete from migration where name in (${[...replaced.keys()].map((file) => `'${file}'`).join()})`)
  })

  test('is refused when a file was changed after it ran', async () => {
    await asOwner("update migration set hash = 'x' where name = (select min(name) from migration)")
    await expect(migrate(ownerUrl, secretKey)).rejects.toThrow(/0301-core\.sql was changed after it ran/)
  })
})

test('the files of the baseline never change: later changes are migrations of their own', () => {
  const files = new Map(migrationFiles().map((file) => [file.name, file.hash]))
  expect([...baseline].filter(([file, hash]) => files.get(file) !== hash)).toEqual([])
  expect([...files.keys()].slice(0, baseline.size)).toEqual([...baseline.keys()])
})

test.each([
  ['the earliest migrations', ['0001-stores.sql'], /from before its first release.*Nothing in it was changed/],
  [
    'only some of the replaced migrations',
    [...replaced.keys()].slice(0, -1),
    /Nothing was changed\. Check out the commit [0-9a-f]{40}, start it once with this database/,
  ],
])('refuses a database of %s and writes nothing to it', async (_, names, sentence) => {
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
    await client.query("insert into migration select name, 'x', now() from unnest($1::text[]) name", [names])
    const before = await content()
    await expect(migrate(url, secretKey)).rejects.toThrow(sentence)
    expect(await content()).toEqual(before)
    expect((await client.query('select from migration')).rows).toHaveLength(names.length)
  } finally {
    await client.end()
    await root.query(`drop database ${old} with (force)`)
  }
})

test('warns at the start about a database whose locale has no Thai letters', { tags: ['verify'] }, async () => {
  const plain = `${name}_c`
  await root.query(`create database ${plain} owner ${OWNER} locale 'C' locale_provider 'libc' template template0`)
  const lines: string[] = []
  await migrate(databaseUrl(ownerUrl, plain), secretKey, { log: (line) => lines.push(line) })
  await root.query(`drop database ${plain} with (force)`)
  expect(lines.at(-1)).toMatch(/no Thai letters/)
})
