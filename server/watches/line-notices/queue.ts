import type { NoticeEnding } from '@ruam/contract/platform/notice.ts'
import { watchWaitsNotice } from '@ruam/contract/watches/notices.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { readersOf } from './readers.ts'

/** Minutes after which a message that LINE did not take is given up: it is no news any more. */
const PATIENCE_MINUTES = 60
/** Seconds before the second try, doubled with each. A call with a new token takes at most 32. */
const PAUSE_SECONDS = 60

/** A message to one member, to be sent now. */
export interface DueMessage {
  notification_id: number
  user_id: number
  file_id: number | null
  retry_key: string
  channel_id: number
  line_user_id: string
  language: 'th' | 'en' | null
  kind: string
  ending: NoticeEnding
  data: Record<string, number>
  at: string
}

/** Deletes messages whose member, link, right or watch is gone, and gives up old ones. */
async function dropStale(db: Db, storeId: number): Promise<void> {
  await sql`
    delete from watch_line_notice n where n.store_id = ${storeId} and n.given_up_at is null and not exists (
      select from (${readersOf(storeId, watchWaitsNotice)}) r
      join watch w on w.store_id = ${storeId} and w.id = n.watch_id and w.line_notice and w.deleted_at is null
      where r.user_id = n.user_id and r.line_user_id is not null)`.execute(db)
  await sql`
    update watch_line_notice set given_up_at = clock_timestamp(), error = coalesce(error, 'late')
    where store_id = ${storeId} and given_up_at is null
      and created_at < clock_timestamp() - make_interval(mins => ${PATIENCE_MINUTES}::int)`.execute(db)
}

/** Claims the next message that is due, until its next try. Undefined if none is, or other processes have them. */
export async function claimMessage(db: Db, storeId: number): Promise<DueMessage | undefined> {
  await dropStale(db, storeId)
  const { rows } = await sql<DueMessage>`
    with due as (select notification_id, user_id from watch_line_notice
      where store_id = ${storeId} and given_up_at is null
        and (due_at <= clock_timestamp() or due_at > clock_timestamp() + interval '1 hour')
      order by due_at, notification_id, user_id limit 1 for update skip locked)
    update watch_line_notice n set tries = n.tries + 1,
      due_at = clock_timestamp() + make_interval(secs => ${PAUSE_SECONDS}::int * 2 ^ n.tries)
    from due join (${readersOf(storeId, watchWaitsNotice)}) r on r.user_id = due.user_id
    join notification o on o.store_id = ${storeId} and o.id = due.notification_id
    where n.store_id = ${storeId} and n.notification_id = due.notification_id and n.user_id = due.user_id
    returning n.notification_id, n.user_id, n.file_id, n.retry_key, r.channel_id, r.line_user_id, r.language,
      o.kind, o.ending, o.data, o.at`.execute(db)
  return rows[0]
}

const rowOf = (storeId: number, { notification_id, user_id }: DueMessage) => sql`
  store_id = ${storeId} and notification_id = ${notification_id} and user_id = ${user_id}`

/** Notes that LINE took a message. Returns false if another process did, or the member was unlinked meanwhile. */
export async function endMessage(db: Db, storeId: number, message: DueMessage): Promise<boolean> {
  const { rows } = await sql`
    delete from watch_line_notice where ${rowOf(storeId, message)} returning 1`.execute(db)
  return rows.length > 0
}

/** Notes why a message was not sent. It is tried again unless that is final. */
export async function noteFailure(
  db: Db,
  storeId: number,
  message: DueMessage,
  error: string,
  isFinal: boolean,
): Promise<void> {
  await sql`
    update watch_line_notice set error = ${error}, given_up_at = case when ${isFinal}::bool then clock_timestamp() end
    where ${rowOf(storeId, message)}`.execute(db)
}

/** Deletes messages that an older database still had to send. */
export const dropMessages = (db: Db, storeId: number) =>
  db.deleteFrom('watch_line_notice').where('store_id', '=', storeId).where('given_up_at', 'is', null).execute()
