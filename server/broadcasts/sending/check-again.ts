import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'
import { type RawBuilder, sql } from 'kysely'
import { standingOfEach } from '../../customers/consents/standing.ts'
import type { Db } from '../../database/db.ts'
import { CAP_DAYS } from '../audience/asked.ts'
import { blocked, refusals } from '../audience/refusals.ts'
import { countsForCap } from '../records/kind.ts'

/** People of one call of LINE: as many as multicast takes. */
export const CHUNK_SIZE = 500

interface Asked {
  storeId: number
  broadcastId: number
  channelId: number
  purposeId: number | null
  skipsUnknown: boolean
  weeklyCap: number | null
  /** Neither restriction, consent, stops nor the cap apply. */
  compulsory: boolean
  /** People at most. */
  most: number
  /** Position of the last one who may be sent to. */
  last: number
}

interface Candidate {
  position: number
  arm: Arm | null
  /** Null for a friend who is not a customer, and after an erasure; of merged people the one that stays. */
  profile_id: number | null
  /** True for a friend who has become a customer since the freeze. */
  is_new_customer: boolean
  external_id: string
  /** Why the person is not sent to after all. */
  reason: string | null
}

/**
 * Locks the next recipients and checks again what may have changed since the freeze: a friend who became a customer, erasure, merge,
 * restriction, friendship, consent, stops, also those that wait to be applied, and the weekly cap.
 */
export async function nextRecipients(db: Db, asked: Asked): Promise<Candidate[]> {
  const found = await pickRecipients(db, asked)
  // A recipient whose lock was waited for may name a customer whom the statement does not see yet: a second one sees both.
  const isDoubtful = found.some(
    ({ external_id, reason }) => external_id && (reason === 'erased' || reason === 'not_linked'),
  )
  return isDoubtful ? pickRecipients(db, asked) : found
}

async function pickRecipients(db: Db, asked: Asked): Promise<Candidate[]> {
  const { storeId, broadcastId, channelId, purposeId, skipsUnknown, weeklyCap, compulsory, most, last } = asked
  const consentAsked = { storeId, purpose: sql`${purposeId}::int`, channel: 'line' } as const
  const isStopping = sql`k.external_id = any(array(select user_id from stopping))`
  const sent = sql`case when q.id is null
          then (${acceptedBy(storeId, sql`o.profile_id is null and o.external_id = k.external_id`)})
          else (${acceptedBy(storeId, sql`o.profile_id = q.id`)}) end`
  // A range of rows rather than an equal status: statistics of an audience that is all queued would choose the primary key, which
  // goes through those who were sent to.
  const { rows } = await sql<Candidate>`
    with picked as materialized (
      select position, arm, profile_id, external_id from broadcast_recipient
      where store_id = ${storeId} and broadcast_id = ${broadcastId} and chunk is null
        and (status, position) >= ('queued', 0) and (status, position) <= ('queued', ${last}::int)
      order by status, position limit ${most}::int for update
    ),
    stopping as materialized (
      -- Answered, and not applied yet.
      select l.user_id from inbox i cross join lateral (
        select user_id from online_log where store_id = ${storeId} and id = i.log_id offset 0) l
      where i.store_id = ${storeId} and i.stops
    )
    select k.position, k.arm, q.id as profile_id, k.external_id, k.profile_id is null and q.id is not null as is_new_customer, case
        when k.external_id is null or q.deleted_at is not null
          or q.id is null and own.id is not null then 'erased'
        when q.id is distinct from k.profile_id and exists (
          select from broadcast_recipient o where o.store_id = ${storeId} and o.broadcast_id = ${broadcastId}
            and o.profile_id = q.id and o.status in ('queued', 'accepted', 'unknown')) then 'merged'
        ${compulsory ? sql`` : sql`when q.restricted_at is not null then 'restricted'`}
        when f.external_id is null or f.profile_id is distinct from q.id then 'not_linked'
        ${compulsory ? blocked : refusals({ purposeId, skipsUnknown, weeklyCap, isStopping, sent })}
      end as reason
    from picked k
    left join lateral (
      select f.external_id, f.profile_id, f.status, f.channel_type, f.channel_id from channel_friend f
      where f.store_id = ${storeId} and f.external_id = k.external_id offset 0) f
      on f.channel_type in ('lineOA', 'lineModule') and f.channel_id = ${channelId}
    -- Apart: the index of profiles is not searched for an expression. LINE's list may bring a friend whose customer came meanwhile.
    cross join lateral (select coalesce(k.profile_id, f.profile_id, (
      select min(i.profile_id) from (select profile_id from identity
        where store_id = ${storeId} and kind = 'line' and value = k.external_id offset 0) i)) as id offset 0) own
    left join lateral (
      select coalesce(p.merged_into, p.id) as live_id from profile p
      where p.store_id = ${storeId} and p.id = own.id offset 0) p on true
    left join lateral (select * from profile q where q.store_id = ${storeId} and q.id = p.live_id offset 0) q on true
    left join lateral (
      select s.user_id, s.lifted from line_stop s
      where s.store_id = ${storeId} and s.user_id = k.external_id offset 0) s on true
    ${standingOfEach(consentAsked, { id: sql`q.id`, birth: sql`q.birth_date` })}
    order by k.position`.execute(db)
  return rows
}

const acceptedBy = (storeId: number, person: RawBuilder<unknown>) => sql`
  select count(*) from broadcast_recipient o where o.store_id = ${storeId} and ${person}
    and o.status in ('accepted', 'unknown') and o.updated_at > clock_timestamp() - make_interval(days => ${CAP_DAYS}::int)
    and ${countsForCap(storeId, sql`o.broadcast_id`)}`

/** Links recipients to the customers they have become, unless that customer has another row. */
export async function nameCustomers(
  db: Db,
  storeId: number,
  broadcastId: number,
  candidates: readonly Candidate[],
): Promise<void> {
  const found = candidates.filter(({ is_new_customer }) => is_new_customer)
  if (found.length === 0) return
  await sql`
    update broadcast_recipient r set profile_id = n.profile_id
    from unnest(${found.map(({ position }) => position)}::int[], ${found.map(({ profile_id }) => profile_id)}::bigint[]) n (position, profile_id)
    where r.store_id = ${storeId} and r.broadcast_id = ${broadcastId} and r.position = n.position and not exists (
      select from broadcast_recipient o
      where o.store_id = ${storeId} and o.broadcast_id = ${broadcastId} and o.profile_id = n.profile_id)`.execute(db)
}
