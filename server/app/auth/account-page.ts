import type pg from 'pg'

/** The person's first store by name on this server; undefined without one: an account belongs to no store. */
export async function firstStoreOf(pool: pg.Pool, userId: number): Promise<number | undefined> {
  const text = 'select store_id from auth.stores_of($1) where deleted_at is null limit 1'
  return (await pool.query<{ store_id: number }>(text, [userId])).rows[0]?.store_id
}

/** Address of the person's account page, which lies in a store; the start page without one. */
export async function accountPage(pool: pg.Pool, publicUrl: string, userId: number): Promise<string> {
  const store = await firstStoreOf(pool, userId)
  return store === undefined ? publicUrl : `${publicUrl}/${store}/account`
}
