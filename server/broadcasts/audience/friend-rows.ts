import { type RawBuilder, sql } from 'kysely'
import { isStopped } from '../../customers/changes/line-stops.ts'
import { type AudienceOf, CAP_DAYS } from './asked.ts'
import { friendsNotClicked } from './not-clicked.ts'
import { unsentFriends } from './unsent.ts'

// Friends who are not customers: rows of `channel_friend` without a profile, known by their LINE id alone.

/** Returns the friends of a target who are not customers, as rows of an audience; null if it names customers alone. */
export function friendRows(storeId: number, asked: AudienceOf): RawBuilder<unknown> | null {
  const matched = friendsMatchedBy(storeId, asked)
  if (!matched) return null
  const { account, purposeId, settings } = asked
  return sql`
    select null::bigint as profile_id, m.external_id, case
        when f.external_id is null then 'not_linked'
        when f.status <> 'friend' then 'blocked'
        when ${isStopped(purposeId)} then 'withdrawn'
        when ${purposeId}::int is not null and ${settings.unknown_consent === 'skip'} then 'unknown_consent'
        when k.external_id is not null then 'capped'
      end as reason
    from ${matched} m
    left join channel_friend f on f.store_id = ${storeId} and f.channel_type = ${account.type} and f.channel_id = ${account.channel_id}
      and f.external_id = m.external_id
    left join line_stop s on s.store_id = ${storeId} and s.user_id = m.external_id
    left join (${cappedFriends(storeId, settings.weekly_cap)}) k on k.external_id = m.external_id
    where f.profile_id is null`
}

/** LINE ids that a target matches, each once. */
function friendsMatchedBy(storeId: number, { account, target }: AudienceOf): RawBuilder<unknown> | null {
  if (target.type === 'all_friends')
    return sql`(select external_id from channel_friend
      where store_id = ${storeId} and channel_type = ${account.type} and channel_id = ${account.channel_id}
        and profile_id is null and status = 'friend')`
  if (target.failed_of === null || target.type !== 'profiles' || target.messaged) return null
  return target.not_clicked ? friendsNotClicked(storeId, target.failed_of) : unsentFriends(storeId, target.failed_of)
}

/** Friends who got as many broadcasts in the last days as the store allows. */
function cappedFriends(storeId: number, cap: number | null): RawBuilder<unknown> {
  if (cap === null) return sql`select null::text as external_id where false`
  return sql`select external_id from broadcast_recipient
    where store_id = ${storeId} and profile_id is null and external_id is not null and status in ('accepted', 'unknown')
      and updated_at > clock_timestamp() - make_interval(days => ${CAP_DAYS}::int)
    group by external_id having count(*) >= ${cap}::int`
}
