import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { sql } from 'kysely'
import { inStore } from '../../database/db.ts'
import type { Cluster } from './two-clusters.testing.ts'

let people = 0

/** Makes a store with an owner and some customers on a server that is home. Returns its number. */
export async function makeStore({ admin }: Cluster, customers: number): Promise<number> {
  const { rows: person } = await admin.query<{ id: number }>(
    `insert into users (email, first_name, last_name, password_hash) values ('move${++people}@example.com', 'สมชาย', 'ใจดี', '') returning id`,
  )
  const { rows } = await admin.query<{ id: number }>(
    `with store as (insert into store (name) values ('ร้านย้าย') returning store_id),
     roles as (insert into role (store_id, name, preset, permissions)
       select store_id, p.name, true, p.permissions from store, jsonb_to_recordset($1) as p (name text, permissions text[]) returning store_id, id, name),
     owner as (insert into store_member (store_id, user_id, role_id) select store_id, $2, id from roles where name = 'owner'),
     listed as (insert into store_directory (store, name) select store_id, 'ร้านย้าย' from store)
     select store_id as id from store`,
    [JSON.stringify(presetRoles.map(({ name, permissions }) => ({ name, permissions }))), person[0]!.id],
  )
  const storeId = rows[0]!.id
  await admin.query(
    `insert into profile (store_id, first_name, phone) select $1, 'ลูกค้า ' || n, '08' || lpad((10000000 + n)::text, 8, '0') from generate_series(1, $2) n`,
    [storeId, customers],
  )
  await admin.query(
    "insert into audit_log (store_id, user_id, action, subject_type) select $1, $2, 'sign_in', 'user' from generate_series(1, 20)",
    [storeId, person[0]!.id],
  )
  return storeId
}

/** Adds one act to a store as the application does. Its number is unique in the store. */
export const write = (cluster: Pick<Cluster, 'pool'>, storeId: number, number: number) =>
  inStore(cluster.pool, storeId, (db) =>
    sql`insert into audit_log (store_id, action, subject_type, subject_id) values (${storeId}, 'noted', 'test', ${String(number)})`.execute(
      db,
    ),
  )

/** Tables with rows of stores, from another query than the move's. */
const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relrowsecurity
    and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id')
  group by c.relname`

/** Number and checksum of a store's rows by table, read as the superuser and in another way than the move does. */
export async function sumsAt({ admin }: Pick<Cluster, 'admin'>, storeId: number): Promise<Record<string, string>> {
  const client = await admin.connect()
  try {
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'")
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES)
    const parts = tables.map(
      ({ name, columns }) =>
        `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(r, '|' order by r), '')) as sum
         from (select row(${columns.map((column) => `t."${column}"`).join(', ')})::text as r from "${name}" t where store_id = ${storeId}) rows`,
    )
    const { rows } = await client.query<{ name: string; sum: string }>(parts.join(' union all '))
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  } finally {
    client.release()
  }
}

/** The number of a store's rows in all tables. */
export async function rowsAt(cluster: Pick<Cluster, 'admin'>, storeId: number): Promise<number> {
  const sums = Object.values(await sumsAt(cluster, storeId))
  return sums.reduce((all, sum) => all + Number(sum.split(' ')[0]), 0)
}
