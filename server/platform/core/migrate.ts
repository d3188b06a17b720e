import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { queues } from './jobs.ts'

const folder = new URL('../../migrations/', import.meta.url)
// Any number will do as long as nobody else locks it: two servers that start at once migrate one after the other.
const MIGRATION_LOCK = 7_282_637

/** The application role's password: derived from the secret key, stored nowhere. */
const appPassword = (secretKey: string) => createHmac('sha256', secretKey).update('ruam_app').digest('hex')

/** The owner's URL with the application role in it. */
export function appUrlOf(ownerUrl: string, secretKey: string): string {
  const url = new URL(ownerUrl)
  url.username = 'ruam_app'
  url.password = appPassword(secretKey)
  return url.href
}

/**
 * Brings the database up to date as its owner: roles, migrations, the job queue. Plain SQL files, forward only, each in its
 * own transaction. A file that was changed after it ran is an error.
 */
export async function migrate(
  ownerUrl: string,
  secretKey: string,
  log: (line: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureRoles(client, secretKey)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, at timestamptz not null default now())',
    )
    const ran = await client.query<{ name: string; hash: string }>('select name, hash from migration')
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = readFileSync(new URL(name, folder), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      const before = ran.rows.find((row) => row.name === name)
      if (before && before.hash !== hash)
        throw new Error(`The migration ${name} was changed after it ran on this database.`)
      if (before) continue
      log(`Migrating ${name}`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    }
    await ensureQueue(client, ownerUrl)
    const letters = await client.query<{ thai: boolean }>("select show_trgm('ก') <> '{}' as thai")
    if (!letters.rows[0]!.thai) {
      log(
        'This database was made with a locale that knows no Thai letters: searching names will be slow. See the README.',
      )
    }
  } finally {
    await client.end()
  }
}

async function ensureRoles(client: pg.Client, secretKey: string) {
  const { rows } = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname in ('ruam_app', 'ruam_door')",
  )
  const has = (role: string) => rows.some((row) => row.rolname === role)
  if (!has('ruam_door')) await client.query('create role ruam_door nologin').catch(unlessItExists)
  if (!has('ruam_app')) await client.query('create role ruam_app login').catch(unlessItExists)
  await client.query(`alter role ruam_app password '${appPassword(secretKey)}'`)
  // Needed to hand functions over to it.
  await client.query('grant ruam_door to current_user')
}

/** Another database of the same server may be making the roles at this moment. */
function unlessItExists(error: { code?: string }) {
  if (error.code !== '42710' && error.code !== '23505') throw error
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

/** Refuses a role that the wall does not hold: an owner of the tables, a superuser, one above row-level security, or one that may become such. */
export async function assertBehindTheWall(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; powerful: boolean; owns: boolean; door: boolean }>(`
    select current_user as role,
      exists (select from pg_roles where (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')) as powerful,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and pg_has_role(current_user, relowner, 'member')) as owns,
      pg_has_role(current_user, 'ruam_door', 'member') as door`)
  const { role, powerful, owns, door } = rows[0]!
  if (powerful || owns || door) {
    throw new Error(
      `The database role ${role} is too powerful: the server must not run as an owner, a superuser or a member of ruam_door. ` +
        'Leave DATABASE_APP_URL unset, or name a plain role in it that was granted ruam_app.',
    )
  }
}
