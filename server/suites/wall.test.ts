import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createPool, transaction } from '../core/db.ts'
import { assertBehindTheWall } from '../core/migrate.ts'
import { databaseUrl, OWNER } from '../core/test-database.ts'
import { newStore, type TestStore, testServer } from '../core/testing.ts'
import { fillStore, insertOf, readTables, type Row, type Table, valuesFor } from './filler.ts'
import { storeTables } from './rows.ts'

/** Tables with a column store_id that are not behind the wall. */
const unwalled: Record<string, string> = {
  access_token: 'read before a store is known, through the door alone',
}
/** Tables that belong to no store. */
const storeless: Record<string, string> = {
  users: 'people may belong to several stores; a policy of its own shows the people of the current one',
  user_session: 'through the door alone',
  setup_link: 'through the door alone',
  rate_limit: 'through the door alone',
  migration: 'the owner’s',
}
/** Keys of store tables that don't begin with store_id. */
const keysOfTheirOwn: Record<string, string> = {
  invitation_token_hash_key: 'an invitation is found by its token before its store is known',
}
/** The one way past the wall; its functions run as ruam_door. */
const door = [
  'begin_session',
  'credentials',
  'end_session',
  'enter',
  'enter_store',
  'offer_setup',
  'person',
  'rotate_session',
  'search_profiles',
  'set_password',
  'set_up',
  'setup_needed',
  'stores_of',
  'take',
]

let admin: pg.Pool
let app: pg.Pool
let appUrl: string
let a: TestStore
let b: TestStore
let tables: Table[]
let rowsOfB: Map<string, Row>
let rowsOfA: Map<string, Row>

beforeAll(async () => {
  const server = await testServer()
  admin = server.admin
  app = server.core.pool
  appUrl = server.core.config.appUrl!
  ;[a, b] = await Promise.all([newStore(), newStore()])
  tables = await readTables(admin, await storeTables(admin))
  rowsOfA = await fillStore(admin, tables, a.storeId, a.userId)
  rowsOfB = await fillStore(admin, tables, b.storeId, b.userId)
})

const list = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await admin.query<T>(text, values)).rows
const names = async (text: string) => (await list<{ name: string }>(text)).map(({ name }) => name)
const inStoreA = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
  transaction(app, `begin; select set_config('ruam.store_id', '${a.storeId}', true)`, work)
const nowhere = <T>(work: (client: pg.PoolClient) => Promise<T>) => transaction(app, 'begin', work)

