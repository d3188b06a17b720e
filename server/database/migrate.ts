import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { failedWith } from '../core/sqlstate.ts'
import { baseline, replaced, replacedAmong, tooOld } from './baseline.ts'
import { sessionLocks } from './postgres/locks.ts'
import { queues } from './queues.ts'

const folder = new URL('../migrations/', import.meta.url)
// An arbitrary advisory lock key: two servers that start at once migrate one after the other.
const MIGRATION_LOCK = sessionLocks.migration
/** First file of the earliest migrations, which were replaced before those of `replaced.sha256`. */
const EARLIEST = '0001-stores.sql'
const EARLIEST_REFUSED =
  'This database was made by a version of Ruam from before its first release, which cannot be updated. Nothing in it was changed. ' +
  'Start with an empty database (or an empty data folder), or with the version that made this one.'
const OTHER_KEY =
  'This database belongs to another secret key. Give every process of the installation the same RUAM_SECRET_KEY: that of the process ' +
  'that made the database, which lies in `secret-key` in its data folder if the setting was not used.'

/** Password of a role: derived from the secret key, never stored. */
const passwordOf = (role: string, secretKey: string) => createHmac('sha256', secretKey).update(role).digest('hex')

/** URL of the owner with the application role instead of the owner. */
export const appUrlOf = (ownerUrl: string, secretKey: string) => urlAs('ruam_app', ownerUrl, secretKey)

/** URL of the owner with the role of backups, which reads everything and writes nothing. */
export const backupUrlOf = (ownerUrl: string, secretKey: string) => urlAs('ruam_backup', ownerUrl, secretKey)

function urlAs(role: string, ownerUrl: string, secretKey: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(role, secretKey)
  return url.href
}

/** Returns every migration of this version with the SHA-256 of its file, in their order. */
export function migrationFiles(): { name: string; hash: string; text: string }[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, hash: createHash('sha256').update(text).digest('hex'), text }
  })
}

/**
 * Updates the database as its owner: roles, migrations, the job queue. Migrations are plain SQL files, forward only: the baseline in one
 * transaction, later ones each in its own. Throws if a file was changed after it ran, or if the database lacks some of the migrations that the baseline replaced.
 * `only`: no other file runs, for a backup of an older version. `server`: whose ids they are.
 */
export async function migrate(
  ownerUrl: string,
  secretKey: string,
  {
    log = () => {},
    only,
    server = 1,
  }: { log?: (line: string) => void; only?: ReadonlySet<string>; server?: number } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseOldDatabase(client)
    await refuseOtherKey(client, secretKey)
    await ensureRoles(client, ownerUrl, secretKey)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const files = migrationFiles()
    const ran = await migrationsRun(client)
    assertUnchanged(ran, files)
    if (replacedAmong(new Set(ran.keys())) === 'all') await skipBaseline(client, files, ran)
    const due = files.filter(({ name }) => !ran.has(name) && (!only || only.has(name)))
    const [schema, changes] = [
      due.filter(({ name }) => baseline.has(name)),
      due.filter(({ name }) => !baseline.has(name)),
    ]
    for (const together of [schema, ...changes.map((file) => [file])]) await runTogether(client, together, log)
    await keepKeyCheck(client, secretKey)
    if (server > 1) await settleIds(client, server)
    await ensureGuards(client)
    await ensureQueue(client, ownerUrl)
    await ensureBackupReads(client)
    const letters = await client.query<{ thai: boolean }>("select show_trgm('ก') <> '{}' as thai")
    if (!letters.rows[0]!.thai) {
      log(
        'This database was made with a locale that knows no Thai letters: searching names will be slow. See docs/settings.md.',
      )
    }
  } finally {
    await client.end()
  }
}

/** Throws before anything is written if the database stopped at a migration that is not here any more. */
async function refuseOldDatabase(client: pg.Client) {
  const { rows } = await client.query<{ migrated: boolean }>(
    "select to_regclass('public.migration') is not null as migrated",
  )
  if (!rows[0]!.migrated) return
  const ran = new Set((await migrationsRun(client)).keys())
  if (ran.has(EARLIEST)) throw new Error(EARLIEST_REFUSED)
  if (replacedAmong(ran) === 'some') throw new Error(tooOld('database'))
}

type MigrationFile = ReturnType<typeof migrationFiles>[number]

