import type { Everyone } from '@ruam/contract/broadcasts/everyone.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { ApiError } from '../../core/api-error.ts'
import { isStopped } from '../../customers/changes/line-stops.ts'
import { standingOfAll } from '../../customers/consents/standing.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'

/** Rows of friends of an account. An event that waits in the inbox may bring one back who had blocked it. */
const friendsOf = (storeId: number, channelId: number) => sql`
  select f.external_id, f.profile_id from channel_friend f
  where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.channel_type in ('lineOA', 'lineModule')
    and (f.status = 'friend' or f.external_id = any(array(
      select l.user_id from inbox i join online_log l on l.store_id = i.store_id and l.id = i.log_id
      where i.store_id = ${storeId} and l.user_id is not null)))`

/** Counts the friends of an account whose data is restricted: few customers are, so that these are read first. */
export async function countRestricted(db: Db, storeId: number, channelId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with restricted as materialized (
      select id from profile where store_id = ${storeId} and coalesce(deleted_at, restricted_at) is not null
        and restricted_at is not null and deleted_at is null and merged_into is null
    )
    select count(distinct f.profile_id)::int as count from (${friendsOf(storeId, channelId)}) f
    join restricted r on r.id = f.profile_id`.execute(db)
  return rows[0]!.count
}

/** Throws line_all_restricted while the data of a friend is restricted. */
export async function refuseRestricted(db: Db, storeId: number, channelId: number): Promise<void> {
  const count = await countRestricted(db, storeId, channelId)
  if (count > 0) throw new ApiError('line_all_restricted', { count })
}

/** Counts the known friends of an account who withdrew from a purpose, are under age without a guardian's consent, or stopped every message. */
export async function countWithdrawn(
  db: Db,
  storeId: number,
  { channelId, purposeId }: { channelId: number; purposeId: number | null },
): Promise<number> {
  await bySets(db)
  const consent = standingOfAll(
    { storeId, purpose: sql`${purposeId}::int`, channel: 'line' },
    { id: sql`f.profile_id`, birth: sql`p.birth_date` },
  )
  const { rows } = await sql<{ count: number }>`
    select count(distinct f.external_id)::int as count from (${friendsOf(storeId, channelId)}) f
    left join line_stop s on s.store_id = ${storeId} and s.user_id = f.external_id
    left join profile p on p.store_id = ${storeId} and p.id = f.profile_id
    ${consent.joined}
    where ${consent.standing} in ('withdrawn', 'under_age') or ${isStopped(purposeId)}`.execute(db)
  return rows[0]!.count
}

/** Returns how many friends LINE counted last, or null before its first count. */
export async function friendsAtLine(db: Db, storeId: number, channelId: number): Promise<number | null> {
  const row = await db
    .selectFrom('channel')
    .select('friends_at_line')
    .where('store_id', '=', storeId)
    .where('id', '=', channelId)
    .executeTakeFirst()
  return row?.friends_at_line ?? null
}

/** Returns what a person has to know before LINE sends to everyone. */
export async function everyoneOf(
  db: Db,
  storeId: number,
  account: { channelId: number; purposeId: number | null },
): Promise<z.output<typeof Everyone>> {
  return {
    counted: await friendsAtLine(db, storeId, account.channelId),
    restricted: await countRestricted(db, storeId, account.channelId),
    withdrawn: await countWithdrawn(db, storeId, account),
  }
}
