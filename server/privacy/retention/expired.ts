import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import type { RetentionKind } from '@ruam/contract/privacy/retention.ts'
import { type RawBuilder, sql } from 'kysely'

/** Days until nothing can undo what was written: a day of a stream ends a day later, and its undo may run for another. */
const SETTLED_DAYS = UNDO_DAYS + 2

const chats = [
  ...['line_follow', 'line_unfollow', 'line_message', 'line_postback', 'facebook_message', 'facebook_postback'],
]

/** Condition of the types of a kind. A type that a store made, and visits, are activities. */
export const isOfKind = (kind: RetentionKind): RawBuilder<boolean> => {
  if (kind === 'note') return sql`t.purpose = 'note'`
  const isChat = sql`coalesce(t.purpose = any(${chats}::text[]), false)`
  return kind === 'message' ? sql`${isChat}` : sql`not ${isChat} and coalesce(t.purpose <> 'note', true)`
}

/** Instant before which data of so many months is over: midnight of a day of the store's calendar. */
export const overBefore = (months: number | RawBuilder<unknown>): RawBuilder<string> =>
  sql`((local_today(store_zone()) - make_interval(months => ${months}::int))::timestamp at time zone store_zone())`

/**
 * Condition of an activity `a` that nothing needs any more as it is: no undo of an import, a correction or a merge can reach it, and staff
 * have neither pinned it nor to follow it up.
 */
export const isSettled = (storeId: number): RawBuilder<boolean> => sql`(
  a.created_at < now() - make_interval(days => ${SETTLED_DAYS}) and a.pinned_at is null
  and (a.follow_on is null or a.followed_at is not null)
  and not exists (select from replaced_activity o where o.store_id = a.store_id and o.activity_id = a.id)
  and a.profile_id <> all(array(select kept_id from profile_merge where store_id = ${storeId} and undone_at is null
    and created_at > now() - make_interval(days => ${SETTLED_DAYS}))))`
