import type { DatabaseServers, Statements } from '../database-servers.ts'

/** Columns of store tables that refer to people. */
const NAMING = `
  select f.conrelid::regclass::text as table, quote_ident(a.attname) as column
  from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'public.users'::regclass
    and exists (select from pg_attribute s where s.attrelid = f.conrelid and s.attname = 'store_id' and s.attnotnull)`

/**
 * Copies the people that rows of a store name to a server: without password, for names and mails. `source` sees the rows of the store.
 * Returns their number.
 */
export async function copyPeople(
  servers: DatabaseServers,
  source: Statements,
  storeId: number,
  to: number,
): Promise<number> {
  const { rows: columns } = await source.query<{ table: string; column: string }>(NAMING)
  const named = columns.map(
    ({ table, column }) => `select ${column} as id from ${table} where store_id = ${Number(storeId)}`,
  )
  const { rows } = await source.query<{ id: number }>(
    `select distinct id from (${named.join(' union all ')}) n where id is not null`,
  )
  const { rows: copied } = await servers.home.pool.query<{ people: unknown }>(
    'select auth.people_to_copy($1) as people',
    [rows.map(({ id }) => id)],
  )
  await servers.get(to).pool.query('select auth.receive_people($1)', [JSON.stringify(copied[0]!.people)])
  return rows.length
}

/** Writes down at home who is or was a member of a store, for their list of stores. */
export async function placeMembers({ home }: DatabaseServers, source: Statements, storeId: number): Promise<void> {
  const { rows } = await source.query<{ ids: number[] }>(
    'select array(select user_id from store_member where store_id = $1 order by 1) as ids',
    [storeId],
  )
  await home.pool.query('select auth.place_person(p, $2) from unnest($1::int[]) p', [rows[0]!.ids, storeId])
}