/** Returns the migrations that the database ran, with the hash of each file. */
async function migrationsRun(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.migration')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/**
 * Notes the baseline as run in a database that ran all migrations it replaced. Their rows stay, because a server of the
 * previous version may start during the update.
 */
async function skipBaseline(client: pg.Client, files: readonly MigrationFile[], ran: Map<string, string>) {
  const skipped = files.filter(({ name }) => baseline.has(name) && !ran.has(name))
  await noteRun(client, skipped)
  for (const { name, hash } of skipped) ran.set(name, hash)
}

/** Runs migrations in one transaction, and notes them as run. */
async function runTogether(client: pg.Client, files: readonly MigrationFile[], log: (line: string) => void) {
  if (files.length === 0) return
  await client.query('begin')
  try {
    await dropLoginViews(client)
    for (const { name, text } of files) {
      log(`Migrating ${name}`)
      await client.query(text)
    }
    await noteRun(client, files)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const noteRun = (client: pg.Client, files: readonly MigrationFile[]) =>
  client.query('insert into migration (name, hash) select * from unnest($1::text[], $2::text[])', [
    files.map(({ name }) => name),
    files.map(({ hash }) => hash),
  ])

function assertUnchanged(ran: ReadonlyMap<string, string>, files: readonly MigrationFile[]) {
  const known: [string, string][] = [...replaced, ...files.map(({ name, hash }): [string, string] => [name, hash])]
  const changed = known.find(([name, hash]) => ran.has(name) && ran.get(name) !== hash)
  if (changed) throw new Error(`The migration ${changed[0]} was changed after it ran on this database.`)
}

const checkOf = (secretKey: string) => createHmac('sha256', secretKey).update('ruam installation').digest()

/**
 * Throws before anything is written if the database belongs to another secret key: with it, the roles would get other passwords, and the
 * processes that run would lose their connections.
 */
async function refuseOtherKey(client: pg.Client, secretKey: string) {
  const { rows } = await client.query<{ kept: boolean }>(
    "select to_regclass('public.installation') is not null as kept",
  )
  if (!rows[0]!.kept) return
  const { rows: found } = await client.query<{ key_check: Buffer }>('select key_check from installation')
  if (found[0] && !found[0].key_check.equals(checkOf(secretKey))) throw new Error(OTHER_KEY)
}

/** Writes the check down, once there is its table: a restored backup of an older version has none. */
async function keepKeyCheck(client: pg.Client, secretKey: string) {
  const { rows } = await client.query<{ kept: boolean }>(
    "select to_regclass('public.installation') is not null as kept",
  )
  if (!rows[0]!.kept) return
  await client.query('insert into installation (key_check) values ($1) on conflict do nothing', [checkOf(secretKey)])
}

async function ensureRoles(client: pg.Client, ownerUrl: string, secretKey: string) {
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname in ('ruam_app', 'ruam_auth', 'ruam_backup', 'ruam_views')",
  )
  const has = (role: string) => rows.some((row) => row.rolname === role)
  if (!has('ruam_auth')) await client.query('create role ruam_auth nologin').catch(unlessItExists)
  if (!has('ruam_views')) await client.query('create role ruam_views nologin').catch(unlessItExists)
  if (!has('ruam_app')) await client.query('create role ruam_app login').catch(unlessItExists)
  if (!has('ruam_backup')) await client.query('create role ruam_backup login').catch(unlessItExists)
  // A pooler signs in by what it knows of the password, which another salt would make worthless: it is set only where it does not fit.
  for (const role of ['ruam_app', 'ruam_backup'])
    if (!has(role) || !(await signsIn(urlAs(role, ownerUrl, secretKey))))
      await client.query(`alter role ${role} password '${passwordOf(role, secretKey)}'`)
  // The owner hands functions over to the first, and makes views as the second.
  await client.query('grant ruam_auth, ruam_views to current_user')
}

async function signsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Gives the application role the settings that connections send at their start, which a pooler refuses. */
export async function settleRoleForPooler(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ config: string[] | null }>(
      "select setconfig as config from pg_roles r left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0 where rolname = 'ruam_app'",
    )
    const config = rows[0]?.config ?? []
    for (const [name, value] of [
      ['TimeZone', 'UTC'],
      ['DateStyle', 'ISO'],
    ])
      if (!config.includes(`${name}=${value}`)) await client.query(`alter role ruam_app set ${name} = '${value}'`)
  } finally {
    await client.end()
  }
}

/** Throws if the role of a pooled connection lacks settings that other connections send at their start. */
export async function assertSettled(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; settled: boolean }>(
    "select current_user as role, current_setting('TimeZone') = 'UTC' and current_setting('DateStyle') like 'ISO%' as settled",
  )
  const { role, settled } = rows[0]!
  if (!settled)
    throw new Error(
      `Through a pooler the role ${role} needs settings of its own: run \`alter role ${role} set timezone = 'UTC'\` and ` +
        `\`alter role ${role} set datestyle = 'ISO'\`, and restart the pooler.`,
    )
}

