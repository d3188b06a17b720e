import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { makeLogin, ownerPool, provision, sessionOf } from '../../testing/open-api/sql-login.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'
import { provisionLogins, removeLogins } from './provision.ts'
import { endLargeSessions, endLongSessions, endSqlSessions, recordSessions } from './sessions.ts'

let store: TestStore
let login: { user: string; password: string }
beforeEach(async () => {
  store = await newStore()
  login = await makeLogin(store)
})

const rowsOf = async (client: pg.Client, text: string) => (await client.query(text)).rows as Record<string, unknown>[]
/** SQL state of a rejection; undefined if the statement is carried out. */
const refusal = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => undefined,
    (error: { code?: string }) => error.code ?? 'gone',
  )

async function customer(values: Record<number, string | number | boolean>, of = store) {
  const fields = Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))
  return (await of.call(profiles.create, { body: { fields } })).id
}
const field = (display_name: string, data_type: 'String' | 'Number' | 'Date' | 'Boolean', more = {}) =>
  store.call(profileFields.create, { body: { field_name: display_name, display_name, data_type, ...more } })

test('a SQL login reads the customers of its store with fields by name, custom and computed ones with their types', async () => {
  const points = await field('loyaltyPoints', 'Number')
  const joined = await field('joinedOn', 'Date')
  const vip = await field('isVip', 'Boolean')
  const age = await store.call(profileFields.create, {
    body: {
      display_name: 'อายุวันนี้',
      field_name: 'ageToday',
      data_type: 'Number',
      formula: { function: 'days_since', field_id: joined.id },
    },
  })
  await open(1, 9, points.id, joined.id, vip.id, age.id)
  await provision()
  const id = await customer({ 1: 'มะลิ', 9: '0891112222', [points.id]: 12.5, [joined.id]: '2024-02-29', [vip.id]: true })
  const client = await sessionOf(login)
  const [row] = await rowsOf(
    client,
    'select id, firstName, phone, loyaltyPoints, joinedOn::text, isVip, ageToday from profile',
  )
  expect(row).toMatchObject({
    id,
    firstname: 'มะลิ',
    phone: '+66891112222',
    loyaltypoints: 12.5,
    joinedon: '2024-02-29',
    isvip: true,
  })
  expect(row!.agetoday).toBeGreaterThan(600)
  expect(age.sensitive).toBe(false)
})

test('views hold activities, labels, segments and consents of live customers alone', async () => {
  const id = await customer({ 1: 'ก' })
  const gone = await customer({ 1: 'ข' })
  const { admin } = await testServer()
  const total = await store.call(activities.createField, {
    query: {},
    body: { name: 'total', display_name: 'ยอด', data_type: 'Number' },
  })
  const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [total.id] } })
  await admin.query(
    `with labels as (insert into label (store_id, name, color, type) values ($1, 'ป้าย', 'red', 'general'), ($1, 'เซกเมนต์', 'red', 'advanced')
       returning id),
     purpose as (insert into consent_purpose (store_id, name) values ($1, 'ข่าว') returning id),
     given as (insert into profile_label (store_id, label_id, profile_id, source) select $1, l.id, p, 'manual_add' from labels l, unnest($2::bigint[]) p),
     said as (insert into consent_entry (store_id, profile_id, purpose_id, status, source, at)
       select $1, p, purpose.id, s, 'user', now() + t from purpose, unnest($2::bigint[]) p, (values ('granted', interval '0'), ('withdrawn', '1 s')) v (s, t))
     insert into activity (store_id, profile_id, type_id, activity_at, fields) select $1, p, $3, now(), $4 from unnest($2::bigint[]) p`,
    [store.storeId, [id, gone], type.id, { [total.id]: 99.5 }],
  )
  await store.call(profiles.delete, { params: { id: String(gone) } })
  await provision()
  const client = await sessionOf(login)
  expect(await rowsOf(client, 'select profile_id, type, total from activity')).toEqual([
    { profile_id: id, type: 'ซื้อ', total: 99.5 },
  ])
  expect(await rowsOf(client, 'select profile_id, label from profile_label')).toEqual([
    { profile_id: id, label: 'ป้าย' },
  ])
  expect(await rowsOf(client, 'select profile_id, segment from segment_member')).toEqual([
    { profile_id: id, segment: 'เซกเมนต์' },
  ])
  expect(await rowsOf(client, 'select profile_id, purpose, status from consent')).toEqual([
    { profile_id: id, purpose: 'ข่าว', status: 'withdrawn' },
  ])
  expect(await rowsOf(client, 'select name from label union all select name from segment')).toHaveLength(2)
})

/** Replaces the store's list by fields that programs read. */
const open = (...ids: number[]) =>
  store.call(profileApi.setFields, {
    body: { fields: ids.map((field_id) => ({ field_id, read: true, write: false })) },
  })

