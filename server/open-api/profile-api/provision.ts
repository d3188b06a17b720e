import { SQL_CONNECTIONS, SQL_SECONDS } from '@ruam/contract/open-api/profile-api.ts'
import pg from 'pg'
import { readNamesVersion } from '../../access/stores/names-version.ts'
import { failedWith } from '../../core/sqlstate.ts'
import { inStore } from '../../database/db.ts'
import { readRoles } from '../../database/role-names.ts'
import { newRoleName } from './login.ts'
import { endSqlSessions, OWN_LOGINS } from './sessions.ts'
import { sensitiveInViews, viewStatements, viewsOf } from './views.ts'

const name = pg.escapeIdentifier
/** Milliseconds for which a change of views waits for a statement that reads them. Later it ends the sessions of the login. */
const LOCK_WAIT_MS = 2000
/** Bytes of temporary files of one session. */
const TEMP_FILES = '1GB'

/** The database would let a login do more than read its views. */
class UnsafeDatabase extends Error {}

interface Wanted {
  store_id: number
  role_name: string
  /** False while the store is deleted, and for a copy of a store that lies on another server. */
  open: boolean
  current: boolean
}

/**
 * Makes the roles and views of SQL logins what the stores want, as the owner of the database: neither the server's role nor those of its
 * functions may create roles. Returns what failed. Idempotent, and safe in several processes at once.
 */
export async function provisionLogins(owner: pg.Pool): Promise<Error[]> {
  await renameForeignLogins(owner)
  const { rows: wanted } = await owner.query<Wanted>(`
    select l.store_id, l.role_name, s.deleted_at is null
        and not exists (select from store_closed c where c.store = l.store_id and c.state <> 'held') as open,
      l.password_set and l.views_version is not distinct from coalesce(v.version, 0)
        and exists (select from pg_roles where rolname = l.role_name)
        -- A migration drops the views.
        and to_regclass(format('%I.profile', l.role_name)) is not null as current
    from sql_login l join store s on s.store_id = l.store_id left join names_version v on v.store_id = l.store_id
    order by l.store_id`)
  const { rows: made } = await owner.query<{ role: string }>(
    `select nspname as role from pg_namespace where ${OWN_LOGINS}`,
  )
  const kept = new Set(wanted.flatMap(({ role_name, open }) => (open ? [role_name] : [])))
  const errors: Error[] = []
  for (const { role } of made) {
    if (!kept.has(role)) await removeLogin(owner, role).catch((error: Error) => errors.push(error))
  }
  for (const { store_id, open, current } of wanted) {
    if (open && !current) await makeLogin(owner, store_id).catch((error: Error) => errors.push(error))
  }
  return errors
}

/** Gives new names to logins whose roles belong to another database of the cluster: this one is a copy of it, or was restored next to it. */
async function renameForeignLogins(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ store_id: number; role: string }>(
    `select store_id, role_name as role from sql_login l
     where exists (select from pg_roles where rolname = l.role_name) and not is_own_login(l.role_name::name)`,
  )
  for (const { store_id, role } of rows)
    await owner.query(
      `update sql_login set role_name = $3, password_set = false, views_version = null where store_id = $1 and role_name = $2`,
      [store_id, role, newRoleName(store_id)],
    )
}

/** Removes the logins of all stores when the server's setting is off. */
export async function removeLogins(owner: pg.Pool): Promise<void> {
  await owner.query('delete from sql_login')
  const [error] = await provisionLogins(owner)
  if (error) throw error
}

/**
 * Disables login first, so that no session connects while sessions and views are removed. A role of another database of the cluster stays:
 * only its schema in this one goes.
 */
