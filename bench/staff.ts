import type { Permission } from '@ruam/contract/platform/permissions.ts'
import pg from 'pg'
import { newToken, tokenHash } from '../server/core/tokens.ts'
import type { Product } from './product.ts'

/**
 * Tokens of so many further owners of a store, the first one if not named: one person alone has a budget of calls that no screen
 * spends, and any bench does. `permissions`: instead of all, which owners have.
 */
export async function hire(
  { superUrl }: Pick<Product, 'superUrl'>,
  count: number,
  { storeId, permissions }: { storeId?: number; permissions?: readonly Permission[] } = {},
): Promise<string[]> {
  const admin = new pg.Client({ connectionString: superUrl })
  await admin.connect()
  // A kept data folder already has them.
  const hired = Date.now()
  const tokens = Array.from({ length: count }, newToken)
  const role = permissions ? `bench ${hired}` : 'owner'
  if (permissions)
    await admin.query(
      'insert into role (store_id, name, permissions) select coalesce($1::int, min(store_id)), $2, $3 from store',
      [storeId, role, permissions],
    )
  for (const [n, token] of tokens.entries()) {
    await admin.query(
      `with person as (
         insert into users (email, first_name, last_name, password_hash) values ($1, 'พนักงาน', $2, '') returning id
       ), member as (
         insert into store_member (store_id, user_id, role_id)
         select r.store_id, person.id, r.id from person, role r
         where r.store_id = coalesce($5::int, (select min(store_id) from store)) and r.name = $6 returning store_id, user_id
       ), session as (
         insert into user_session (user_id, refresh_hash, expires_at) select id, $3, now() + interval '1 day' from person returning id, user_id
       )
       insert into access_token (token_hash, session_id, user_id, store_id, expires_at)
       select $4, session.id, session.user_id, member.store_id, now() + interval '1 day' from session, member`,
      [`staff${n}-${hired}@example.com`, `${n}`, tokenHash(newToken()), tokenHash(token), storeId ?? null, role],
    )
  }
  await admin.end()
  return tokens
}
