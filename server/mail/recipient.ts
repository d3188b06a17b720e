import type { Language } from '@ruam/contract/errors/catalog.ts'
import type pg from 'pg'
import type { MailFailure } from './transport.ts'

/** Address, first name and language of a user for a mail. */
interface Recipient {
  email: string
  first_name: string
  language: Language | null
}

export async function findRecipient(pool: pg.Pool, userId: number): Promise<Recipient | undefined> {
  const { rows } = await pool.query<Recipient>('select email, first_name, language from auth.person($1)', [userId])
  return rows[0]
}

/** Keeps whether mail reaches a person, for them to see where they look after their account. */
export const noteReached = (pool: pg.Pool, userId: number) => async (failure: MailFailure | undefined) => {
  await pool.query('select auth.mail_ended($1, $2)', [userId, failure === undefined])
}
