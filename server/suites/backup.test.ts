import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../app/auth/passwords.ts'
import { openBackup } from '../app/backup/backup-files.ts'
import { readBackup } from '../app/backup/backup-reader.ts'
import { type MadeBackup, makeBackup } from '../app/backup/make-backup.ts'
import { lastDue } from '../app/backup/nightly.ts'
import { finishMigrations } from '../app/finish-migrations.ts'
import { credentialsOf } from '../channels/accounts/secrets.ts'
import { readErasures } from '../customers/erasure/erasure-list.ts'
import { createPool, onConnection } from '../database/db.ts'
import { sessionLocks } from '../database/postgres/locks.ts'
import { diskLists } from '../storage/side-lists.ts'
import { erase, profileWith } from '../testing/customers/profile-erasure.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { tryCommand } from './backup-commands.ts'
import {
  allTables,
  backupOrder,
  catalogOf,
  checksums,
  newDatabase,
  newFolder,
  PASSPHRASE,
  quiet,
  restoreInto,
  runBackup,
} from './backup-scene.ts'
import { inPath } from './path-ids.ts'
import { startRuam } from './ruam-process.ts'

const PASSWORD = 'a password for backups alone'
const NEW_PASSWORD = 'a password after the restore'
/** Tables that a restore changes: all users are signed out, no link works, the database has roles of its own, and the restore is written down. */
const REVOKED =
  /^public\.(access_token|user_session|password_reset|email_change|setup_link|provider_try|export_link|invitation|installation|restoration)$/
const erasedCsv = 'ชื่อ,เบอร์โทร\nสมปอง,0891112221\nสมใจ,0891112222\n'

let store: TestStore
let source: string
let made: MadeBackup
let before: Record<string, string>
let catalog: string[]
let into: { ownerUrl: string; superUrl: string; pool: pg.Pool; dataFolder: string }

beforeAll(async () => {
  const { admin, core } = await testServer()
  store = await newStore()
  for (const make of Object.values(inPath)) await make(store)
  await importFile(store, erasedCsv)
  await admin.query('update users set password_hash = $2 where id = $1', [store.userId, await hashPassword(PASSWORD)])
  await quiet()
  // Work that is not due yet, and a mail.
  const client = await admin.connect()
  const db = onConnection(client)
  await core.jobs.enqueue(db, 'file-remove', { keys: [] }, { afterSeconds: 3600 })
  await core.jobs.enqueue(
    db,
    'mail',
    { kind: 'new_device', store_id: 0, user_id: 1, id: 0, tries: 0 },
    { afterSeconds: 3600 },
  )
  client.release()
  source = await newFolder()
  await symlink(core.config.dataFolder, join(source, 'files'))
  await writeFile(join(source, 'audit-seals.json'), '[]')
  before = await checksums(admin)
  catalog = await catalogOf(admin)
  made = await runBackup(source)
  // After the backup: erases a customer whom the backup still contains.
  await erase(store, await profileWith(store, '+66891112221'))
  const database = await newDatabase()
  const dataFolder = await newFolder()
  await writeFile(join(dataFolder, 'erasures'), await readFile(join(core.config.dataFolder, 'erasures')))
  await restoreInto({ file: made.path, databaseUrl: database.ownerUrl, dataFolder })
  const pool = createPool(database.superUrl, { max: 2 })
  atEndOfFile(async () => pool.ended || pool.end())
  into = { ...database, pool, dataFolder }
})

