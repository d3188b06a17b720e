// Migrations over all tables, next to writers: planted in a folder of the test, on copies of the template.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { migrationFiles } from '../database/migration-files.ts'
import { describePlan, planUpgrade } from '../database/upgrade-plan.ts'
import { databaseUrl, OWNER, TEMPLATE } from '../testing/database.testing.ts'

const { superUrl, secretKey } = inject('database')
let made = 0

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** A migrated database, a superuser in it, and a folder with one planted migration over all tables. */
async function scene(text: (tables: string[]) => string) {
  const name = `ruam_test_upgrade_${process.pid}_${Date.now().toString(36)}_${++made}`
  const root = await connect(superUrl)
  await root.query(`create database ${name} owner ${OWNER} template ${TEMPLATE}`)
  const ownerUrl = databaseUrl(superUrl, name, { name: OWNER, password: 'owner' })
  await migrate(ownerUrl, secretKey)
  const admin = await connect(databaseUrl(superUrl, name))
  const { rows } = await admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^migration' order by 1",
  )
  const tables = rows.map((row) => row.name)
  const path = mkdtempSync(join(tmpdir(), 'ruam-migrations-'))
  onTestFinished(() => rm(path, { recursive: true }))
  writeFileSync(join(path, '9001-planted.sql'), text(tables))
  const folder = pathToFileURL(`${path}/`)
  return { root, ownerUrl, admin, tables, folder, url: databaseUrl(superUrl, name) }
}

const everyTable = (tables: readonly string[]) =>
  tables.map((table) => `alter table ${table} add column planted int;`).join('\n-- step: the next table\n')

const hasColumn = async (admin: pg.Client) =>
  (await admin.query("select count(*)::int as n from pg_attribute where attname = 'planted'")).rows[0].n

/** Locks pairs of tables as writers do, in both orders, until it is stopped. Returns what failed. */
function writers(url: string, tables: readonly string[]) {
  let ended = false
  const faults: unknown[] = []
  const work = [0, 1].map(async (place) => {
    const client = await connect(url)
    await client.query("set statement_timeout = '20s'")
    for (let round = place; !ended; round++) {
      const pair = [tables[round % tables.length]!, tables[(round * 7 + 1) % tables.length]!].sort()
      if (place) pair.reverse()
      const statements = pair.map((table) => `lock table ${table} in row exclusive mode; select pg_sleep(0.002)`)
      await client.query(`begin; ${statements.join(';')}; commit`).catch((error: unknown) => faults.push(error))
    }
  })
  return async () => {
    ended = true
    await Promise.all(work)
    return faults
  }
}

test('a migration over all tables ends next to writers that lock them in both orders, and fails none of them', {
  tags: ['verify'],
}, async () => {
  const { ownerUrl, admin, tables, folder, url } = await scene(everyTable)
  expect(tables.length).toBeGreaterThan(88)
  const end = writers(url, tables)
  await migrate(ownerUrl, secretKey, { folder })
  expect(await end()).toEqual([])
  expect(await hasColumn(admin)).toBe(tables.length)
})

test('a database that vanishes in the middle of a migration continues at the next start', async () => {
  const { ownerUrl, admin, root, tables, folder } = await scene(everyTable)
  const middle = Math.floor(tables.length / 2)
  const holder = await connect(admin.database ? databaseUrl(superUrl, admin.database) : superUrl)
  await holder.query(`begin; lock table ${tables[middle]} in access share mode`)
  const failed = expect(migrate(ownerUrl, secretKey, { folder })).rejects.toThrow()
  await expect.poll(() => hasColumn(admin), { timeout: 20_000 }).toBe(middle)
  await root.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2', [
    admin.database,
    OWNER,
  ])
  await failed
  await holder.query('commit')
  // A step that ran would fail: its column is there.
  await migrate(ownerUrl, secretKey, { folder })
  expect(await hasColumn(admin)).toBe(tables.length)
})

test('steps for the background are left by a start, and completed before the next migrations or by an upgrade', async () => {
  const fill =
    'alter table users add column planted int;\n-- background: fill\nupdate users set planted = 1 where id in (select id from users where planted is null limit 2);' +
    '\n-- background: index\ncreate index concurrently users_planted on users (planted);'
  const { ownerUrl, admin, folder } = await scene(() => fill)
  await admin.query(
    "insert into users (email, password_hash, first_name, last_name) select 'p' || n || '@example.com', '', '', '' from generate_series(1, 5) n",
  )
  await migrate(ownerUrl, secretKey, { folder })
  const filled = async () =>
    (await admin.query("select count(planted)::int as rows, to_regclass('users_planted')::text as index from users"))
      .rows[0]
  expect(await filled()).toEqual({ rows: 0, index: null })
  const files = migrationFiles(folder)
  expect((await planUpgrade(admin, files)).steps.map(({ step, background }) => [step, background])).toEqual([
    [2, true],
    [3, true],
  ])
  await migrate(ownerUrl, secretKey, { folder, wholly: true })
  expect(await filled()).toEqual({ rows: 5, index: 'users_planted' })
  expect((await planUpgrade(admin, files)).steps).toEqual([])
})

test('a check says which steps are due, what they lock and what the way back is, and changes nothing', async () => {
  const { admin, folder } = await scene(
    () => '-- one way: labels lose their colour\nalter table label drop column color;\n-- background: index\nselect 1;',
  )
  const dump = async () => (await admin.query('select count(*)::int as n, max(oid)::text as last from pg_class')).rows
  const before = await dump()
  const plan = await planUpgrade(admin, migrationFiles(folder))
  expect(await dump()).toEqual(before)
  const lines = describePlan(plan)
  expect(lines[0]).toMatch(/^Database ruam_test_upgrade_\w+ on PostgreSQL \d+\.\d+.*: 2 steps to do/)
  expect(lines[1]).toMatch(/9001-planted\.sql 1\/2: label \(\d+ kB\), its readers and writers wait/)
  expect(lines[2]).toMatch(/2\/2, in the background: locks no table in use/)
  expect(lines.at(-1)).toMatch(/only the backup from before \(labels lose their colour\)/)
  expect(describePlan(await planUpgrade(admin, migrationFiles()))).toEqual([expect.stringContaining('up to date')])
})
