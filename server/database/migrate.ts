import { createHmac } from 'node:crypto'
import pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { failedWith } from '../core/sqlstate.ts'
import { baseline, replaced, replacedAmong, tooOld } from './baseline.ts'
import { ensureRoles, refuseOtherOwner, rememberRoles, urlAs } from './ensure-roles.ts'
import { MIGRATIONS, type MigrationFile, migrationFiles } from './migration-files.ts'
import { sessionLocks } from './postgres/locks.ts'
import { queues } from './queues.ts'
import { type Roles, readRoles, rolesAt, withRoles } from './role-names.ts'
import { ensureProgress, lockAlone, noteRun, patiently, runBackground, runMigration } from './run-steps.ts'

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

/** Returns the owner's URL with the application role instead of the owner. */
export const appUrlOf = (ownerUrl: string, secretKey: string, roles = rolesAt(ownerUrl)) =>
  urlAs(roles.app, ownerUrl, secretKey)

/** Returns the owner's URL with the role of backups, which reads everything and writes nothing. */
export const backupUrlOf = (ownerUrl: string, secretKey: string, roles = rolesAt(ownerUrl)) =>
  urlAs(roles.backup, ownerUrl, secretKey)

interface MigrateOptions {
  log?: (line: string) => void
  /** No other file runs: for a backup of an older version. */
  only?: ReadonlySet<string>
  /** Number of the database server, whose ids begin in a range of their own. */
  server?: number
  /** Folder of the migrations, which is that of this version. */
  folder?: URL
  /** Waits for the steps that other starts leave for the background. */
  wholly?: boolean
}

/**
 * Updates the database as its owner: roles, migrations, the job queue. Migrations are plain SQL files, forward only: the baseline in one
 * transaction, later ones step by step, each in a transaction of its own. A start after a kill continues with the next step.
 * Throws if a file was changed after it ran, or if the database lacks some of the migrations that the baseline replaced.
 */
