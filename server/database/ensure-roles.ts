// Roles belong to a cluster: each database has its own, marked by a comment. Another database's role is never altered.
import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { installationOf } from '../core/installation.ts'
import { failedWith } from '../core/sqlstate.ts'
import { renameRoles } from './rename-roles.ts'
import { type Roles, rolesWith, storeRoles, usedSuffix } from './role-names.ts'

/** Password of a role: derived from the secret key, never stored. */
const passwordOf = (role: string, secretKey: string) => createHmac('sha256', secretKey).update(role).digest('hex')

/** Returns a URL with another role and its password. */
export function urlAs(role: string, ownerUrl: string, secretKey: string): string {
  const url = new URL(ownerUrl)
  url.username = role
  url.password = passwordOf(role, secretKey)
  return url.href
}

interface Mark {
  database: string
  oid: string
  installation: string
}

const MARK = /^Ruam: database (.+) \((\d+)\), installation ([0-9a-f]{8})$/

/** Reads the comment of a role; undefined if it has another one or none. */
function readMark(comment: string | null): Mark | undefined {
  const [, database, oid, installation] = MARK.exec(comment ?? '') ?? []
  return database && oid && installation ? { database, oid, installation } : undefined
}

interface Here {
  database: string
  oid: string
  installation: string
  role: string
}

const textOf = ({ database, oid, installation }: Mark) =>
  `Ruam: database ${database} (${oid}), installation ${installation}`

/**
 * Makes the roles of a database, or finds those that it has. The first database of a cluster gets names without a suffix. A copy in the same
 * cluster gets roles of its own, and so does a database that shared roles with another one. Throws if they belong to another installation.
 */
export async function ensureRoles(
  client: pg.Client,
  ownerUrl: string,
  secretKey: string,
  log: (line: string) => void,
): Promise<Roles> {
  const { rows } = await client.query<Omit<Here, 'installation'>>(
    'select current_database() as database, oid::text, current_user as role from pg_database where datname = current_database()',
  )
  const here: Here = { ...rows[0]!, installation: installationOf(secretKey) }
  const used = await usedSuffix(client)
  let roles: Roles
  try {
    roles = await makeRoles(client, here, used)
    // A pooler signs in by what it knows of the password, which another salt would make worthless: it is set only where it does not fit.
    for (const role of [roles.app, roles.backup])
      if (!(await signsIn(urlAs(role, ownerUrl, secretKey))))
        await client.query(`alter role ${role} password '${passwordOf(role, secretKey)}'`)
  } catch (error) {
    if (!failedWith(error, 'insufficientPrivilege')) throw error
    throw new Error(
      `The role ${here.role} may not manage the database's roles (ruam_app, ruam_auth, ruam_backup, ruam_views): ${(error as Error).message}. ` +
        `As a superuser, run \`alter role ${pg.escapeIdentifier(here.role)} createrole\`, and grant it those that exist \`with admin option\`.`,
    )
  }
  if (used !== undefined && used !== roles.suffix) {
    await renameRoles(client, rolesWith(used), roles)
    log(`This database is a copy, or shared its roles: it now has roles of its own, ${roles.app} and others.`)
  }
  storeRoles(ownerUrl, roles)
  return roles
}

/** Throws if the tables belong to a role that the connected one is no member of: it could migrate nothing. */
export async function refuseOtherOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; member: boolean; database: string; role: string }>(
    `select pg_get_userbyid(relowner) as owner, pg_has_role(current_user, relowner, 'usage') as member,
       current_database() as database, current_user as role
     from pg_class where oid = to_regclass('public.migration')`,
  )
  if (!rows[0] || rows[0].member) return
  const { database, owner, role } = rows[0]
  throw new Error(
    `The tables of the database ${database} belong to the role ${owner}, and ${role} may not change them. Nothing was changed. ` +
      `Connect as ${owner}; a copy for another owner is made with \`npm run backup\` and \`npm run restore\`.`,
  )
}

/** Suffix for an empty database: that of a start that was killed, none if the cluster has no such roles, or a new one. */
async function freeSuffix(client: pg.Client, here: Here): Promise<string> {
  const { rows } = await client.query<{ suffix: string; comment: string | null; used: boolean }>(`
    select substring(rolname from '^ruam_app(.*)$') as suffix, shobj_description(oid, 'pg_authid') as comment,
      exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and dbid <> 0) as used
    from pg_roles r where rolname ~ '^ruam_app(_[a-z0-9]{8})?$' order by 1`)
  const own = rows.find(({ comment }) => readMark(comment)?.oid === here.oid)
  if (own) return own.suffix
  const first = rows.find(({ suffix }) => suffix === '')
  // Left by databases that were dropped.
  if (!first || (!first.used && !(await isOfOther(client, here, readMark(first.comment))))) return ''
  return newSuffix()
}

