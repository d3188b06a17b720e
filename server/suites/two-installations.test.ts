// Installations in one cluster: the template of the run is the one that was there first.
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/db.ts'
import { appUrlOf, assertRowSecurity, migrate } from '../database/migrate.ts'
import { provisionLogins } from '../open-api/profile-api/provision.ts'
import { databaseUrl, OWNER, TEMPLATE } from '../testing/database.testing.ts'

const run = `${process.pid}_${Date.now().toString(36)}`
const name = (what: string) => `ruam_test_${run}_${what}`
const keys = { production: 'key of the production', staging: 'key of the staging place' }
const stranger = `ruam_stranger_${run}`
let root: pg.Client
let production: string
let staging: string

beforeAll(async () => {
  root = new pg.Client({ connectionString: inject('database').superUrl })
  await root.connect()
  await root.query(`create role ${stranger} login createrole password 'owner'`)
})
afterAll(async () => {
  const { rows } = await root.query('select datname from pg_database where datname like $1', [name('%')])
  for (const { datname } of rows) await root.query(`drop database ${datname} with (force)`)
  await root.end()
})

async function newDatabase(what: string, { owner = OWNER, from = 'template0' } = {}): Promise<string> {
  const locale = from === 'template0' ? "locale 'C.UTF-8'" : ''
  await root.query(`create database ${name(what)} owner ${owner} template ${from} ${locale}`)
  return databaseUrl(inject('database').superUrl, name(what), { name: owner, password: 'owner' })
}

async function inDatabase<T extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Signs in again and again as the application; returns what was refused. */
function keepSigningIn(url: string) {
  let ended = false
  const refused: unknown[] = []
  let signedIn = 0
  const loop = (async () => {
    while (!ended)
      await inDatabase(url, 'select count(*) from store').then(
        () => signedIn++,
        (error: unknown) => refused.push(error),
      )
  })()
  return async () => {
    ended = true
    await loop
    expect(signedIn).toBeGreaterThan(0)
    return refused
  }
}

/** Everything of a database that names roles, with the names it had without their suffix. */
const NAMED = `
  select regexp_replace(text, 'ruam_(app|auth|backup|views)_[a-z0-9]{8}', 'ruam_\\1', 'g') as text from (
    select format('acl %s %s %s', c.oid::regclass, a.grantee::regrole, a.privilege_type) as text
      from pg_class c, aclexplode(c.relacl) a where c.relnamespace::regnamespace::text !~ '^(pg_|info|pgboss)'
    union all select format('column %s %s %s %s', attrelid::regclass, attname, a.grantee::regrole, a.privilege_type)
      from pg_attribute, aclexplode(attacl) a where attrelid > 16383
    union all select format('function %s %s %s', p.oid::regprocedure, proowner::regrole, case when a.grantee = 0 then 'public' else a.grantee::regrole::text end)
      from pg_proc p, aclexplode(coalesce(proacl, acldefault('f', proowner))) a where pronamespace::regnamespace::text in ('public', 'auth')
    union all select format('source %s %s', oid::regprocedure, prosrc) from pg_proc where pronamespace::regnamespace::text in ('public', 'auth')
    union all select format('schema %s %s %s', nspname, case when a.grantee = 0 then 'public' else a.grantee::regrole::text end, a.privilege_type)
      from pg_namespace, aclexplode(nspacl) a where nspname in ('public', 'auth')
    union all select format('policy %s %s %s %s %s', polname, polrelid::regclass, polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) named order by 1`

test('two installations with owners of their own restart in one cluster without a refused sign-in', async () => {
  production = await newDatabase('production')
  staging = await newDatabase('staging', { owner: stranger })
  const [first, second] = await Promise.all([migrate(production, keys.production), migrate(staging, keys.staging)])
  expect(new Set([first.app, second.app, 'ruam_app']).size).toBe(3)
  const ends = [keepSigningIn(appUrlOf(production, keys.production)), keepSigningIn(appUrlOf(staging, keys.staging))]
  for (let start = 0; start < 3; start++) {
    expect(await migrate(staging, keys.staging)).toEqual(second)
    expect(await migrate(production, keys.production)).toEqual(first)
  }
  for (const end of ends) expect(await end()).toEqual([])
  const [comment] = await inDatabase<{ text: string }>(
    production,
    "select shobj_description(oid, 'pg_authid') as text from pg_roles where rolname = $1",
    [first.views],
  )
  expect(comment!.text).toMatch(
    new RegExp(`^Ruam: database ${name('production')} \\(\\d+\\), installation [0-9a-f]{8}$`),
  )
})

