import type { BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import type { RuleGroup } from '@ruam/contract/customers/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { isStopped } from '../../customers/changes/line-stops.ts'
import { standingOfAll } from '../../customers/consents/standing.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { compileRule } from '../../customers/rules/compile.ts'
import { ruleContext } from '../../customers/rules/context.ts'
import type { Db } from '../../database/db.ts'
import { countsForCap } from '../records/kind.ts'
import { type Account, type AudienceOf, CAP_DAYS } from './asked.ts'
import { friendRows } from './friend-rows.ts'
import { messagedPeople } from './messaged.ts'
import { notClickedPeople } from './not-clicked.ts'
import { unsentPeople } from './unsent.ts'

/**
 * The people of a target on an account: rows of `profile_id`, `external_id` and `reason`, which is null for those who are reached. Friends
 * who are not customers have no `profile_id`.
 */
interface Audience {
  rows: RawBuilder<{ profile_id: number | null; external_id: string | null; reason: string | null }>
}

/** Returns the people of a target, or null if it names something that is gone, such as a deleted segment. */
export async function audienceOf(db: Db, storeId: number, asked: AudienceOf): Promise<Audience | null> {
  const matched = await matchedBy(db, storeId, asked)
  if (!matched) return null
  const [customers, friends] = [audienceRows(storeId, asked, matched), friendRows(storeId, asked)]
  return { rows: friends ? sql`(${customers}) union all (${friends})` : customers }
}

/** Returns the rows of matched customers, each with the first reason for which they are excluded. */
export function audienceRows(
  storeId: number,
  { account, purposeId, settings }: Omit<AudienceOf, 'target'>,
  matched: RawBuilder<unknown>,
): Audience['rows'] {
  const asked = { storeId, purpose: sql`${purposeId}::int`, channel: 'line' } as const
  const consent = standingOfAll(asked, { id: sql`p.id`, birth: sql`p.birth_date` })
  return sql`
    with friend as (
      select distinct on (profile_id) profile_id, external_id, status from channel_friend
      where store_id = ${storeId} and channel_type = ${account.type} and channel_id = ${account.channel_id}
        and profile_id is not null
      order by profile_id, status desc, since desc, external_id
    ),
    capped as (${cappedPeople(storeId, settings.weekly_cap)})
    select p.id as profile_id, f.external_id, case
        when p.restricted_at is not null then 'restricted'
        when f.profile_id is null then 'not_linked'
        when f.status <> 'friend' then 'blocked'
        when consent.standing = 'withdrawn' or ${isStopped(purposeId)} then 'withdrawn'
        when consent.standing = 'under_age' then 'under_age'
        when consent.standing = 'unknown' and ${purposeId}::int is not null and ${settings.unknown_consent === 'skip'}
          then 'unknown_consent'
        when k.profile_id is not null then 'capped'
      end as reason
    from ${matched} m
    join profile p on p.store_id = ${storeId} and p.id = m.id and p.deleted_at is null and p.merged_into is null
    left join friend f on f.profile_id = p.id
    ${consent.joined}
    cross join lateral (select ${consent.standing} as standing) consent
    left join line_stop s on s.store_id = ${storeId} and s.user_id = f.external_id
    left join capped k on k.profile_id = p.id`
}

/** People who got as many broadcasts in the last days as the store allows. LINE may have accepted unknown ones. */
function cappedPeople(storeId: number, cap: number | null): RawBuilder<{ profile_id: number }> {
  if (cap === null) return sql`select null::bigint as profile_id where false`
  return sql`select profile_id from broadcast_recipient
    where store_id = ${storeId} and profile_id is not null and status in ('accepted', 'unknown')
      and updated_at > clock_timestamp() - make_interval(days => ${CAP_DAYS}::int)
      and ${countsForCap(storeId, sql`broadcast_id`)}
    group by profile_id having count(*) >= ${cap}::int`
}

/** Returns the profiles that a target matches, or null if it names something that is gone. */
async function matchedBy(db: Db, storeId: number, { account, target }: AudienceOf) {
  const included = includedBy(storeId, account, target)
  const excluded = labelRule('has_any', target.exclude.label_ids)
  const groups = [included, excluded].flatMap((part) => (part && 'rules' in part ? [part] : []))
  const context = await ruleContext(db, storeId, groups)
  if (groups.some((group) => faultsOf(group, context).length > 0)) return null
  const ids = 'rules' in included ? compileRule(included, context).means() : included
  if (!excluded) return sql<{ id: number }>`(select id from ${ids} matched)`
  const without = compileRule(excluded, context).means()
  return sql<{ id: number }>`(select id from ${ids} matched except select id from ${without} excluded)`
}

/** Returns whom a target includes: as a rule, or as a set of ids. */
function includedBy(
  storeId: number,
  { type, channel_id }: Account,
  target: BroadcastTarget,
): RuleGroup | RawBuilder<unknown> {
  if (target.type === 'all_friends')
    return sql`(select distinct profile_id as id from channel_friend
      where store_id = ${storeId} and channel_type = ${type} and channel_id = ${channel_id} and profile_id is not null)`
  if (target.type === 'segments') {
    const { condition, label_ids } = target.include
    return labelRule(condition === 'and' ? 'has_all' : 'has_any', label_ids) ?? nobody
  }
  if (target.type === 'rule') return target.rule ?? nobody
  if (target.failed_of !== null && target.messaged) return messagedPeople(storeId, target.failed_of)
  if (target.failed_of !== null && target.not_clicked) return notClickedPeople(storeId, target.failed_of)
  if (target.failed_of !== null) return unsentPeople(storeId, target.failed_of, target.with_held_out ?? false)
  return sql`(select distinct unnest(${target.profile_ids}::bigint[]) as id)`
}

const nobody = sql`(select null::bigint as id where false)`

const labelRule = (operator: 'has_any' | 'has_all', label_ids: readonly number[]): RuleGroup | null =>
  label_ids.length === 0 ? null : { condition: 'and', rules: [{ kind: 'label', operator, label_ids: [...label_ids] }] }
