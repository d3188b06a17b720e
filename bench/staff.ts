import pg from 'pg'
import { hashOf, newToken } from '../server/platform/core/tokens.ts'
import type { Product } from './product.ts'

/** Tokens of so many further owners of the store: one person alone has a budget of calls that no screen spends, and any bench does. */
export async function hire({ superUrl }: Pick<Product, 'superUrl'>, count: number): Promise<string[]> {
  const admin = new pg.Client({ connectionString: superUrl })
  await admin.connect()
  // A kept data folder already has them.
  const hired = Date.now()
  const tokens = Array.from({ length: count }, newToken)
  for (const [n, token] of tokens.entries()) {
    await admin.query(
      `with person as (
         insert into users (email, first_name, last_name, password_hash) values ($1, 'พนักงาน', $2, '') returning id
       ), member as (
         insert into store_member (store_id, user_id, role_id)
         select r.store_id, person.id, r.id from person, role r where r.name = 'owner' and r.store_id = (select min(store_id) from store) returning store_id, user_id
       ), session as (
         insert into user_session (user_id, refresh_hash, expires_at) select id, $3, now() + interval '1 day' from person returning id, user_id
       )
       insert into access_token (token_hash, session_id, user_id, store_id, expires_at)
       select $4, session.id, session.user_id, member.store_id, now() + interval '1 day' from session, member`,
      [`staff${n}-${hired}@example.com`, `${n}`, hashOf(newToken()), hashOf(token)],
    )
  }
  await admin.end()
  return tokens
}