export async function migrate(
  ownerUrl: string,
  secretKey: string,
  { log = () => {}, only, server = 1, folder = MIGRATIONS, wholly = false }: MigrateOptions = {},
): Promise<Roles> {
  const client = new pg.Client({ connectionString: ownerUrl })
  // A database that vanishes fails the statement at work.
  client.on('error', () => {})
  await client.connect()
  try {
    await lockAlone(client, MIGRATION_LOCK)
    await refuseOtherOwner(client)
    await refuseOldDatabase(client)
    await refuseOtherKey(client, secretKey)
    const roles = await ensureRoles(client, ownerUrl, secretKey, log)
    await ensureProgress(client)
    const files = migrationFiles(folder)
    const ran = await migrationsRun(client)
    assertUnchanged(ran, files)
    if (replacedAmong(new Set(ran.keys())) === 'all') await skipBaseline(client, files, ran)
    const due = files.filter(({ name }) => !ran.has(name) && (!only || only.has(name)))
    // Later files may build on what earlier updates left for the background.
    if (due.length > 0) await runBackground(client, files, roles)
    await runBaseline(
      client,
      roles,
      due.filter(({ name }) => baseline.has(name)),
      log,
    )
    for (const file of due.filter(({ name }) => !baseline.has(name))) {
      log(`Migrating ${file.name}`)
      await runMigration(client, file, roles)
    }
    if (wholly) await runBackground(client, files, roles)
    await keepKeyCheck(client, secretKey)
    await rememberRoles(client, roles)
    if (server > 1) await settleIds(client, server)
    await patiently(client, 'the guards of stores', () => ensureGuards(client))
    await ensureQueue(client, ownerUrl, roles)
    await patiently(client, 'the rights of backups', () => ensureBackupReads(client, roles))
    const letters = await client.query<{ thai: boolean }>("select show_trgm('ก') <> '{}' as thai")
    if (!letters.rows[0]!.thai) {
      log(
        'This database was made with a locale that knows no Thai letters: searching names will be slow. See docs/settings.md.',
      )
    }
    return roles
  } finally {
    await client.end().catch(() => {})
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

/** Runs the baseline in one transaction, and notes it as run. Nobody works with the database yet. */
async function runBaseline(
  client: pg.Client,
  roles: Roles,
  files: readonly MigrationFile[],
  log: (line: string) => void,
) {
  if (files.length === 0) return
  await client.query('begin')
  try {
    for (const { name, text } of files) {
      log(`Migrating ${name}`)
      await client.query(withRoles(text, roles))
    }
    await noteRun(client, files)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

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

/** Ends statements of a client that is gone: within this time, and only where the system of the server can tell. */
const CHECK_CLIENT: [name: string, value: string] = ['client_connection_check_interval', '2s']

/**
 * Gives the application role its settings: statements end with their client. `pooled`: also those that connections send at their start,
 * which a pooler refuses.
 */
export async function settleRole(ownerUrl: string, { pooled }: { pooled: boolean }): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Two processes that start at once would write the same row.
    await lockAlone(client, MIGRATION_LOCK)
    const { app } = await readRoles(client)
    const { rows } = await client.query<{ config: string[] | null }>(
      'select setconfig as config from pg_roles r left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0 where rolname = $1',
      [app],
    )
    const config = rows[0]?.config ?? []
    const startSettings: [string, string][] = pooled
      ? [
          ['TimeZone', 'UTC'],
          ['DateStyle', 'ISO'],
        ]
      : []
    for (const [name, value] of [CHECK_CLIENT, ...startSettings]) {
      if (config.includes(`${name}=${value}`)) continue
      await client.query(`alter role ${app} set ${name} = '${value}'`).catch((error: unknown) => {
        // Windows cannot tell that a client is gone.
        if (!failedWith(error, 'invalidParameterValue')) throw error
      })
    }
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

/** Ids of one server: a store that moves takes its ids along, and meets none of those that are there. */
const IDS = { integer: 100_000_000, bigint: 200_000_000 } as const
/** The most numerous, whose ids are integers nowhere. */
const WIDE = { name: 'public.profile_id_seq', ids: 1_000_000_000_000 } as const

/** Begins the ids of a further server in its own range. Those of people and sessions come from home. */
async function settleIds(client: pg.Client, server: number) {
  const { rows } = await client.query<{ name: string; type: keyof typeof IDS; last: number | null; start: number }>(
    `select format('%I.%I', schemaname, sequencename) as name, data_type::text as type, last_value::float8 as last, start_value::float8 as start
    from pg_sequences where schemaname = 'public'`,
  )
  const changes = rows.flatMap(({ name, type, last, start }) => {
    const begin = (server - 1) * (name === WIDE.name ? WIDE.ids : IDS[type])
    // Its start tells that an earlier call began it, and an id may have been drawn since.
    if (start === begin + 1 || (last ?? 0) > begin) return []
    return [`alter sequence ${name} start with ${begin + 1} restart with ${begin + 1}`]
  })
  if (changes.length > 0) await client.query(changes.join('; '))
}

async function ensureQueue(client: pg.Client, ownerUrl: string, { app }: Roles) {
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
  await client.query(`grant usage on schema pgboss to ${app}`)
  await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${app}`)
  await client.query(`grant usage on all sequences in schema pgboss to ${app}`)
  await client.query(`grant execute on all functions in schema pgboss to ${app}`)
}

/** Guards tables of stores that are new, so that no store is written where it does not lie. A restored backup may be older than the function. */
async function ensureGuards(client: pg.Client) {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regprocedure('public.guard_stores()') is not null as there",
  )
  if (rows[0]!.there) await client.query('select guard_stores()')
}

/** Lets the backup's role read every table there is, past the wall, and the jobs that wait. */
async function ensureBackupReads(client: pg.Client, { backup }: Roles) {
  const { rows: schemas } = await client.query<{ name: string }>(`
    select nspname as name from pg_namespace n where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss')
      and exists (select from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'S'))`)
  for (const { name } of schemas.map((schema) => ({ name: pg.escapeIdentifier(schema.name) }))) {
    await client.query(`grant usage on schema ${name} to ${backup}`)
    await client.query(`grant select on all tables in schema ${name} to ${backup}`)
    await client.query(`grant select on all sequences in schema ${name} to ${backup}`)
  }
  await client.query(`grant usage on schema pgboss to ${backup}`)
  await client.query(`grant select on pgboss.job to ${backup}`)
  const { rows: walled } = await client.query<{ table: string }>(`
    select c.oid::regclass::text as table from pg_class c
    where c.relkind = 'r' and c.relrowsecurity and c.relnamespace::regnamespace::text !~ '^(pg_|pgboss)'
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')`)
  await client.query(
    walled.map(({ table }) => `create policy backup on ${table} for select to ${backup} using (true);`).join('\n'),
  )
}

/**
 * Throws for a role that could pass the wall: a table owner, a superuser, one that bypasses row-level security, or a member of such. Throws
 * as well for the application role of another database in the cluster.
 */
export async function assertRowSecurity(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{
    role: string
    powerful: boolean
    owns: boolean
    special: boolean
    app: boolean
  }>(`
    select current_user as role,
      exists (select from pg_roles where (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')) as powerful,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_has_role(current_user, relowner, 'member')) as owns,
      exists (select from pg_roles where rolname ~ '^ruam_(auth|backup|views)(_[a-z0-9]{8})?$'
        and pg_has_role(current_user, oid, 'member')) as special,
      has_table_privilege('public.store', 'select') as app`)
  const { role, powerful, owns, special, app } = rows[0]!
  if (powerful || owns || special) {
    throw new Error(
      `The database role ${role} is too powerful: the server must not run as an owner, a superuser or a member of ruam_auth or ruam_backup. ` +
        'Leave DATABASE_APP_URL unset, or name a plain role in it that was granted ruam_app.',
    )
  }
  if (!app)
    throw new Error(
      `The database role ${role} has no rights in this database: it belongs to another one of the same cluster. The comments of the roles ruam_app... ` +
        'name their databases. Leave DATABASE_APP_URL unset, or name a role in it that was granted the one of this database.',
    )
}
