import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A message step of a version, and the account that sends it. */
export interface StepMessage {
  automationId: number
  version: number
  step: number
  channelId: number
  startedBy: number | null
  name: string
  purpose_id: number | null
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
  stop_reply: boolean
  notification_disabled: boolean
  link_tracking: string
}

/** A target that names nobody: the recipients are those whom the automation found. */
export const namesNobody = {
  type: 'profiles',
  include: { condition: 'or', label_ids: [] },
  exclude: { label_ids: [] },
  profile_ids: [],
  rule: null,
  failed_of: null,
  with_held_out: false,
  not_clicked: false,
  messaged: false,
  limit: { max: null, up_to_remaining_quota: false },
}

/** Writes the broadcast of a step, without recipients. */
export async function insertSet(
  db: Db,
  storeId: number,
  message: StepMessage,
  { perPerson, month }: { perPerson: number; month: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into broadcast (store_id, automation_id, automation_version, automation_step, name, status, sub_status, channel_id,
      purpose_id, target, messages, quick_replies, stop_reply, notification_disabled, link_tracking, author_ids, created_by, quota_month,
      per_person, due_at, frozen_at, started_at)
    values (${storeId}, ${message.automationId}, ${message.version}, ${message.step}, left((
        select name from automation where store_id = ${storeId} and id = ${message.automationId}) || ' · ' || ${message.name}, 200), 'pending', 'sending',
      ${message.channelId}, ${message.purpose_id}, ${JSON.stringify(namesNobody)}::jsonb, ${JSON.stringify(message.messages)}::jsonb,
      ${JSON.stringify(message.quick_replies)}::jsonb, ${message.stop_reply}, ${message.notification_disabled}, ${message.link_tracking},
      ${message.startedBy === null ? [] : [message.startedBy]}::int[], ${message.startedBy}, ${month}::date, ${perPerson}::int,
      clock_timestamp(), clock_timestamp(), clock_timestamp())
    returning id`.execute(db)
  return rows[0]!.id
}

/** Counts the people who were appended. A broadcast that had ended goes on. */
export async function countAppended(
  db: Db,
  storeId: number,
  id: number,
  { queued, skipped, reserved }: { queued: number; skipped: number; reserved: number },
): Promise<void> {
  await sql`
    update broadcast set queued = queued + ${queued}::int, skipped = skipped + ${skipped}::int, reserved = reserved + ${reserved}::int,
      finished_at = case when status = 'pending' or ${queued}::int > 0 then null else finished_at end, updated_at = clock_timestamp(),
      status = case when ${queued}::int > 0 then 'pending' else status end,
      sub_status = case when status = 'pending' then sub_status when ${queued}::int > 0 then 'sending' end
    where store_id = ${storeId} and id = ${id}`.execute(db)
}

/** Pauses what waits of an automation, also for the end of quiet hours. What a fault stopped stays as it is. */
export async function pauseSets(db: Db, storeId: number, automationId: number): Promise<void> {
  await sql`
    update broadcast set sub_status = 'paused', reason = 'user', wait_until = null, updated_at = clock_timestamp()
    where store_id = ${storeId} and automation_id = ${automationId} and status = 'pending' and sub_status <> 'canceled'
      and (sub_status <> 'paused' or reason in ('quiet_hours', 'rate'))`.execute(db)
}

/** Sends on what was paused. Returns the accounts. */
export async function resumeSets(db: Db, storeId: number, automationId: number): Promise<number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    with resumed as (
      update broadcast set sub_status = 'sending', reason = null, wait_until = null, updated_at = clock_timestamp()
      where store_id = ${storeId} and automation_id = ${automationId} and status = 'pending' and sub_status = 'paused'
      returning channel_id
    )
    select distinct channel_id from resumed`.execute(db)
  return rows.map(({ channel_id }) => channel_id)
}

/** Returns broadcasts of an automation that still wait: all of them, or only those that were due before the last `hours`. */
export async function waitingSets(
  db: Db,
  storeId: number,
  automationId: number,
  hours: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from broadcast
    where store_id = ${storeId} and automation_id = ${automationId} and status = 'pending' and sub_status <> 'canceled'
      and (${hours}::int is null or due_at <= clock_timestamp() - make_interval(hours => ${hours}::int))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the message step of an automation that a sender stopped until a person mends something, with the reason. */
export async function stoppedStep(
  db: Db,
  storeId: number,
  automationId: number,
): Promise<{ step: number; reason: string } | undefined> {
  const { rows } = await sql<{ step: number; reason: string }>`
    select automation_step as step, reason from broadcast
    where store_id = ${storeId} and automation_id = ${automationId} and status = 'pending' and sub_status = 'paused'
      and reason in ('account', 'quota', 'refused', 'picture', 'word')
    order by id limit 1`.execute(db)
  return rows[0]
}

/** True if a broadcast holds messages of an automation. */
export async function isOfAutomation(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from broadcast where store_id = ${storeId} and id = ${id} and automation_id is not null`.execute(db)
  return rows.length > 0
}
