import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'

/** Seconds for which the link to a new e-mail works: long enough for a mailbox that is read once a day. */
const CONFIRM_SECONDS = 24 * 3600

/** Begins a change of a person's e-mail. Returns its id. */
export async function requestEmail(db: Db, userId: number, email: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select auth.request_email(${userId}, ${email}, ${CONFIRM_SECONDS}) as id`.execute(db)
  return rows[0]!.id
}

interface Confirmed {
  outcome: 'changed' | 'taken'
  user_id: number
  change_id: number
}

/** Changes an e-mail by its link. Returns undefined if the link is good for nothing. */
export async function confirmEmail(
  client: Pick<pg.ClientBase, 'query'>,
  token: Buffer,
  requestId: string,
): Promise<Confirmed | undefined> {
  return (await client.query<Confirmed>('select * from auth.confirm_email($1, $2)', [token, requestId])).rows[0]
}