test('a closed field stays a column without values, and shows them once it is opened', async () => {
  const client = await sessionOf(login)
  const made = await field('shoeSize', 'Number')
  await customer({ 1: 'มะลิ', 9: '0891112222', 10: '1101700203450', [made.id]: 42 })
  const read = async (column: string) => {
    await provision()
    return (await rowsOf(client, `select firstname, phone, citizenid, ${column} as size from profile`))[0]
  }
  const first = { firstname: 'มะลิ', phone: '+66891112222', citizenid: null, size: null }
  expect(await read('shoesize')).toEqual(first)
  const renamed = await store.call(profileFields.update, {
    params: { id: String(made.id) },
    body: { field_name: 'footSize', origin_time: made.updated_at! },
  })
  await open(1, 10, made.id)
  expect(await read('footsize')).toEqual({ ...first, phone: null, citizenid: '1101700203450', size: 42 })
  const hidden = await store.call(profileFields.update, {
    params: { id: String(made.id) },
    body: { sensitive: true, origin_time: renamed.updated_at! },
  })
  expect(await read('footsize')).toMatchObject({ size: null })
  await store.call(profileFields.update, {
    params: { id: String(made.id) },
    body: { sensitive: false, origin_time: hidden.updated_at! },
  })
  expect(await read('footsize')).toMatchObject({ firstname: 'มะลิ', size: null })
  await store.call(profileFields.delete, { params: { id: String(made.id) }, query: { confirm: 'true' } })
  await provision()
  expect(await refusal(client, 'select footsize from profile')).toBe('42703')
})

test('a SQL login reads no row of another store, also with the application’s settings in its hands', async () => {
  const other = await newStore()
  await customer({ 1: 'คนอื่น' }, other)
  await customer({ 1: 'ของเรา' })
  const client = await sessionOf(login)
  await client.query(`set ruam.store_id = '${other.storeId}'`)
  expect(await rowsOf(client, 'select firstname from profile')).toEqual([{ firstname: 'ของเรา' }])
  const theirs = await makeLogin(other)
  for (const text of [
    'select * from public.profile',
    `select * from ${theirs.user}.profile`,
    'select * from auth.push_channel()',
    'select * from pgboss.job',
    'select * from pg_authid',
    'select * from pg_statistic',
    `set role ${theirs.user}`,
    'set role ruam_views',
    'set role ruam_app',
    'select public.current_store()',
    `select pg_read_file('postgresql.conf')`,
  ])
    expect([text, await refusal(client, text)]).toEqual([text, '42501'])
})

test('the restrictive policy keeps a view without its condition from rows of another store', async () => {
  const other = await newStore()
  await customer({ 1: 'คนอื่น' }, other)
  const pool = await ownerPool()
  await pool.query(`set role ruam_views; create view ${login.user}.all_profiles as select first_name from public.profile;
    grant select on ${login.user}.all_profiles to ${login.user}; reset role`)
  const client = await sessionOf(login)
  await client.query(`set ruam.store_id = '${other.storeId}'`)
  expect(await rowsOf(client, 'select * from all_profiles')).toEqual([])
})

test('a SQL login writes nothing, makes no table, and takes no lock', async () => {
  const client = await sessionOf(login)
  expect(await refusal(client, 'create temporary table t (a int)')).toBe('25006')
  await client.query('set default_transaction_read_only = off')
  await client.query('set transaction_read_only = off').catch(() => {})
  for (const text of [
    'create temporary table t (a int)',
    'create table t (a int)',
    'create table public.t (a int)',
    'create view v as select 1',
    'create schema s',
    `insert into profile (firstname) values ('x')`,
    'update profile set phone = null',
    'delete from profile',
    'truncate profile',
    'do $$ begin lock table profile in exclusive mode; end $$',
    'select lo_create(0)',
    'select pg_advisory_lock(7282637)',
    `select pg_logical_emit_message(false, 'a', 'b')`,
    'create role r',
    `alter role ${login.user} connection limit 100`,
    'alter system set work_mem = 1',
    `copy (select 1) to program 'true'`,
  ]) {
    const code = await refusal(client, text)
    // Tables are refused by right; views of several tables by their form.
    expect([text, ['42501', '55000', '3F000', '42809'].includes(code ?? '')]).toEqual([text, true])
  }
})

test('a SQL login sees no statement of another role, and hears no pushed event', async () => {
  const client = await sessionOf(login)
  const heard: unknown[] = []
  client.on('notification', (event) => heard.push(event))
  await client.query('listen ruam_push')
  await customer({ 1: 'ก' })
  const seen = await rowsOf(client, `select query from pg_stat_activity where usename <> current_user`)
  expect(new Set(seen.map(({ query }) => query))).toEqual(new Set(['<insufficient privilege>']))
  expect(heard).toEqual([])
})

test('five sessions of a SQL login may be open at once', async () => {
  for (let open = 0; open < 5; open++) await sessionOf(login)
  await expect(sessionOf(login)).rejects.toMatchObject({ code: '53300' })
})