describe('a restored backup', () => {
  test('holds every table of the catalog, with the same rows', async () => {
    const { manifest } = await partsOf(made.path)
    const tables = manifest.parts.flatMap(({ table, name }) =>
      table ? [name.replace('table ', '').replaceAll('"', '')] : [],
    )
    expect(tables.sort()).toEqual((await allTables(into.pool)).map((name) => name.replaceAll('"', '')).sort())
    const kept = (sums: Record<string, string>) => Object.entries(sums).filter(([table]) => !REVOKED.test(table))
    expect(kept(await checksums(into.pool))).toEqual(kept(before))
    expect(Object.values(before).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(30)
  })

  test('has the indexes, constraints, policies, rights and next numbers of the source', async () => {
    // Indexes that the first start of the server would build in the background.
    await finishMigrations(into.ownerUrl).work(new AbortController().signal)
    const others = (lines: string[]) => lines.filter((line) => !line.startsWith('sequence public.restoration_id_seq'))
    expect(others(await catalogOf(into.pool))).toEqual(others(catalog))
  })

  test('has every uploaded file, byte by byte', async () => {
    const { core } = await testServer()
    const { rows } = await into.pool.query<{ storage_key: string }>(
      'select storage_key from file where store_id = $1 and removed_at is null',
      [store.storeId],
    )
    expect(rows.length).toBeGreaterThan(1)
    const stored = await readdir(core.config.dataFolder, { recursive: true })
    for (const { storage_key } of rows) {
      const restored = await readFile(join(into.dataFolder, 'files', storage_key))
      // A file that the erasure rewrote is gone from the source.
      if (stored.includes(storage_key))
        expect(restored.equals(await readFile(join(core.config.dataFolder, storage_key)))).toBe(true)
    }
  })

  test('opens its sealed keys with the secret key that came along', async () => {
    const secretKey = await readFile(join(into.dataFolder, 'secret-key'), 'utf8')
    const { rows } = await into.pool.query('select * from channel where store_id = $1 order by id limit 1', [
      store.storeId,
    ])
    const config = { ...(await testServer()).core.config, secretKey }
    expect(credentialsOf({ config }, store.storeId, rows[0]).secret).toMatch(/^\S+$/)
  })

  test('signs out all users and revokes all links', async () => {
    const { rows } = await into.pool.query(`
      select (select count(*)::int from access_token) as tokens, (select count(*)::int from export_link) as exports,
        (select count(*)::int from user_session where revoked_at is null) as sessions,
        (select count(*)::int from invitation where status = 'pending') as invitations,
        (select count(*)::int from setup_link) + (select count(*)::int from password_reset) as links`)
    expect(rows).toEqual([{ tokens: 0, exports: 0, sessions: 0, invitations: 0, links: 0 }])
  })

  test('continues waiting jobs, and sends no mail', async () => {
    const { rows } = await into.pool.query("select name from pgboss.job where name !~ '^__' order by name")
    expect(rows).toEqual([{ name: 'file-remove' }])
  })

  test('takes a new password before its first start, which applies the lists first', async () => {
    // A decision of the last minutes before the backup, whose list stayed on the lost machine.
    await into.pool.query(
      "insert into decision (id, kind, body, listed) values (gen_random_uuid(), 'session_ended', '{}', true)",
    )
    const env = { RUAM_DATA: into.dataFolder, DATABASE_URL: into.ownerUrl }
    const done = await tryCommand(['reset-password.ts'], env, [store.email, NEW_PASSWORD])
    expect([done.code, done.said]).toEqual([0, expect.stringMatching(/decisions since then are UNKNOWN/i)])
  })

  test('lets users sign in, and repeats erasures that followed the backup', { timeout: 60_000 }, async () => {
    const here = await readErasures(diskLists(into.dataFolder))
    expect(here.some(({ store_id }) => store_id === store.storeId)).toBe(true)
    const ruam = await startRuam(into.dataFolder, { role: 'all', env: { DATABASE_URL: into.ownerUrl } })
    try {
      const reply = await fetch(`${ruam.address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: store.email, password: NEW_PASSWORD }),
      })
      expect(reply.status).toBe(200)
      const phones = () =>
        into.pool
          .query<{ phone: string }>("select phone from profile where store_id = $1 and phone like '+6689111222_'", [
            store.storeId,
          ])
          .then(({ rows }) => rows.map(({ phone }) => phone))
      expect(await until(async () => (await phones()).length === 1 && phones())).toEqual(['+66891112222'])
    } finally {
      await ruam.signal('SIGTERM')
    }
  })
})

describe('a restore is refused, and touches nothing,', () => {
  const refused = (order: Partial<Parameters<typeof restoreInto>[0]> & { dataFolder: string }) =>
    restoreInto({ file: made.path, databaseUrl: into.ownerUrl, ...order }).then(
      () => 'restored',
      (error: Error) => error.message,
    )

  test('into a database that is in use', async () => {
    const dataFolder = await newFolder()
    const { ownerUrl } = await newDatabase()
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    expect(await refused({ dataFolder, databaseUrl: ownerUrl })).toMatch(/is in use: stop Ruam/)
    await client.end()
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('into a database that is not empty', { tags: ['verify'] }, async () => {
    const dataFolder = await newFolder()
    const { ownerUrl } = await newDatabase()
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    await client.query('create table theirs ()')
    await client.end()
    expect(await refused({ dataFolder, databaseUrl: ownerUrl })).toMatch(/is not empty\. Make a new database/)
    await into.pool.end()
    expect(await refused({ dataFolder })).toMatch(/is not empty\. Make a new database/)
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('into a data folder that is not empty', { tags: ['verify'] }, async () => {
    const dataFolder = await newFolder()
    await mkdir(join(dataFolder, 'files', '1'), { recursive: true })
    const { ownerUrl } = await newDatabase()
    expect(await refused({ dataFolder, databaseUrl: ownerUrl })).toMatch(/is not empty: name an empty one/)
    expect(await readdir(dataFolder)).toEqual(['files'])
  })

  test('without the passphrase, with a wrong one, or with another secret key present', async () => {
    const dataFolder = await newFolder()
    expect(await refused({ dataFolder, passphrase: '' })).toMatch(/is encrypted: set RUAM_BACKUP_PASSPHRASE/)
    expect(await refused({ dataFolder, passphrase: 'another passphrase' })).toMatch(/not the one that/)
    expect(await refused({ dataFolder, secretKey: 'x'.repeat(40) })).toMatch(/RUAM_SECRET_KEY is another one/)
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('from a file that was changed or cut', async () => {
    const dataFolder = await newFolder()
    const bytes = await readFile(made.path)
    const file = join(await newFolder(), 'spoilt')
    await writeFile(file, bytes.subarray(0, bytes.length - 100))
    expect(await refused({ dataFolder, file })).toMatch(/cut off|damaged/)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(file, bytes)
    expect(await refused({ dataFolder, file })).toMatch(/damaged/)
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('from a newer version', { tags: ['verify'] }, async () => {
    const { admin } = await testServer()
    const dataFolder = await newFolder()
    await admin.query("insert into migration (name, hash) values ('9999-later.sql', 'x')")
    const newer = await runBackup(source)
    await admin.query("delete from migration where name = '9999-later.sql'")
    expect(await refused({ dataFolder, file: newer.path })).toMatch(/made by a newer Ruam \(9999-later\.sql\)/)
    expect(await readdir(dataFolder)).toEqual([])
  })
})

test('a second backup at the same time is refused', async () => {
  const { admin } = await testServer()
  const client = await admin.connect()
  await client.query('select pg_advisory_lock($1)', [sessionLocks.backup])
  await expect(runBackup(source)).rejects.toThrow(/Another backup of this database is under way/)
  await client.query('select pg_advisory_unlock($1)', [sessionLocks.backup])
  client.release()
})

test('a nightly backup is made once after it is due, and notes when', { tags: ['verify'] }, async () => {
  const { admin } = await testServer()
  const due = lastDue(new Date())
  const order = await backupOrder(source)
  await admin.query('delete from backup')
  expect(await makeBackup({ ...order, due })).not.toBeNull()
  expect(await makeBackup({ ...order, due })).toBeNull()
  expect(await readdir(order.folder)).toHaveLength(1)
  await admin.query("update backup set made_at = $1::timestamptz - interval '1 minute'", [due])
  expect(await makeBackup({ ...order, due })).not.toBeNull()
  const { rows } = await admin.query<{ now: boolean }>('select made_at > $1::timestamptz as now from backup', [due])
  expect(rows).toEqual([{ now: true }])
})

test('a backup that is cancelled leaves nothing behind', async () => {
  const order = await backupOrder(source)
  const cancelling = new AbortController()
  const progress = { ...order.progress, add: () => cancelling.abort(new Error('Cancelled')) }
  await expect(makeBackup({ ...order, progress, signal: cancelling.signal })).rejects.toThrow('Cancelled')
  expect(await readdir(order.folder)).toEqual([])
  expect((await readdir(join(source, 'files'))).filter((name) => name.startsWith('.'))).toEqual([])
})

async function partsOf(file: string) {
  const manifest = await readBackup(
    await openBackup(file, { backupBucket: (await testServer()).core.config.backupBucket }),
    PASSPHRASE,
    async () => {},
  )
  return { manifest }
}
