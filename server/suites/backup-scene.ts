// Backups of a test's server, and what of two databases must be the same.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openBackup } from '../app/backup/backup-files.ts'
import { diskFiles } from '../app/backup/linked-files.ts'
import { makeBackup } from '../app/backup/make-backup.ts'
import { silent } from '../app/backup/progress.ts'
import { restore } from '../app/backup/restore.ts'
import { backupUrlOf } from '../database/migrate.ts'
import { folderPlace } from '../storage/backup-place.ts'
import { diskLists } from '../storage/side-lists.ts'
import { databaseUrl, OWNER } from '../testing/database.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'

export const PASSPHRASE = 'รหัสผ่านของร้าน 2569'
/** Settings of a bucket where there is none. */
const noBucket = { endpoint: undefined, region: 'us-east-1', keys: undefined, pathStyle: false }
const signal = new AbortController().signal

/** A folder that goes with the file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-backup-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Waits until no job is at work: what it writes would differ between a backup and a later look. */
export async function quiet(): Promise<void> {
  const { admin } = await testServer()
  await until(async () => {
    const { rows } = await admin.query<{ busy: number }>(
      "select count(*)::int as busy from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() and name !~ '^__'",
    )
    return rows[0]!.busy === 0
  })
}

/** A backup of this file's server. Its files lie in the data folder itself, as the product has them in `files`. */
export async function runBackup(dataFolder: string) {
  return makeBackup(await backupOrder(dataFolder))
}

/** Returns the arguments of `makeBackup` for this file's server. */
export async function backupOrder(dataFolder: string) {
  const { admin, core } = await testServer()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  const url = backupUrlOf(databaseUrl(inject('database').superUrl, rows[0]!.name), core.config.secretKey)
  const appUrl = core.config.appUrl!
  const order = {
    url,
    appUrl,
    ...{ storage: diskFiles(join(dataFolder, 'files')), lists: diskLists(dataFolder) },
    secretKey: core.config.secretKey,
    passphrase: PASSPHRASE,
  }
  const folder = await newFolder()
  return { ...order, folder, place: folderPlace(folder), progress: silent, signal }
}

let count = 0

/** An empty database of the tests' server: its URLs as its owner and as the superuser. */
export async function newDatabase(): Promise<{ ownerUrl: string; superUrl: string }> {
  const { superUrl } = inject('database')
  const name = `ruam_test_${process.pid}_back_${Date.now().toString(36)}${count++}`
  const root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  const locale = process.env.TEST_DATABASE_URL ? "locale 'C.UTF-8' template template0" : ''
  await root.query(`create database ${name} owner ${OWNER} ${locale}`).finally(() => root.end())
  const owner = { name: OWNER, password: 'owner' }
  return { ownerUrl: databaseUrl(superUrl, name, owner), superUrl: databaseUrl(superUrl, name) }
}

interface Into {
  file: string
  databaseUrl?: string
  dataFolder: string
  passphrase?: string
  secretKey?: string
  replace?: boolean
}

export const restoreInto = async ({
  file,
  databaseUrl,
  dataFolder,
  passphrase = PASSPHRASE,
  secretKey,
  replace = false,
}: Into) =>
  restore({
    file: await openBackup(file, { backupBucket: noBucket }),
    settings: { dataFolder, databaseUrl, secretKey, backupPassphrase: passphrase },
    ...{ replace, progress: silent, signal },
  })

/** Every table of a database but those that a backup leaves out by intention. */
export async function allTables(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'pgboss')
      and (table_schema, table_name) not in (('public', 'migration'), ('public', 'migration_step')) order by 1`)
  return rows.map(({ name }) => name)
}

/** The number of rows of each table and a checksum over all of them. */
export async function checksums(pool: Pick<pg.Pool, 'query'>): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const table of await allTables(pool)) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${table} t`,
    )
    sums[table] = rows[0]!.sum
  }
  return sums
}

/** A role of Ruam, with what tells it from those of other databases. */
const SUFFIX = '(ruam_(?:app|auth|backup|views|move))_[a-z0-9]{8}'

/** Indexes, constraints, policies, rights, columns and functions, as text. */
export async function catalogOf(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with tables as (select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema', 'pgboss') and n.nspname !~ '^pg_')
    select 'index ' || pg_get_indexdef(indexrelid) as line from pg_index where indrelid in (select oid from tables)
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
      from pg_constraint where conrelid in (select oid from tables)
    union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' || polroles::regrole[]::text || ' ' ||
      coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') from pg_policy
    union all select 'table ' || oid::regclass || ' ' || relrowsecurity || relforcerowsecurity || ' ' || relacl::text
      from tables where relkind in ('r', 'p', 'S')
    union all select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull
      from pg_attribute where attrelid in (select oid from tables where relkind = 'r') and attnum > 0 and not attisdropped
    union all select 'function ' || oid::regprocedure || ' ' || md5(regexp_replace(prosrc, '${SUFFIX}', '\\1', 'g')) || prosecdef || coalesce(proacl::text, '')
      from pg_proc where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pgboss'::regnamespace)
    union all select 'sequence ' || schemaname || '.' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname <> 'pgboss'`)
  // Each database of a cluster has roles of its own.
  return rows.map(({ line }) => line.replace(new RegExp(SUFFIX, 'g'), '$1')).sort()
}