test('a copy makes roles of its own in everything that names them, and the original keeps working', async () => {
  const { superUrl, secretKey } = inject('database')
  const copy = await newDatabase('copy', { from: TEMPLATE })
  const lines: string[] = []
  const roles = await migrate(copy, secretKey, { log: (line) => lines.push(line) })
  expect(roles.suffix).toMatch(/^_[0-9a-f]{8}$/)
  expect(lines).toEqual([expect.stringContaining('roles of its own')])
  expect(await inDatabase(copy, NAMED)).toEqual(await inDatabase(databaseUrl(superUrl, TEMPLATE), NAMED))
  expect(await inDatabase(copy, 'select role_suffix from installation')).toEqual([{ role_suffix: roles.suffix }])
  for (const url of [appUrlOf(copy, secretKey), appUrlOf(databaseUrl(superUrl, TEMPLATE), secretKey)])
    expect(await inDatabase(url, 'select * from store')).toEqual([])
  // The next start finds them.
  expect(await migrate(copy, secretKey)).toEqual(roles)
})

test('databases that shared roles before they were marked are separated: the first to start keeps them', async () => {
  const { app, suffix } = await migrate(production, keys.production)
  const other = await newDatabase('sharing', { from: name('production') })
  await root.query(`comment on role ${app} is null`)
  await inDatabase(production, 'update installation set role_suffix = null')
  await inDatabase(other, 'delete from installation')
  expect((await migrate(production, keys.production)).suffix).toBe(suffix)
  expect((await migrate(other, keys.staging)).suffix).not.toBe(suffix)
  expect(await inDatabase(appUrlOf(production, keys.production), 'select * from store')).toEqual([])
})

test('a start with a role that it remembers and that belongs to another installation is refused', async () => {
  const { app } = await migrate(production, keys.production)
  const taking = await newDatabase('taking', { from: name('production') })
  const [check] = await inDatabase<{ key_check: Buffer }>(staging, 'select key_check from installation')
  await inDatabase(taking, 'update installation set key_check = $1', [check!.key_check])
  await expect(migrate(taking, keys.staging)).rejects.toThrow(
    new RegExp(`The role ${app} belongs to the database ${name('production')} of another installation`),
  )
  await inDatabase(taking, 'update installation set role_suffix = null')
  expect((await migrate(taking, keys.staging)).app).not.toBe(app)
})

test('the owner of another database is refused by name', async () => {
  const url = await newDatabase('foreign', { from: TEMPLATE, owner: stranger })
  await expect(migrate(url, inject('database').secretKey)).rejects.toThrow(
    new RegExp(`tables of the database ${name('foreign')} belong to the role ${OWNER}, and ${stranger} may not`),
  )
})

test('the application role of another database is refused', async () => {
  const url = new URL(appUrlOf(production, keys.production))
  url.pathname = new URL(staging).pathname
  const pool = createPool(url.href, { max: 1 })
  await expect(assertRowSecurity(pool).finally(() => pool.end())).rejects.toThrow(/no rights in this database/)
})

test('a copy gives its SQL logins new names, and ends none of the original', async () => {
  const login = `ruam_sql_1_${run.replaceAll('_', '').padEnd(10, 'x').slice(-10)}`
  const asSuperuser = (what: string, statement: string, values?: unknown[]) =>
    inDatabase(databaseUrl(inject('database').superUrl, name(what)), statement, values)
  const close = (what: string) =>
    asSuperuser(
      what,
      `revoke temporary on database ${name(what)} from public; revoke create on schema public from public`,
    )
  await asSuperuser('production', "insert into store (store_id, name) overriding system value values (1, 'ร้าน')")
  const verifier = 'SCRAM-SHA-256$4096:c2FsdA==$c3RvcmVk:c2VydmVy'
  const insert = 'insert into sql_login (store_id, role_name, verifier) values (1, $1, $2)'
  await asSuperuser('production', insert, [login, verifier])
  await close('production')
  const pool = createPool(production, { max: 2 })
  expect(await provisionLogins(pool)).toEqual([])
  await pool.end()
  const copy = await newDatabase('logins', { from: name('production') })
  await migrate(copy, keys.production)
  await close('logins')
  const copied = createPool(copy, { max: 2 })
  expect(await provisionLogins(copied)).toEqual([])
  const { rows } = await copied.query<{ role_name: string }>('select role_name from sql_login')
  expect(rows).toEqual([{ role_name: expect.stringMatching(/^ruam_sql_1_/) }])
  expect(rows[0]!.role_name).not.toBe(login)
  await copied.query('delete from sql_login')
  expect(await provisionLogins(copied)).toEqual([])
  await copied.end()
  const left = 'select rolname, rolcanlogin from pg_roles where rolname = any($1)'
  expect(await inDatabase(production, left, [[login, rows[0]!.role_name]])).toEqual([
    { rolname: login, rolcanlogin: true },
  ])
})

test('a renamed database keeps its roles', async () => {
  const roles = await migrate(staging, keys.staging)
  await root.query(`alter database ${name('staging')} rename to ${name('renamed')}`)
  expect(await migrate(databaseUrl(staging, name('renamed')), keys.staging)).toEqual(roles)
})