async function removeLogin(owner: pg.Pool, role: string): Promise<void> {
  const { rowCount } = await owner.query('select where is_own_login($1)', [role])
  if (rowCount) {
    await owner.query(`alter role ${name(role)} nologin`)
    await endSqlSessions(owner, role)
  }
  const client = await owner.connect()
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}; drop schema if exists ${name(role)} cascade`)
    if (rowCount) await client.query(`drop owned by ${name(role)} cascade; drop role ${name(role)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function makeLogin(owner: pg.Pool, storeId: number): Promise<void> {
  try {
    await buildLogin(owner, storeId).catch(async (error: Error & { code?: string; role?: string }) => {
      if (!failedWith(error, 'lockNotAvailable')) throw error
      const { rows } = await owner.query<{ role: string }>(
        'select role_name as role from sql_login where store_id = $1',
        [storeId],
      )
      for (const { role } of rows) await endSqlSessions(owner, role)
      await buildLogin(owner, storeId)
    })
  } catch (error) {
    const failure = error instanceof UnsafeDatabase ? 'unsafe' : 'failed'
    const { rowCount } = await owner.query(
      'update sql_login set failure = $2 where store_id = $1 and failure is distinct from $2',
      [storeId, failure],
    )
    // A failure is reported once: the next attempt follows within a second.
    if (rowCount) throw error
  }
}

/** Makes the role, or gives it its password, and its views, in one transaction under the lock of the store's row. */
async function buildLogin(owner: pg.Pool, storeId: number): Promise<void> {
  const ended = await inStore(owner, storeId, async (db, client) => {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    const { rows } = await client.query<{ role: string; verifier: string; password_set: boolean; there: boolean }>(
      `select role_name as role, verifier, password_set, exists (select from pg_roles where rolname = role_name) as there
       from sql_login where store_id = $1 for update`,
      [storeId],
    )
    if (!rows[0]) return undefined
    const { role, verifier, password_set, there } = rows[0]
    const password = `password ${pg.escapeLiteral(verifier)}`
    if (!there) await createRole(client, role, password)
    else if (!password_set) await client.query(`alter role ${name(role)} ${password}`)
    const version = await readNamesVersion(db, storeId)
    const statements = viewStatements(role, await viewsOf(db, storeId))
    const { views } = await readRoles(client)
    await client.query([`set local role ${views}`, ...statements, 'reset role'].join(';\n'))
    await client.query(
      'update sql_login set password_set = true, views_version = $2, failure = null, sensitive_field_ids = $3 where store_id = $1',
      [storeId, version, await sensitiveInViews(db, storeId)],
    )
    return there && !password_set ? role : undefined
  })
  // Ends sessions that logged in with the previous password.
  if (ended) await endSqlSessions(owner, ended)
}

async function createRole(client: pg.PoolClient, role: string, password: string): Promise<void> {
  const login = name(role)
  const { rows } = await client.query<{ database: string; temp_files: boolean }>(`select current_database() as database,
    has_parameter_privilege(current_user, 'temp_file_limit', 'set') as temp_files`)
  const database = name(rows[0]!.database)
  await client.query(`create role ${login} login connection limit ${SQL_CONNECTIONS} ${password}`)
  const settings = {
    search_path: login,
    default_transaction_read_only: 'on',
    // A login may raise these three. The watch over its sessions holds all the same.
    statement_timeout: `'${SQL_SECONDS}s'`,
    idle_in_transaction_session_timeout: `'${SQL_SECONDS}s'`,
    lock_timeout: `'${SQL_SECONDS}s'`,
    ...(rows[0]!.temp_files && { temp_file_limit: `'${TEMP_FILES}'` }),
  }
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter role ${login} set ${setting} = ${value}`)
  // Members of a role see its sessions and may end them.
  await client.query(`grant ${login} to current_user`)
  await client.query(`create schema if not exists ${login}`)
  await client.query(
    `grant usage on schema ${login} to ${login}; grant usage, create on schema ${login} to ${(await readRoles(client)).views}`,
  )
  await client.query(`grant connect on database ${database} to ${login}`)
  const { rows: found } = await client.query<{ unsafe: boolean }>(
    `select has_database_privilege($1, current_database(), 'temporary, create') or has_schema_privilege($1, 'public', 'create') as unsafe`,
    [role],
  )
  if (found[0]!.unsafe)
    throw new UnsafeDatabase(
      'The database lets every role create tables: SQL logins are not made. See "SQL access" in docs/operations.md.',
    )
}