/** Ignores roles that another database of the same server creates at this moment. */
function unlessItExists(error: unknown) {
  if (!failedWith(error, 'duplicateObject', 'uniqueViolation')) throw error
}

/** Drops the views of SQL logins: a column that a view reads cannot be altered. They are made again within a second. */
async function dropLoginViews(client: pg.Client) {
  const { rows } = await client.query<{ view: string }>(`
    select format('%I.%I', n.nspname, c.relname) as view from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname ~ '^ruam_sql_'`)
  if (rows.length > 0) await client.query(`drop view ${rows.map(({ view }) => view).join(', ')}`)
}

/** Ids of one server: a store that moves takes its ids along, and meets none of those that are there. */
const IDS = { integer: 100_000_000, bigint: 200_000_000 } as const
/** The most numerous, whose ids are integers nowhere. */
const WIDE = { name: 'public.profile_id_seq', ids: 1_000_000_000_000 } as const

/** Begins the ids of a further server in its own range. Those of people and sessions come from home. */
async function settleIds(client: pg.Client, server: number) {
  const { rows } = await client.query<{ name: string; type: keyof typeof IDS; last: number | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, data_type::text as type, last_value::float8 as last
    from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, type, last } of rows) {
    const begin = (server - 1) * (name === WIDE.name ? WIDE.ids : IDS[type])
    if ((last ?? 0) <= begin) await client.query(`alter sequence ${name} restart with ${begin + 1}`)
  }
}

async function ensureQueue(client: pg.Client, ownerUrl: string) {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('pgboss.version') is not null as there")
  if (!rows[0]!.there) await client.query(getConstructionPlans('pgboss'))
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    max: 2,
    supervise: false,
    schedule: false,
    migrate: true,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [name, options] of Object.entries(queues)) {
      if (!(await boss.getQueue(name))) await boss.createQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
  await client.query('grant usage on schema pgboss to ruam_app')
  await client.query('grant select, insert, update, delete on all tables in schema pgboss to ruam_app')
  await client.query('grant usage on all sequences in schema pgboss to ruam_app')
  await client.query('grant execute on all functions in schema pgboss to ruam_app')
}

/** Guards tables of stores that are new, so that no store is written where it does not lie. A restored backup may be older than the function. */
async function ensureGuards(client: pg.Client) {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regprocedure('public.guard_stores()') is not null as there",
  )
  if (rows[0]!.there) await client.query('select guard_stores()')
}

/** Lets the backup's role read every table there is, past the wall, and the jobs that wait. */
async function ensureBackupReads(client: pg.Client) {
  const { rows: schemas } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace n where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss')
      and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'S'))`)
  for (const { name } of schemas.map((schema) => ({ name: pg.escapeIdentifier(schema.name) }))) {
    await client.query(`grant usage on schema ${name} to ruam_backup`)
    await client.query(`grant select on all tables in schema ${name} to ruam_backup`)
    await client.query(`grant select on all sequences in schema ${name} to ruam_backup`)
  }
  await client.query('grant usage on schema pgboss to ruam_backup')
  await client.query('grant select on pgboss.job to ruam_backup')
  const { rows: walled } = await client.query<{ table: string }>(`
    select c.oid::regclass::text as table from pg_class c
    where c.relkind = 'r' and c.relrowsecurity and c.relnamespace::regnamespace::text !~ '^(pg_|pgboss)'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')`)
  // One transaction: each would wait for the disk.
  await client.query(
    walled.map(({ table }) => `create policy backup on ${table} for select to ruam_backup using (true);`).join('\n'),
  )
}

/** Throws for a role that could pass the wall: a table owner, a superuser, one that bypasses row-level security, or a member of such. */
export async function assertRowSecurity(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; powerful: boolean; owns: boolean; auth: boolean }>(`
    select current_user as role,
      exists (select from pg_roles where (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')) as powerful,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_has_role(current_user, relowner, 'member')) as owns,
      exists (select from unnest(array['ruam_auth', 'ruam_backup', 'ruam_views']) r
        where pg_has_role(current_user, r, 'member')) as auth`)
  const { role, powerful, owns, auth } = rows[0]!
  if (powerful || owns || auth) {
    throw new Error(
      `The database role ${role} is too powerful: the server must not run as an owner, a superuser or a member of ruam_auth or ruam_backup. ` +
        'Leave DATABASE_APP_URL unset, or name a plain role in it that was granted ruam_app.',
    )
  }
}
