import { sql } from 'kysely'
import { columns, labelIds } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'

/** The SQL login that a store wants, with its author; undefined if it wants none. */
export const findLogin = (db: Db, storeId: number) =>
  db
    .selectFrom('sql_login')
    .leftJoin('users', 'users.id', 'sql_login.created_by')
    .select(['role_name', 'password_set', 'views_version', 'failure', 'sql_login.created_at', 'password_at'])
    .select(
      sql<{ id: number; name: string } | null>`case when users.id is not null
        then json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name)) end`.as(
        'created_by',
      ),
    )
    .where('store_id', '=', storeId)
    .executeTakeFirst()

interface NewLogin {
  roleName: string
  verifier: string
  userId: number
}

/** Asks for a SQL login; false if the store has one. */
export async function insertLogin(db: Db, storeId: number, { roleName, verifier, userId }: NewLogin): Promise<boolean> {
  const made = await db
    .insertInto('sql_login')
    .values({ store_id: storeId, role_name: roleName, verifier, created_by: userId })
    .onConflict((row) => row.column('store_id').doNothing())
    .returning('store_id')
    .executeTakeFirst()
  return made !== undefined
}

/** Gives the SQL login another password; false if the store has none. */
export async function changeSqlPassword(db: Db, storeId: number, verifier: string): Promise<boolean> {
  const changed = await db
    .updateTable('sql_login')
    .set({ verifier, password_set: false, password_at: sql<string>`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .returning('store_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Takes the wish for a SQL login back, and returns the name of its role; undefined if the store has none. */
export const deleteLogin = (db: Db, storeId: number) =>
  db.deleteFrom('sql_login').where('store_id', '=', storeId).returning('role_name').executeTakeFirst()

/** The live profile that was changed last, as an example. */
export const lastProfile = (db: Db, storeId: number) =>
  db
    .selectFrom('profile')
    .select([...columns, labelIds])
    .where('profile.store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()

/** When a session of the store's SQL login was last seen; null if there was none. */
export async function lastSessionAt(db: Db, storeId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(seen_at) as at from sql_session where store_id = ${storeId}`.execute(db)
  return rows[0]!.at
}
