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
  /** Percent of the people who get nothing. */
  holdout: number
  name: string
  purpose_id: number | null
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
  stop_reply: boolean
  notification_disabled: boolean
  link_tracking: string
}

/** A target that names nobody: the recipients are those whom the automation found. */
const target = {
  type: 'profiles',
  include: { condition: 'or', label_ids: [] },
  exclude: { label_ids: [] },
  profile_ids: [],
  rule: null,
  failed_of: null,
  with_held_out: false,
  not_clicked: false,
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
      per_person, due_at, frozen_at, started_at, holdout_share)
    values (${storeId}, ${message.automationId}, ${message.version}, ${message.step}, ${message.name}, 'pending', 'sending',
      ${message.channelId}, ${message.purpose_id}, ${JSON.stringify(target)}::jsonb, ${JSON.stringify(message.messages)}::jsonb,
      ${JSON.stringify(message.quick_replies)}::jsonb, ${message.stop_reply}, ${message.notification_disabled}, ${message.link_tracking},
      ${message.startedBy === null ? [] : [message.startedBy]}::int[], ${message.startedBy}, ${month}::date, ${perPerson}::int,
      clock_timestamp(), clock_timestamp(), clock_timestamp(), ${message.holdout}::int)
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
