import { lineFriendJobs } from '@ruam/contract/channels/line-friends.ts'
import { sql } from 'kysely'
import { activeAsking } from '../../customers/changes/line-friends.ts'
import type { Db } from '../../database/db.ts'

/** Days in which a customer who came is likely to come again. */
const COUNTER_DAYS = 30

interface Reach {
  total: number
  friends: number
  blocked: number
  counter: number
  personal_link: number
  imported_ids: number
  pairs: number
  other_friends: number
  unseen: number
}

/** Counts live customers by how they can be reached on LINE, and by the ways in which the others could be linked. */
export async function lineReach(db: Db, storeId: number): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with met as materialized (
      select profile_id as id, bool_or(status = 'friend') as friend from channel_friend
      where store_id = ${storeId} and channel_type in ('lineOA', 'lineModule') and profile_id is not null group by 1
    ),
    came as materialized (
      select distinct a.profile_id as id from activity a
      join activity_type t on t.store_id = ${storeId} and t.id = a.type_id and coalesce(t.purpose, '') in ('', 'visit')
      where a.store_id = ${storeId} and a.activity_at > now() - make_interval(days => ${COUNTER_DAYS})
    ),
    unasked as materialized (
      select distinct profile_id as id from identity where store_id = ${storeId} and kind = 'line' and asked_at is null
    )
    select count(*)::int as total, (count(*) filter (where met.friend))::int as friends,
      (count(*) filter (where not met.friend))::int as blocked,
      (count(*) filter (where met.id is null and came.id is not null))::int as counter,
      (count(*) filter (where met.id is null and (p.phone is not null or p.email is not null)))::int as personal_link,
      (count(*) filter (where met.id is null and unasked.id is not null))::int as imported_ids,
      (select count(*) from profile_duplicate d where d.store_id = ${storeId} and d.status = 'open'
        and d.reasons && array['proved_by_line', 'typed_in_chat'])::int as pairs,
      (select count(distinct external_id) from channel_friend where store_id = ${storeId}
        and channel_type in ('lineOA', 'lineModule') and profile_id is null and status = 'friend')::int as other_friends,
      (select coalesce(sum(greatest(c.friends_at_line - (select count(*) from channel_friend f
          where f.store_id = ${storeId} and f.channel_id = c.id and f.status = 'friend'), 0)), 0) from channel c
        where c.store_id = ${storeId} and c.type in ('lineOA', 'lineModule'))::int as unseen
    from profile p left join met on met.id = p.id left join came on came.id = p.id left join unasked on unasked.id = p.id
    where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null`.execute(db)
  return rows[0]!
}

/** Returns the job that asks LINE about imported ids, and how the last one ended. */
export async function lastAsking(db: Db, storeId: number) {
  const active = await activeAsking(db, storeId)
  const last = await db
    .selectFrom('job')
    .select(['status', 'finished_at', 'done', 'changed', 'result'])
    .where('store_id', '=', storeId)
    .where('kind', '=', lineFriendJobs.line_friends.kind)
    .where('status', 'in', ['completed', 'cancel', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { status, finished_at, done, changed, result } = last ?? {}
  return {
    asking: active?.id ?? null,
    asked:
      last === undefined
        ? null
        : {
            status: status as 'completed' | 'cancel' | 'failed',
            at: finished_at!,
            ids: (result as { asked: number } | null)?.asked ?? done!,
            friends: changed!,
          },
  }
}