describe('the catalog', () => {
  test('every table has a store_id behind a forced policy, or is a named exception', async () => {
    const found = await list<{ name: string; store_id: boolean; walled: boolean }>(`
      select c.relname as name,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped) as store_id,
        c.relrowsecurity and c.relforcerowsecurity and exists (
          select from pg_policy p where p.polrelid = c.oid and p.polname = 'store_wall' and p.polcmd = '*' and p.polpermissive
            and p.polroles = '{0}' and pg_get_expr(p.polqual, p.polrelid) = '(store_id = current_store())'
            and pg_get_expr(p.polwithcheck, p.polrelid) = '(store_id = current_store())') as walled
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f') order by 1`)
    expect(found.filter(({ store_id, walled }) => store_id && !walled).map(({ name }) => name)).toEqual(Object.keys(unwalled).sort())
    expect(found.filter(({ store_id }) => !store_id).map(({ name }) => name)).toEqual(Object.keys(storeless).sort())
  })

  test('no other policy lets the application role through', async () => {
    const others = await names(`
      select p.polrelid::regclass::text || ' ' || p.polname || ' ' || p.polroles::regrole[]::text as name from pg_policy p
      where p.polname <> 'store_wall' and p.polroles <> array['ruam_door'::regrole::oid]`)
    expect(others).toEqual(['users people_of_store {-}'])
  })

  test('the application role has no right to a table that is not behind the wall', async () => {
    const open = await names(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relrowsecurity
        and (has_any_column_privilege('ruam_app', c.oid, 'select, insert, update, references')
          or has_table_privilege('ruam_app', c.oid, 'select, insert, update, delete, truncate, references, trigger'))`)
    expect(open).toEqual([])
  })

  test('the application role may empty no table, and may neither change nor delete what is append-only', async () => {
    const may = await names(`
      select c.relname || ' ' || p as name from pg_class c, unnest(array['truncate', 'trigger', 'references']) p
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('ruam_app', c.oid, p)
      union all select t || ' ' || p from unnest(array['audit_log', 'consent_entry']) t, unnest(array['update', 'delete']) p
      where has_table_privilege('ruam_app', t, p)`)
    expect(may).toEqual([])
  })

  test('only the functions of the door run with other rights than their caller’s, each with a fixed search path', async () => {
    const definers = await list<{ name: string; owner: string; path: string; by_all: boolean }>(`
      select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner, array_to_string(p.proconfig, ' ') as path,
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0) as by_all
      from pg_proc p where p.prosecdef order by 1`)
    expect(definers.map(({ name }) => /^door\.(\w+)\(/.exec(name)?.[1] ?? name)).toEqual(door)
    for (const { name, ...rest } of definers) {
      expect({ name, ...rest }).toEqual({ name, owner: 'ruam_door', path: 'search_path=public, pg_temp', by_all: false })
    }
  })

  test('nobody signs in as ruam_door, and the application role is no member of it', async () => {
    const [role] = await list("select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = 'ruam_door'")
    expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false })
    expect(await list("select from pg_auth_members where member = 'ruam_app'::regrole")).toEqual([])
  })

  test('the application role owns nothing and is neither superuser nor above the policies', async () => {
    const [role] = await list("select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = 'ruam_app'")
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false })
    const owned = await names(`
      select relname as name from pg_class where relowner = 'ruam_app'::regrole and relpersistence <> 't'
      union all select proname from pg_proc where proowner = 'ruam_app'::regrole
      union all select nspname from pg_namespace where nspowner = 'ruam_app'::regrole and nspname !~ '^pg_(toast_)?temp'
      union all select datname from pg_database where datdba = 'ruam_app'::regrole`)
    expect(owned).toEqual([])
    const schemas = await names(`
      select nspname as name from pg_namespace where has_schema_privilege('ruam_app', oid, 'usage') and nspname !~ '^pg_(toast_)?temp' order by 1`)
    // The queue holds ids alone.
    expect(schemas).toEqual(['door', 'information_schema', 'pg_catalog', 'pgboss', 'public'])
    const makes = await names(`
      select nspname as name from pg_namespace where has_schema_privilege('ruam_app', oid, 'create') and nspname !~ '^pg_(toast_)?temp'`)
    expect(makes).toEqual([])
  })

  test('every primary, unique and foreign key of a store table begins with store_id', async () => {
    const keys = await list<{ name: string; first: string; to: string | null }>(`
      select i.relname as name, coalesce(a.attname, pg_get_indexdef(x.indexrelid, 1, true)) as first, null as to
      from pg_index x join pg_class i on i.oid = x.indexrelid
      left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0] and a.attnum > 0
      where x.indisunique and x.indrelid::regclass::text = any($1)
      union all
      select f.conname, a.attname, f.confrelid::regclass::text from pg_constraint f
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
      where f.contype = 'f' and f.conrelid::regclass::text = any($1)`, [tables.map(({ name }) => name)])
    const own = keys.filter(({ name, first, to }) => first !== 'store_id' && !(name in keysOfTheirOwn) && to !== 'users')
    expect(own).toEqual([])
    expect(keys.length).toBeGreaterThan(tables.length)
  })

  test('no store table has a trigger, no view stands in front of one, and no column is numeric', async () => {
    expect(await names("select tgname as name from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ '^pgboss'")).toEqual([])
    expect(await names("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')")).toEqual([])
    const numeric = await names(`
      select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and atttypid = 'numeric'::regtype`)
    expect(numeric).toEqual([])
  })
})

test('both stores have a row in every store table', () => {
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    expect([name, rowsOfA.get(name)?.store_id, rowsOfB.get(name)?.store_id]).toEqual([name, a.storeId, b.storeId])
  }
})

/** How PostgreSQL refuses: 42501, by a policy or by a missing right. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(() => undefined, (thrown: { code?: string }) => thrown)
  return error?.code
}

const perTable = (title: string, check: (table: Table) => Promise<void>) =>
  test(title, async () => {
    for (const table of tables) await check(table)
  })

describe('without a store', () => {
  perTable('every store table reads empty', async ({ name }) => {
    const { rows } = await nowhere((client) => client.query(`select * from ${name}`))
    expect([name, rows]).toEqual([name, []])
  })

  perTable('no store table takes a row', async (table) => {
    const insert = insertOf(table.name, valuesFor(table, a.storeId, a.userId, rowsOfA))
    expect([table.name, await refusal(nowhere((client) => client.query(insert)))]).toEqual([table.name, '42501'])
  })

  test('nobody’s name can be read', async () => {
    const { rows } = await nowhere((client) => client.query('select id, email from users'))
    expect(rows).toEqual([])
  })

  test('a store is not left open on a connection after its transaction', async () => {
    const pool = createPool(appUrl, { max: 1 })
    await transaction(pool, `begin; select set_config('ruam.store_id', '${a.storeId}', true)`, async () => {})
    const { rows } = await pool.query('select * from store')
    await pool.end()
    expect(rows).toEqual([])
  })
})

describe('in one store, of another', () => {
  perTable('no row can be read', async ({ name }) => {
    const { rows } = await inStoreA((client) => client.query<{ store_id: number }>(`select store_id from ${name}`))
    expect([name, [...new Set(rows.map((row) => row.store_id))]]).toEqual([name, [a.storeId]])
  })

  perTable('no row can be put in', async (table) => {
    const insert = insertOf(table.name, { ...valuesFor(table, b.storeId, b.userId, rowsOfB) })
    expect([table.name, await refusal(inStoreA((client) => client.query(insert)))]).toEqual([table.name, '42501'])
  })

  perTable('no row can be changed or deleted', async ({ name, columns }) => {
    const { name: column } = columns.find(({ generated }) => !generated)!
    for (const text of [`update ${name} set ${column} = ${column} where store_id = $1`, `delete from ${name} where store_id = $1`]) {
      const touched = await inStoreA(async (client) => (await client.query(text, [b.storeId])).rowCount).catch(({ code }) => code)
      // No row is met, or the right is missing altogether.
      expect([0, '42501']).toContain(touched)
    }
    const { rows } = await admin.query(`select * from ${name} where store_id = $1`, [b.storeId])
    expect(rows).toContainEqual(rowsOfB.get(name))
  })

  perTable('no row of one’s own can be pushed into it', async ({ name }) => {
    const move = inStoreA((client) => client.query(`update ${name} set store_id = $1`, [b.storeId]))
    // The store's own id is the database's to give (428C9).
    expect([name, await refusal(move)]).toEqual([name, name === 'store' ? '428C9' : '42501'])
  })

  perTable('no row can be named by one’s own', async (table) => {
    // What a key of one's own could still refer to: the other store's ids under one's own store_id.
    const foreign = table.references.filter(({ table: to, from }) => to !== 'users' && to !== 'store' && from[0] !== 'store_id')
    expect([table.name, foreign]).toEqual([table.name, []])
  })

  test('people can be seen by the members of their own store alone', async () => {
    const { rows } = await inStoreA((client) => client.query<{ id: number }>('select id from users'))
    expect(rows).toEqual([{ id: a.userId }])
    expect(await refusal(inStoreA((client) => client.query('select password_hash from users')))).toBe('42501')
    expect(await refusal(inStoreA((client) => client.query("update users set email = 'x'")))).toBe('42501')
  })

  test('a search meets nobody, although it runs with other rights', async () => {
    const phone = '+66866666666'
    await admin.query("update profile set first_name = 'มะลิวัลย์', phone = $2, email = 'maliwan@example.com' where store_id = $1", [b.storeId, phone])
    const find = (store: number) =>
      transaction(app, `begin; select set_config('ruam.store_id', '${store}', true)`, (client) =>
        client.query("select door.search_profiles('{มะลิวัลย์}', $1, 'maliwan@')", [[phone]]),
      )
    expect([(await find(a.storeId)).rowCount, (await find(b.storeId)).rowCount]).toEqual([0, 1])
  })
})

describe('the server refuses to start', () => {
  const roles = ['wall_test_door', 'wall_test_heir']
  const superUrl = () => databaseUrl(inject('database').superUrl, new URL(appUrl).pathname.slice(1))
  afterAll(() => admin.query(roles.map((role) => `drop role if exists ${role}`).join('; ')))

  async function startAs(url: string) {
    const pool = createPool(url, { max: 1 })
    await assertBehindTheWall(pool).finally(() => pool.end())
  }

  async function startAsHeirOf(role: string, name: string) {
    await admin.query(`create role ${name} login password 'secret'; grant ${pg.escapeIdentifier(role)} to ${name}`)
    const url = new URL(appUrl)
    url.username = name
    url.password = 'secret'
    await startAs(url.href)
  }

  test('as a superuser', async () => {
    await expect(startAs(superUrl())).rejects.toThrow(/too powerful/)
  })

  test('as the owner of the tables', async () => {
    const url = new URL(superUrl())
    url.username = OWNER
    url.password = 'owner'
    await expect(startAs(url.href)).rejects.toThrow(/too powerful/)
  })

  test('as a role that may take on the door’s rights or a superuser’s', async () => {
    await expect(startAsHeirOf('ruam_door', roles[0]!)).rejects.toThrow(/too powerful/)
    const [root] = await list<{ name: string }>('select current_user as name')
    await expect(startAsHeirOf(root!.name, roles[1]!)).rejects.toThrow(/too powerful/)
  })

  test('but not as the application role', async () => {
    await expect(startAs(appUrl)).resolves.toBeUndefined()
  })
})
