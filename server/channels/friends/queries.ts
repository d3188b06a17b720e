import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

export interface FriendEvent {
  channel_type: 'lineOA' | 'lineModule' | 'facebook'
  channel_id: number
  external_id: string
  profile_id: number | null
  status: 'friend' | 'blocked'
  /** Time of the event by the channel's clock, in milliseconds since 1970. */
  at: number
}

/** Condition for an event that counts more than the row `f`. */
const isNewer = sql.raw(
  `(excluded.since > coalesce(f.heard_at, f.since) or coalesce(f.heard_at, f.since) > clock_timestamp() + interval '5 minutes')`,
)

/** Condition for an event that begins a status. A time of the future is none that counts. */
const begins = sql.raw(`(excluded.status <> f.status or f.since > clock_timestamp() + interval '5 minutes')`)

/**
 * Saves the newest status of friends, by the channel's own time: an event that arrives late changes nothing. A stored time of the future
 * counts for nothing. A customer takes over the row of a friend at any time. Returns the profiles whose status changed, with the account.
 */
export async function saveFriends(
  db: Db,
  storeId: number,
  events: readonly FriendEvent[],
): Promise<{ channel_id: number; profile_id: number }[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ channel_id: number; profile_id: number | null }>`
    with newest as (
      select distinct on (channel_type, channel_id, external_id) *
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e (channel_type text, channel_id int, external_id text, profile_id bigint, status text, at bigint)
      order by channel_type, channel_id, external_id, at desc
    ),
    -- An account that is being disconnected takes its friends along: none are added behind it.
    connected as materialized (
      select id from channel where store_id = ${storeId} and id = any(${[...new Set(events.map(({ channel_id }) => channel_id))]}::int[])
      order by id for key share
    )
    insert into channel_friend as f (store_id, channel_type, channel_id, external_id, profile_id, status, since)
    select ${storeId}, channel_type, channel_id, external_id, profile_id, status, to_timestamp(at / 1000.0)
    from newest where channel_id = any(array(select id from connected)) order by channel_type, channel_id, external_id
    on conflict (store_id, channel_type, channel_id, external_id) do update
      set status = case when ${isNewer} then excluded.status else f.status end,
        since = case when ${isNewer} and ${begins} then excluded.since else f.since end,
        heard_at = case when ${isNewer} then excluded.since else f.heard_at end,
        profile_id = coalesce(excluded.profile_id, f.profile_id), updated_at = clock_timestamp(),
        name_at = case when f.profile_id is null and f.display_name is not null and excluded.profile_id is not null
          then clock_timestamp() else f.name_at end
      where ${isNewer} or f.profile_id is null and excluded.profile_id is not null
    returning f.channel_id, f.profile_id`.execute(db)
  return rows.flatMap(({ channel_id, profile_id }) => (profile_id === null ? [] : { channel_id, profile_id }))
}

/** Deletes what is known of the friends of an account. */
export const forgetFriends = (db: Db, storeId: number, channelId: number) =>
  db.deleteFrom('channel_friend').where('store_id', '=', storeId).where('channel_id', '=', channelId).execute()

interface FriendCounts {
  known: number
  unknown: number
  blocked: number
}

/** Counts the friends of accounts by what is known of them. */
export async function friendCounts(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FriendCounts>> {
  const { rows } = await sql<FriendCounts & { id: number }>`
    select channel_id as id,
      (count(*) filter (where status = 'friend' and profile_id is not null))::int as known,
      (count(*) filter (where status = 'friend' and profile_id is null))::int as unknown,
      (count(*) filter (where status = 'blocked'))::int as blocked
    from channel_friend where store_id = ${storeId} and channel_id = any(${ids}::int[]) group by channel_id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
