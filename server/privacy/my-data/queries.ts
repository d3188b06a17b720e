import { randomInt } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import { survivorsOf } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'

/** Letters of an address: 129 bits. */
const CODE_LETTERS = 25
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz0123456789'

const newCode = () => Array.from({ length: CODE_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Returns the store of an address; null for an unknown one. */
export async function storeOfCode(pool: pg.Pool, code: string): Promise<number | null> {
  const { rows } = await pool.query<{ id: number | null }>('select auth.my_data_store($1) as id', [code])
  return rows[0]!.id
}

/** Returns the page of a store. */
export const findPage = (db: Db, storeId: number) =>
  db.selectFrom('my_data_page').selectAll().where('store_id', '=', storeId).executeTakeFirst()

export type Page = NonNullable<Awaited<ReturnType<typeof findPage>>>

interface NewLogin {
  login_id: string
  login_secret: Buffer
  login_secret_end: string
}

/** Saves the login channel, which has to be checked again. The page is off until then. */
export async function saveLogin(db: Db, storeId: number, login: NewLogin): Promise<void> {
  const unchecked = { ...login, is_on: false, check_result: null, checked_at: null, checked_by: null }
  await db
    .insertInto('my_data_page')
    .values({ ...unchecked, store_id: storeId, code: newCode() })
    .onConflict((on) => on.column('store_id').doUpdateSet({ ...unchecked, updated_at: sql`clock_timestamp()` }))
    .execute()
}

/** Stores whether accounts of the store know the LINE user of a member's login, if the channel is still the one that was checked. */
export async function saveCheck(
  db: Db,
  storeId: number,
  { loginId, userId, by }: { loginId: string; userId: string; by: number },
): Promise<'same' | 'unknown'> {
  const { rows } = await sql<{ result: 'same' | 'unknown' }>`
    with known as (
      select case when exists (select from channel_friend f where f.store_id = ${storeId} and f.external_id = ${userId}
        and f.channel_type in ('lineOA', 'lineModule')) then 'same' else 'unknown' end as result
    ), saved as (
      update my_data_page set check_result = known.result, checked_at = clock_timestamp(), checked_by = ${by},
        is_on = is_on and known.result = 'same', updated_at = clock_timestamp()
      from known where store_id = ${storeId} and login_id = ${loginId}
    )
    select result from known`.execute(db)
  return rows[0]!.result
}

/** Turns the page on or off. Returns false if it is to be on and was not checked. */
export async function turnPage(db: Db, storeId: number, on: boolean): Promise<boolean> {
  const turned = await db
    .updateTable('my_data_page')
    .set({ is_on: on, updated_at: sql`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where(sql<SqlBool>`(not ${on}::boolean or check_result = 'same')`)
    .returning('store_id')
    .executeTakeFirst()
  return turned !== undefined
}

/** Gives the page a new address. Returns false if the store has no page. */
export async function renewCode(db: Db, storeId: number): Promise<boolean> {
  const renewed = await db
    .updateTable('my_data_page')
    .set({ code: newCode(), updated_at: sql`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .returning('store_id')
    .executeTakeFirst()
  return renewed !== undefined
}

/**
 * Returns the live profiles of a LINE user, in the order of their ids: a merged one is the one that stays. Several profiles are people
 * that staff have not compared yet.
 */
export async function profilesOfLineUser(db: Db, storeId: number, userId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select profile_id as id from identity where store_id = ${storeId} and kind = 'line' and value = ${userId}
    union select profile_id from channel_friend where store_id = ${storeId} and external_id = ${userId}
      and channel_type in ('lineOA', 'lineModule') and profile_id is not null
    union select id from profile where store_id = ${storeId} and line_user_id = ${userId}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const survivors = await survivorsOf(db, storeId, ids)
  const now = [...new Set(ids.map((id) => survivors.get(id) ?? id))]
  const live = await sql<{ id: number }>`
    select id from profile where store_id = ${storeId} and id = any(${now}::bigint[])
      and deleted_at is null and merged_into is null order by id`.execute(db)
  return live.rows.map(({ id }) => id)
}