test('a session that runs too long, idles in a transaction or holds a lock is ended, whatever limits it set itself', async () => {
  const pool = await ownerPool()
  const [running, idle, quiet] = [await sessionOf(login), await sessionOf(login), await sessionOf(login)]
  for (const client of [running, idle])
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  const cut = running.query(
    `do $$ begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$`,
  )
  const ended = cut.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  )
  await idle.query('begin; select count(*) from profile')
  expect(await endLongSessions(pool)).toEqual([])
  await until(async () => (await endLongSessions(pool, 0.2)).length > 0)
  expect(await ended).toBe('57P01')
  await until(async () => {
    await endLongSessions(pool, 0.2)
    return (await refusal(idle, 'select 1')) !== undefined
  })
  expect(await rowsOf(quiet, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a session that takes too much memory is ended, and no other', async () => {
  const pool = await ownerPool()
  const [large, small] = [await sessionOf(login), await sessionOf(login)]
  await large.query("set work_mem = '2GB'")
  const ended = large
    .query(
      "select pg_sleep(60 + length(a[1])) from (select array_agg(repeat('x', 1000)) a from generate_series(1, 120000)) t",
    )
    .catch((error: { code?: string }) => error.code)
  expect(await endLargeSessions(pool)).toEqual([])
  await until(async () => (await endLargeSessions(pool, 100_000_000)).length > 0)
  expect(await ended).toBe('57P01')
  expect(await rowsOf(small, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a new password ends the former one and its sessions, and removal ends the login', async () => {
  const before = await sessionOf(login)
  const { password } = await store.call(profileApi.createLogin, { body: { rotate: true } })
  await provision()
  await until(async () => (await refusal(before, 'select 1')) !== undefined)
  await expect(sessionOf(login)).rejects.toMatchObject({ code: '28P01' })
  const after = await sessionOf({ ...login, password })
  await store.call(profileApi.removeLogin)
  await provision()
  await until(async () => (await refusal(after, 'select 1')) !== undefined)
  await expect(sessionOf({ ...login, password })).rejects.toMatchObject({ code: '28P01' })
  expect((await store.call(profileApi.get)).sql).toMatchObject({ status: 'none', login: null })
})

test('a login goes while its store is deleted, comes back with it, and goes when SQL access is switched off', async () => {
  const { admin } = await testServer()
  const there = async () => {
    const { rows } = await admin.query(
      'select from pg_roles r join pg_namespace n on n.nspname = r.rolname where rolname = $1',
      [login.user],
    )
    return rows.length > 0
  }
  expect(await there()).toBe(true)
  await admin.query('update store set deleted_at = now() where store_id = $1', [store.storeId])
  await provision()
  expect(await there()).toBe(false)
  await admin.query('update store set deleted_at = null where store_id = $1', [store.storeId])
  await provision()
  const client = await sessionOf(login)
  expect(await rowsOf(client, 'select count(*)::int as n from profile')).toEqual([{ n: 0 }])
  await removeLogins(await ownerPool())
  expect(await there()).toBe(false)
})

test('a database in which every role may make tables gets no login, and the screen says so', async () => {
  const other = await newStore()
  const pool = await ownerPool()
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name')
  await pool.query(`grant temporary on database ${rows[0]!.name} to public`)
  try {
    await other.call(profileApi.createLogin, { body: {} })
    expect((await provisionLogins(pool)).map(({ message }) => message)).toEqual([expect.stringContaining('SQL access')])
    // The same failure is reported once.
    expect(await provisionLogins(pool)).toEqual([])
    expect((await other.call(profileApi.get)).sql).toMatchObject({ status: 'failed', failure: 'unsafe' })
  } finally {
    await pool.query(`revoke temporary on database ${rows[0]!.name} from public`)
  }
  await provision()
  expect((await other.call(profileApi.get)).sql).toMatchObject({ status: 'ready', failure: null })
})

test('a session is recorded from its beginning to its end, with the sensitive fields that it could read', async () => {
  const own = await field('allergy', 'String', { sensitive: true })
  await store.call(profileApi.setFields, {
    body: { fields: [10, 19, own.id].map((field_id) => ({ field_id, read: true, write: false })) },
  })
  await provision()
  const client = await sessionOf(login)
  const pool = await ownerPool()
  await recordSessions(pool)
  const recorded = async () => {
    const { admin } = await testServer()
    const text = 'select role_name, ended_at is not null as ended, field_ids from sql_session where store_id = $1'
    return (await admin.query(text, [store.storeId])).rows
  }
  const row = { role_name: login.user, field_ids: [10, 19, own.id] }
  expect(await recorded()).toEqual([{ ...row, ended: false }])
  await recordSessions(pool)
  expect(await recorded()).toHaveLength(1)
  await endSqlSessions(pool, login.user)
  await client.end().catch(() => {})
  await until(async () => {
    await recordSessions(pool)
    return (await recorded())[0].ended
  })
})
