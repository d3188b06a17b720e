import { sql } from 'kysely'
import { lineMonth } from '../../channels/accounts/line-month.ts'
import { reserve, reserveUpTo } from '../../channels/accounts/quota.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { countAppended, insertSet, type StepMessage } from '../records/automation-sets.ts'
import { settingsOf } from '../settings/queries.ts'

export interface DuePerson {
  profile_id: number
  external_id: string | null
  /** Null: not drawn, because everyone gets the messages. */
  held_out: boolean | null
  /** Why there is no message; null: there is one, if the quota suffices. */
  reason: 'held_out' | 'sent_before' | 'not_linked' | null
}

/** Recipient of a message; null for those whom the quota does not cover. */
type Appended = { broadcast_id: number; position: number } | null

/**
 * Queues the messages of a step for people who are due now, in this order: the quota covers the first. Sets of one step and hour share a
 * broadcast. Locks the broadcast, then the quota, as a sender does.
 */
export async function appendSet(
  db: Db,
  storeId: number,
  message: StepMessage,
  people: readonly DuePerson[],
): Promise<Appended[]> {
  const now = new Date(databaseNow())
  const settings = await settingsOf(db, storeId)
  const perPerson = settings.per_object ? message.messages.length : 1
  const month = { channelId: message.channelId, month: lineMonth(now) }
  await byIndexes(db)
  const open = await openBroadcast(db, storeId, message, { people, perPerson, month: month.month })
  const sent = people.filter(({ reason }) => reason === null).length
  const isCovered = sent === 0 || (await reserve(db, storeId, month, sent * perPerson))
  const covered = isCovered ? sent : (await reserveUpTo(db, storeId, month, sent * perPerson, perPerson)) / perPerson
  const rows = coveredPeople(people, covered)
  if (rows.length === 0) return people.map(() => null)
  const id = open?.id ?? (await insertSet(db, storeId, message, { perPerson, month: month.month }))
  const first = (open?.last ?? 0) + 1
  await insertRecipients(db, storeId, id, first, rows)
  await countAppended(db, storeId, id, {
    queued: covered,
    skipped: rows.length - covered,
    reserved: covered * perPerson,
  })
  const positions = new Map(rows.map(({ profile_id }, index) => [profile_id, first + index]))
  return people.map(({ profile_id }) => {
    const position = positions.get(profile_id)
    return position === undefined ? null : { broadcast_id: id, position }
  })
}

/** Leaves out those whom the quota does not cover. From there on nobody is compared: the quota did not draw by chance. */
function coveredPeople(people: readonly DuePerson[], covered: number): DuePerson[] {
  let left = covered
  let isOver = false
  return people.flatMap((person) => {
    if (person.reason === null && left === 0) isOver = true
    if (person.reason === null && left-- <= 0) return []
    return isOver ? { ...person, held_out: null } : person
  })
}

interface Shared {
  people: readonly DuePerson[]
  perPerson: number
  month: string
}

/** Locks the newest broadcast of the step, if it began in the last hour and has none of these people. One that a fault paused takes no more. */
export async function openBroadcast(
  db: Db,
  storeId: number,
  message: StepMessage,
  { people, perPerson, month }: Shared,
) {
  const { rows } = await sql<{ id: number; last: number }>`
    with newest as materialized (
      select id from broadcast b
      where store_id = ${storeId} and automation_id = ${message.automationId} and automation_step = ${message.step}
        and automation_version = ${message.version} and channel_id = ${message.channelId} and per_person = ${perPerson}
        and quota_month = ${month}::date and frozen_at > clock_timestamp() - interval '1 hour'
        and sub_status is distinct from 'canceled'
        and (sub_status is distinct from 'paused' or reason in ('quiet_hours', 'rate'))
      order by id desc limit 1 for update
    )
    select n.id, coalesce((select max(position) from broadcast_recipient where store_id = ${storeId} and broadcast_id = n.id), 0) as last
    from newest n where not exists (
      select from broadcast_recipient r where r.store_id = ${storeId} and r.broadcast_id = n.id
        and (r.profile_id = any(${people.map(({ profile_id }) => profile_id)}::bigint[])
          or r.external_id = any(${people.flatMap(({ external_id }) => external_id ?? [])}::text[])))`.execute(db)
  return rows[0]
}

async function insertRecipients(db: Db, storeId: number, id: number, first: number, rows: readonly DuePerson[]) {
  const recipients = rows.map((row, index) => ({ ...row, position: first + index }))
  await sql`
    insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason, held_out)
    select ${storeId}, ${id}, position, profile_id, external_id, case when reason is null then 'queued' else 'skipped' end, reason, held_out
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
      as r (position int, profile_id bigint, external_id text, reason text, held_out boolean)`.execute(db)
}
