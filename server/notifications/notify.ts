import { notificationEvent } from '@ruam/contract/notifications.ts'
import type { NoticeDeclaration } from '@ruam/contract/platform/notice.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { publish } from '../push/publish.ts'

/** Ended work: kind, outcome, and recipient for personal kinds. */
interface Ended<N extends NoticeDeclaration> {
  ending: keyof N['says'] & ('completed' | 'cancel' | 'failed')
  data: Readonly<Record<N['data'][number], number>>
  /** For kinds with a personal recipient. */
  userId?: number | null
}

/** Writes a notice down with the transaction that ends the thing, and says so to those who are pushed to, when it commits. */
export async function notify<const N extends NoticeDeclaration>(
  db: Db,
  storeId: number,
  notice: N,
  ended: Ended<N>,
): Promise<void> {
  if (!notice.own || ended.userId != null) await writeNotice(db, storeId, notice, ended)
}

/** Writes a notice that has readers. Returns its id. */
export async function writeNotice<const N extends NoticeDeclaration>(
  db: Db,
  storeId: number,
  { kind, readBy, data: names }: N,
  { ending, data, userId = null }: Ended<N>,
): Promise<number> {
  const kept = Object.fromEntries(names.map((name) => [name, data[name as N['data'][number]]]))
  const { id } = await db
    .insertInto('notification')
    .values({ store_id: storeId, kind, ending, user_id: userId, data: JSON.stringify(kept) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(db, notificationEvent, { storeId, userId, permission: readBy, data: { notification_id: id } })
  return id
}

/** Replaces counts of the newest notice of a kind about one thing, whose work was completed later. Earlier ones than `since` stay. */
export async function recount(
  db: Db,
  storeId: number,
  { kind }: Pick<NoticeDeclaration, 'kind'>,
  { about, since }: { about: Readonly<Record<string, number>>; since: string | null },
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`update notification set data = data || ${JSON.stringify(counts)}::jsonb
    where store_id = ${storeId} and id = (select id from notification
      where store_id = ${storeId} and kind = ${kind} and data @> ${JSON.stringify(about)}::jsonb and at >= ${since}::timestamptz
      order by id desc limit 1)`.execute(db)
}