const newSuffix = () => `_${randomBytes(4).toString('hex')}`

/** Suffix of the roles that a database uses, or a new one if they belong to another database of the cluster. */
async function ownSuffix(client: pg.Client, here: Here, used: string): Promise<string> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname = $1",
    [rolesWith(used).app],
  )
  const mark = readMark(rows[0]?.comment ?? null)
  if (!mark || !(await isOfOther(client, here, mark))) return used
  // A role that this database was told to use, and not one that two databases shared before roles were marked.
  if (mark.installation !== here.installation && (await remembered(client)) === used)
    throw new Error(
      `The role ${rolesWith(used).app} belongs to the database ${mark.database} of another installation (${mark.installation}), so this one (${here.installation}) ` +
        `does not start with it: that installation would lose its connections. Nothing was changed. Run \`update installation set role_suffix = null\` in the ` +
        `database ${here.database} and start again: it then makes roles of its own.`,
    )
  return newSuffix()
}

/** True if the mark names another database that exists. */
async function isOfOther(client: pg.Client, here: Here, mark: Mark | undefined): Promise<boolean> {
  if (!mark || mark.oid === here.oid) return false
  // Restored in a new cluster, a database has another number.
  if (mark.database === here.database && mark.installation === here.installation) return false
  const { rowCount } = await client.query(
    'select from pg_database where (oid::text = $1 or datname = $2) and datname <> current_database()',
    [mark.oid, mark.database],
  )
  return rowCount! > 0
}

/** Suffix that the database remembers; null if it does not, or is older. */
async function remembered(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ kept: boolean }>(
    `select exists (select from pg_attribute where attrelid = to_regclass('public.installation') and attname = 'role_suffix') as kept`,
  )
  if (!rows[0]!.kept) return null
  const { rows: found } = await client.query<{ suffix: string | null }>(
    'select role_suffix as suffix from installation',
  )
  return found[0]?.suffix ?? null
}

/** Notes the suffix, once there is its column: a restored backup of an older version has none. */
export async function rememberRoles(client: pg.Client, { suffix }: Roles): Promise<void> {
  const { rows } = await client.query<{ kept: boolean }>(
    `select exists (select from pg_attribute where attrelid = to_regclass('public.installation') and attname = 'role_suffix') as kept`,
  )
  if (rows[0]!.kept)
    await client.query('update installation set role_suffix = $1 where role_suffix is distinct from $1', [suffix])
}

/** Attempts to find names while other databases of the cluster make theirs. */
const TRIES = 5

async function makeRoles(client: pg.Client, here: Here, used: string | undefined): Promise<Roles> {
  for (let tries = 1; ; tries++) {
    const roles = rolesWith(used === undefined ? await freeSuffix(client, here) : await ownSuffix(client, here, used))
    // One transaction, so that no role exists without its comment.
    await client.query('begin')
    try {
      await makeMarked(client, roles, textOf(here))
      // The owner hands functions over to the first, and makes views as the second.
      await client.query(`grant ${roles.auth}, ${roles.views} to current_user`)
      await client.query('commit')
      return roles
    } catch (error) {
      await client.query('rollback')
      if (tries === TRIES || !failedWith(error, 'duplicateObject', 'uniqueViolation')) throw error
    }
  }
}

async function makeMarked(client: pg.Client, roles: Roles, mark: string) {
  const made = [
    [roles.auth, 'nologin'],
    [roles.views, 'nologin'],
    [roles.app, 'login'],
    [roles.backup, 'login'],
  ] as const
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `select rolname as name, shobj_description(oid, 'pg_authid') as comment from pg_roles where rolname = any($1::text[])`,
    [made.map(([role]) => role)],
  )
  for (const [role, login] of made) {
    const found = rows.find(({ name }) => name === role)
    if (!found) await client.query(`create role ${role} ${login}`)
    if (found?.comment !== mark) await client.query(`comment on role ${role} is ${pg.escapeLiteral(mark)}`)
  }
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
