import { createHash } from 'node:crypto'
import { INVITATION_DAYS, MAX_MAILS_OF_STORE, MAX_MAILS_TO_ADDRESS } from '@ruam/contract/access/people.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { pattern } from './members.ts'

type Status = 'pending' | 'accepted' | 'expired' | 'revoked'

/** State of an invitation. */
const status = sql<Status>`case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end`

const invitationsOf = (db: Db, storeId: number) =>
  db
    .selectFrom('invitation as i')
    .innerJoin('store as s', 's.store_id', 'i.store_id')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .leftJoin('role as r', (join) => join.onRef('r.store_id', '=', 'i.store_id').onRef('r.id', '=', 'i.role_id'))
    .where('i.store_id', '=', storeId)

interface Page {
  offset: number
  limit: number
  keyword?: string
}

/** Lists all invitations ever made, newest first. */
export function listInvitations(db: Db, storeId: number, q: Page) {
  let rows = invitationsOf(db, storeId)
  if (q.keyword) rows = rows.where(sql<boolean>`lower(i.email) like ${pattern(q.keyword)}`)
  return pageRows(rows, q, (page) =>
    page
      .select([
        'i.id',
        'i.email',
        sql<{ id: number; name: string }>`jsonb_build_object('id', s.store_id, 'name', s.name)`.as('store'),
        sql<{ id: number; name: string } | null>`case when r.id is not null
          then jsonb_build_object('id', r.id, 'name', r.name) end`.as('role'),
        status.as('status'),
        'i.mail',
        'i.mail_failure',
        'i.created_at',
        'i.expires_at',
        sql<{ id: number; first_name: string; last_name: string }>`
          jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)`.as('created_by'),
      ])
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc'),
  )
}

/** Returns the pending invitation of this e-mail or id, with the permissions of its role. */
export function findPending(db: Db, storeId: number, which: { email: string } | { id: number }) {
  const rows = db
    .selectFrom('invitation as i')
    .innerJoin('role as r', (join) => join.onRef('r.store_id', '=', 'i.store_id').onRef('r.id', '=', 'i.role_id'))
    .select(['i.id', 'r.name', 'r.permissions'])
    .where('i.store_id', '=', storeId)
    .where('i.status', '=', 'pending')
  return (
    'id' in which ? rows.where('i.id', '=', which.id) : rows.where(sql<boolean>`lower(i.email) = lower(${which.email})`)
  ).executeTakeFirst()
}

export async function countPending(db: Db, storeId: number): Promise<number> {
  const { total } = await db
    .selectFrom('invitation')
    .select(sql<number>`count(*)`.as('total'))
    .where('store_id', '=', storeId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  return total
}

interface NewInvitation {
  email: string
  role_id: number
  token_hash: Buffer
  created_by: number
  /** Null if the maker hands on the link. */
  mail: 'waiting' | null
}

/** Creates or renews an invitation. Each e-mail has at most one pending, and only the newest link is valid. */
export async function writeInvitation(db: Db, storeId: number, invited: NewInvitation): Promise<number> {
  const expires_at = sql<string>`clock_timestamp() + make_interval(days => ${INVITATION_DAYS})`
  const { id } = await db
    .insertInto('invitation')
    .values({ ...invited, store_id: storeId, expires_at })
    .onConflict((conflict) =>
      conflict.expression(sql`store_id, lower(email)`).where('status', '=', sql.lit('pending')).doUpdateSet({
        role_id: invited.role_id,
        token_hash: invited.token_hash,
        created_by: invited.created_by,
        mail: invited.mail,
        mail_failure: null,
        created_at: sql<string>`clock_timestamp()`,
        expires_at,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const DAY_SECONDS = 86_400

/** Counts a mailed invitation and returns the first limit that is used up. A rolled-back transaction counts nothing. */
export async function countMail(db: Db, storeId: number, email: string): Promise<'of_store' | 'to_address' | null> {
  const address = createHash('sha256').update(email.toLowerCase()).digest('hex')
  const limits = [
    ['of_store', `invitation-mail:store:${storeId}`, MAX_MAILS_OF_STORE],
    ['to_address', `invitation-mail:${address}`, MAX_MAILS_TO_ADDRESS],
  ] as const
  for (const [over, key, allowed] of limits) {
    const { rows } = await sql<{ wait: number }>`select auth.take(${key}, ${allowed}, ${DAY_SECONDS}) as wait`.execute(
      db,
    )
    if (rows[0]!.wait > 0) return over
  }
  return null
}

/** Revokes a pending invitation. Returns false if there is none. */
export async function revokeInvitation(db: Db, storeId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ status: 'revoked' })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
