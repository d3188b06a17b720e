import pg from 'pg'

/** Kinds of roles that a database of Ruam has. Migrations and statements name them `ruam_<kind>`. */
const KINDS = ['app', 'auth', 'backup', 'views', 'move'] as const
type Kind = (typeof KINDS)[number]

/** Names of the roles of one database. Roles belong to a cluster, so two databases of one cluster need different names. */
export type Roles = Readonly<Record<Kind, string>> & { readonly suffix: string }

/** Names with a suffix, which is empty for the first database of a cluster and for those made before roles had suffixes. */
export const rolesWith = (suffix: string): Roles => ({
  suffix,
  ...(Object.fromEntries(KINDS.map((kind) => [kind, `ruam_${kind}${suffix}`])) as Record<Kind, string>),
})

const LITERAL = new RegExp(`\\bruam_(${KINDS.join('|')})\\b`, 'g')

/** Replaces the names of roles in SQL by those of a database. */
export const withRoles = (text: string, roles: Roles): string => text.replace(LITERAL, (_, kind: Kind) => roles[kind])

/** Matches the application role of any database, with its suffix as the first group. */
const APP_ROLE = '^ruam_app(|_[a-z0-9]{8})$'

const known = new Map<string, Roles>()
const keyOf = (url: string) => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Keeps the roles of a database for `rolesAt`. */
export function storeRoles(ownerUrl: string, roles: Roles): void {
  known.set(keyOf(ownerUrl), roles)
}

/** Roles of a database that this process migrated or asked; those without a suffix for any other. */
export const rolesAt = (ownerUrl: string): Roles => known.get(keyOf(ownerUrl)) ?? rolesWith('')

/** Reads the roles that a migrated database remembers, as its owner. */
export async function readRoles(client: Pick<pg.ClientBase, 'query'>): Promise<Roles> {
  const { rows } = await client.query<{ suffix: string | null }>('select role_suffix as suffix from installation')
  return rolesWith(rows[0]?.suffix ?? '')
}

/** Learns the roles of a database that may be older than this version, for commands that do not migrate it. */
export async function learnRoles(ownerUrl: string): Promise<Roles> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = rolesWith((await usedSuffix(client)) ?? '')
    storeRoles(ownerUrl, roles)
    return roles
  } finally {
    await client.end()
  }
}

/** Suffix of the roles that the objects of the database depend on; undefined in an empty one. */
export async function usedSuffix(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ suffix: string }>(
    `select substring(r.rolname from $1) as suffix from pg_roles r
     where r.rolname ~ $1 and exists (select from pg_shdepend s join pg_database d on d.oid = s.dbid and d.datname = current_database()
       where s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid)
     order by r.rolname limit 1`,
    [APP_ROLE],
  )
  return rows[0]?.suffix
}
