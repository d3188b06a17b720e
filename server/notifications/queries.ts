import { notices, UNREAD_CAP } from '@ruam/contract/notifications.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { pageRows } from '../database/page.ts'

/** Caller that reads notifications. */
export interface Reader {
  id: number
  rights: Rights
}

/** A person has not read what is not written down; of what happened before they came nothing is new to them. */
const isRead = (userId: number) => sql<boolean>`(
  exists (select from notification_read r where r.store_id = n.store_id and r.user_id = ${userId} and r.notification_id = n.id)
  or n.at < (select m.created_at from store_member m where m.store_id = n.store_id and m.user_id = ${userId}))`

/** Filters notifications the caller may read. Kinds of a newer version are excluded. */
function readable(db: Db, storeId: number, { id, rights }: Reader) {
  const kinds = notices.filter(({ readBy }) => may(rights, readBy)).map(({ kind }) => kind)
  return db
    .selectFrom('notification as n')
    .where('n.store_id', '=', storeId)
    .where(sql<boolean>`n.kind = any(${kinds}::text[])`)
    .where(sql<boolean>`(n.user_id is null or n.user_id = ${id})`)
}

interface ListQuery {
  offset: number
  limit: number
  /** Only those that are unread, or that are read. */
  unread?: boolean
}

export function listNotices(db: Db, storeId: number, reader: Reader, query: ListQuery) {
  const rows = readable(db, storeId, reader)
  const { unread } = query
  const such = unread === undefined ? rows : rows.where(sql<boolean>`${isRead(reader.id)} = ${!unread}`)
  return pageRows(such, query, (page) =>
    page
      .select(['n.id', 'n.kind', 'n.ending', 'n.data', 'n.at', isRead(reader.id).as('read')])
      .orderBy('n.at', 'desc')
      .orderBy('n.id', 'desc'),
  )
}

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>['data'][number]

/** Counts unread notifications of a person up to UNREAD_CAP. */
export async function countUnread(db: Db, storeId: number, reader: Reader): Promise<number> {
  const some = readable(db, storeId, reader)
    .where(sql<boolean>`not ${isRead(reader.id)}`)
    .select('n.id')
    .limit(UNREAD_CAP)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Marks notices the user may see as read: some, or all up to one. */
export async function markRead(
  db: Db,
  storeId: number,
  reader: Reader,
  which: { ids: readonly number[] } | { up_to: number },
): Promise<void> {
  const rows = readable(db, storeId, reader).where(sql<boolean>`not ${isRead(reader.id)}`)
  const chosen =
    'ids' in which
      ? rows.where(sql<boolean>`n.id = any(${which.ids}::bigint[])`)
      : rows.where('n.id', '<=', which.up_to)
  const held = chosen
    .select(['n.store_id', sql<number>`${reader.id}::int`.as('user_id'), 'n.id as notification_id'])
    .orderBy('n.id')
    .forKeyShare()
  await db
    .insertInto('notification_read')
    .columns(['store_id', 'user_id', 'notification_id'])
    .expression(held)
    .onConflict((on) => on.doNothing())
    .execute()
}
