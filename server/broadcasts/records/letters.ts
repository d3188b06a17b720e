import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { survivorTables } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import { namesNobody } from './automation-sets.ts'
import type { BroadcastRow } from './queries.ts'

interface LetterOf {
  incidentId: number
  number: number
}

/**
 * People of an incident as they are now, each once: rows of `profile_id`, `erased`, and the friend by which LINE reaches them best, of an
 * active account before a stopped one, and the newest of several.
 */
export const peopleOfIncident = (storeId: number, incidentId: number): RawBuilder<unknown> => sql`
  select one.id as profile_id, q.id is null as erased, f.external_id, f.channel_id, f.status, f.is_active
  from (
    with recursive person as materialized (
      select profile_id from incident_person where store_id = ${storeId} and incident_id = ${incidentId}
    ), ${survivorTables(storeId, sql`select profile_id from person`)}
    select distinct coalesce(s.survivor, person.profile_id) as id from person left join survivor s on s.id = person.profile_id) one
  left join profile q on q.store_id = ${storeId} and q.id = one.id and q.deleted_at is null left join lateral (
    select f.external_id, f.channel_id, f.status, c.status = 'active' as is_active
    from channel_friend f join channel c on c.store_id = f.store_id and c.id = f.channel_id
    where f.store_id = ${storeId} and f.profile_id = q.id and f.channel_type in ('lineOA', 'lineModule')
    order by f.status = 'friend' and c.status = 'active' desc, f.status = 'friend' desc, f.since desc, f.external_id limit 1) f on true`

/**
 * Returns the recipients of a letter on the account of its broadcast. Locks the letter: its broadcasts freeze one after another, so that a
 * customer whose account changes meanwhile is in one of them.
 */
export async function lockedLetterRows(
  db: Db,
  storeId: number,
  { id, channel_id, incident_id, incident_letter }: BroadcastRow,
): Promise<RawBuilder<{ profile_id: number | null; external_id: string | null; reason: string | null }>> {
  await sql`select from incident_letter
    where store_id = ${storeId} and incident_id = ${incident_id} and number = ${incident_letter} for update`.execute(db)
  return sql`
    select i.profile_id, i.external_id, case when exists (
        select from incident_letter_sent s where s.store_id = ${storeId} and s.incident_id = ${incident_id}
          and s.number = ${incident_letter} and s.user_hash = user_hash(i.external_id)) then 'sent_before' end as reason
    from (${peopleOfIncident(storeId, incident_id!)}) i
    where i.channel_id = ${channel_id} and i.status = 'friend' and i.is_active and not exists (
      select from broadcast b
      join broadcast_recipient r on r.store_id = b.store_id and r.broadcast_id = b.id and r.profile_id = i.profile_id
      where b.store_id = ${storeId} and b.incident_id = ${incident_id} and b.incident_letter = ${incident_letter}
        and b.id <> ${id} and r.status in ('queued', 'accepted', 'unknown'))`
}

interface Sent extends LetterOf {
  channelId: number
  messages: readonly Message[]
  reserved: number
  month: string
  authorIds: readonly number[]
}

/** Writes the broadcast of a letter on an account. Its people are frozen when it begins. */
export async function insertLetterBroadcast(db: Db, storeId: number, letter: Sent): Promise<void> {
  const { incidentId, number, channelId, messages, reserved, month, authorIds } = letter
  await sql`
    insert into broadcast (store_id, incident_id, incident_letter, name, status, sub_status, channel_id, target, messages,
      quick_replies, stop_reply, notification_disabled, link_tracking, author_ids, created_by, quota_month, per_person, reserved, due_at)
    values (${storeId}, ${incidentId}, ${number}, ${`จดหมายแจ้งเหตุ ${incidentId}/${number}`}, 'pending', 'queued', ${channelId},
      ${JSON.stringify(namesNobody)}::jsonb, ${JSON.stringify(messages)}::jsonb, '[]', false, false, 'off', ${authorIds}::int[],
      ${authorIds[0]!}::int, ${month}::date, 1, ${reserved}::int, clock_timestamp())`.execute(db)
}

/** Broadcasts of a letter that still wait, locked in the order of their ids. */
export async function waitingOfLetter(db: Db, storeId: number, { incidentId, number }: LetterOf): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from broadcast where store_id = ${storeId} and incident_id = ${incidentId} and incident_letter = ${number}
      and status = 'pending' order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}
