// A copy of a database gets roles of its own: everything in it that names those of the original is changed to name the new ones.
import type pg from 'pg'
import type { Roles } from './role-names.ts'

/** Privileges of each object that the old roles have. `kind` and `object` are as GRANT takes them. */
const GRANTS = `
  with roles as (select r.oid, n.new from unnest($1::text[], $2::text[]) n (old, new) join pg_roles r on r.rolname = n.old),
  acls as (
    select case when relkind = 'S' then 'sequence' else 'table' end as kind, oid::regclass::text as object, '' as columns, relacl as acl
    from pg_class where relacl is not null and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'table', attrelid::regclass::text, format(' (%I)', attname), attacl from pg_attribute where attacl is not null
    -- Functions of PostgreSQL itself are a superuser's, who gives them again.
    union all select 'function', oid::regprocedure::text, '', proacl from pg_proc
      where proacl is not null and pronamespace <> 'pg_catalog'::regnamespace
    union all select 'schema', quote_ident(nspname), '', nspacl from pg_namespace where nspacl is not null
    union all select 'database', quote_ident(datname), '', datacl from pg_database where datname = current_database() and datacl is not null)
  select kind, object, (select old.rolname from pg_roles old where old.oid = roles.oid) as old, roles.new,
    string_agg(a.privilege_type || columns, ', ') as privileges
  from acls, aclexplode(acl) a join roles on roles.oid = a.grantee
  group by 1, 2, roles.oid, roles.new order by kind = 'schema' desc, 2`

const FUNCTIONS = `
  select p.oid::regprocedure::text as name, pg_get_userbyid(p.proowner) as owner, pg_get_functiondef(p.oid) as definition
  from pg_proc p where p.prokind in ('f', 'p') and p.pronamespace::regnamespace::text in ('public', 'auth')
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by 1`

const POLICIES = `
  select format('%I on %s', polname, polrelid::regclass) as name, pg_get_expr(polqual, polrelid) as using,
    pg_get_expr(polwithcheck, polrelid) as checked,
    array(select case when r = 0 then 'public' else pg_get_userbyid(r)::text end from unnest(polroles) r) as roles
  from pg_policy order by polrelid::regclass::text, polname`

const TRIGGERS = `
  select format('%I on %s', tgname, tgrelid::regclass) as name, pg_get_triggerdef(oid) as definition
  from pg_trigger where not tgisinternal order by tgrelid::regclass::text, tgname`

/**
 * Changes every privilege, owner, policy, trigger and function of the database from the old roles to the new ones, in one transaction.
 * Shared objects stay as they are: they belong to other databases too. Throws if something still depends on an old role.
 */
export async function renameRoles(client: pg.Client, from: Roles, to: Roles): Promise<void> {
  const pairs = (['app', 'auth', 'backup', 'views'] as const).map((kind) => [from[kind], to[kind]] as const)
  const newName = new Map(pairs)
  const renamed = (text: string) =>
    pairs.reduce((changed, [old, name]) => changed.replace(new RegExp(`\\b${old}\\b`, 'g'), name), text)
  await client.query('begin')
  try {
    await dropLoginSchemas(client)
    const { rows: grants } = await client.query<Record<'kind' | 'object' | 'old' | 'new' | 'privileges', string>>(
      GRANTS,
      [pairs.map(([old]) => old), pairs.map(([, name]) => name)],
    )
    const { rows: functions } = await client.query<Record<'name' | 'owner' | 'definition', string>>(FUNCTIONS)
    const { rows: policies } = await client.query<{
      name: string
      using: string | null
      checked: string | null
      roles: string[]
    }>(POLICIES)
    const { rows: triggers } = await client.query<Record<'name' | 'definition', string>>(TRIGGERS)
    const statements = [
      ...grants.filter(({ kind }) => kind === 'schema').map(grantOf),
      // Owners before grants: what an owner granted follows it.
      ...functions.flatMap(({ name, owner }) =>
        newName.has(owner) ? [`alter function ${name} owner to ${newName.get(owner)}`] : [],
      ),
      ...grants.filter(({ kind }) => kind !== 'schema').map(grantOf),
      ...grants.map(({ kind, object, old }) => `revoke all on ${kind} ${object} from ${old}`),
      ...functions.flatMap(({ definition }) => (renamed(definition) === definition ? [] : [renamed(definition)])),
      ...policies.flatMap(({ name, using, checked, roles }) => {
        const text = [
          `alter policy ${name} to ${roles.map((role) => newName.get(role) ?? role).join(', ')}`,
          using === null ? '' : ` using (${renamed(using)})`,
          checked === null ? '' : ` with check (${renamed(checked)})`,
        ].join('')
        return roles.some((role) => newName.has(role)) || renamed(text) !== text ? [text] : []
      }),
      ...triggers.flatMap(({ name, definition }) =>
        renamed(definition) === definition ? [] : [`drop trigger ${name}`, renamed(definition)],
      ),
    ]
    await client.query(statements.join(';\n'))
    await assertUnused(
      client,
      pairs.map(([old]) => old),
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const grantOf = ({ kind, object, new: role, privileges }: Record<'kind' | 'object' | 'new' | 'privileges', string>) =>
  `grant ${privileges} on ${kind} ${object} to ${role}`

/** Drops the views of SQL logins: the logins of a copy get names of their own. */
async function dropLoginSchemas(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname ~ '^ruam_sql_[0-9]+_[a-z0-9]{10}$'",
  )
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
}

async function assertUnused(client: pg.Client, roles: readonly string[]) {
  const { rows } = await client.query<{ what: string }>(
    `select pg_describe_object(s.classid, s.objid, s.objsubid) as what from pg_shdepend s
     join pg_database d on d.oid = s.dbid and d.datname = current_database()
     join pg_roles r on r.oid = s.refobjid and s.refclassid = 'pg_authid'::regclass
     where r.rolname = any($1::text[])
       and not (s.classid = 'pg_proc'::regclass and s.objid in (select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace))
     order by 1 limit 5`,
    [roles],
  )
  if (rows.length > 0)
    throw new Error(`Some objects still use the roles of another database: ${rows.map(({ what }) => what).join(', ')}.`)
}
